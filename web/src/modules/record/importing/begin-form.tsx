import { importCommands, type RecordInstance } from '@kontor/contract/record';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useFile } from '../../../client/use-file.ts';
import { FileDrop } from '../../../shell/forms/file-drop.tsx';
import { importTexts } from '../../../shell/importing/texts.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { transferHref } from './address.ts';
import { saidOf } from './said-of.ts';
import { texts } from './texts.ts';

/** Chooses a file and the kind that it becomes records of, and opens the import. */
export function BeginForm({ kinds, kindId }: { kinds: readonly RecordInstance[]; kindId: number | undefined }) {
  const t = useTexts(texts);
  const frame = useTexts(importTexts);
  const client = useClient();
  const { navigator } = useShell();
  const [kind, setKind] = useState(String(kindId ?? kinds[0]?.ID ?? ''));
  const [fault, setFault] = useState<string>();
  const begin = async (attachmentId: number): Promise<void> => {
    try {
      const params = { attachmentId, idoInstanceId: Number(kind) };
      const { importId } = await client.sendNow(importCommands.beginImport, params);
      navigator.go(transferHref({ importId }));
    } catch (error) {
      setFault(saidOf(t, asFailure(error).code));
    }
  };
  const { upload, send } = useFile(begin);
  const take = (file: File): void => {
    setFault(undefined);
    send(file);
  };
  const isLost = upload?.state === 'failed' || upload?.state === 'lost';
  const said = !isLost ? fault : upload.code === 'UPLOAD_TOO_LARGE' ? frame.fileTooLarge : frame.fileFailed;
  const percent = upload === undefined || upload.size === 0 ? 100 : Math.floor((100 * upload.sent) / upload.size);
  return (
    <section className="import-card" aria-labelledby="record-import-title">
      <div>
        <h2 id="record-import-title">{t.importTitle}</h2>
        <p className="quiet">{t.importHint}</p>
      </div>
      <KindField kinds={kinds} value={kind} onChange={setKind} />
      <FileDrop
        choose={frame.choose}
        accept=".csv,.txt,.tsv,.vcf,text/csv,text/vcard"
        status={upload === undefined || isLost ? frame.drop : frame.sending(upload.name, percent)}
        onFile={take}
      />
      <FaultNote text={said} />
    </section>
  );
}

export function KindField({
  kinds,
  value,
  onChange,
}: {
  kinds: readonly RecordInstance[];
  value: string;
  onChange: (kindId: string) => void;
}) {
  const t = useTexts(texts);
  return (
    <SelectField
      label={t.kind}
      value={value}
      options={kinds.map(({ ID, Name }) => [String(ID), Name])}
      onChange={onChange}
    />
  );
}
