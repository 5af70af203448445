import { RECORD_FORMATS, importQueries, type RecordFormat, type RecordInstance } from '@kontor/contract/record';
import { useState } from 'react';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Segments } from '../../../ui/fields.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
import { KindField } from './begin-form.tsx';
import { texts } from './texts.ts';
import { useDownload } from './use-download.ts';

/** Puts all records of a kind into a file. */
export function ExportForm({ kinds, kindId }: { kinds: readonly RecordInstance[]; kindId: number | undefined }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { notices } = useShell();
  const [kind, setKind] = useState(String(kindId ?? kinds[0]?.ID ?? ''));
  const [format, setFormat] = useState<RecordFormat>('csv');
  const { isBusy, fault, download } = useDownload();
  const name = kinds.find(({ ID }) => String(ID) === kind)?.Name ?? 'kontor';
  const save = async (): Promise<void> => {
    const params = { idoInstanceId: Number(kind), format, delimiter: language === 'de' ? ';' : ',' } as const;
    if (await download(importQueries.export, params, `${name}.${format}`)) notices.show({ text: t.saved });
  };
  return (
    <section className="import-card" aria-labelledby="record-export-title">
      <div>
        <h2 id="record-export-title">{t.exportTitle}</h2>
        <p className="quiet">{t.exportHint}</p>
      </div>
      <KindField kinds={kinds} value={kind} onChange={setKind} />
      <Segments
        label={t.format}
        value={format}
        options={RECORD_FORMATS.map((key) => [key, t.formats[key]])}
        onChange={setFormat}
      />
      <FaultNote text={fault} />
      <footer>
        <Button icon="download-simple" disabled={isBusy} onClick={() => void save()}>
          {isBusy ? t.saving : t.save}
        </Button>
      </footer>
    </section>
  );
}
