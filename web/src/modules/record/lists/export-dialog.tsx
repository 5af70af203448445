import { RECORD_FORMATS, importQueries, type RecordFormat } from '@kontor/contract/record';
import { useState } from 'react';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Segments } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
import { texts as transferTexts } from '../importing/texts.ts';
import { useDownload } from '../importing/use-download.ts';
import { searchOf } from './address.ts';
import { listTexts } from './list-texts.ts';
import type { RecordList } from './use-record-list.ts';

const WHICH_FIELDS = ['shown', 'all'] as const;

/** Puts what is selected, else all that the list shows, into a file. */
export function ExportDialog({ list, onClose }: { list: RecordList; onClose: () => void }) {
  const t = useTexts(listTexts);
  const transfer = useTexts(transferTexts);
  const language = useLanguage();
  const { notices } = useShell();
  const { recordQuery, chosen, kind, appearance } = list;
  const [format, setFormat] = useState<RecordFormat>('csv');
  const [which, setWhich] = useState<(typeof WHICH_FIELDS)[number]>('all');
  const { isBusy, fault, download } = useDownload();
  const shown = appearance.columns.filter(({ isVisible, field }) => isVisible && field !== null).map(({ key }) => key);
  const save = async (): Promise<void> => {
    const params = {
      idoInstanceId: recordQuery.instanceId,
      format,
      delimiter: language === 'de' ? ';' : ',',
      columns: format === 'csv' && which === 'shown' ? shown : [],
      ...(chosen.length > 0 ? { idoIds: chosen.map(({ id }) => id) } : searchOf(recordQuery)),
    } as const;
    if (!(await download(importQueries.export, params, `${kind?.Name ?? 'kontor'}.${format}`))) return;
    notices.show({ text: transfer.saved });
    onClose();
  };
  return (
    <Dialog title={t.exportTitle} closeLabel={t.close} onClose={onClose}>
      <div className="form">
        <p>{chosen.length > 0 ? t.exportChosen(chosen.length) : list.isCut ? t.exportFound : t.exportAll}</p>
        <Segments
          label={transfer.format}
          value={format}
          options={RECORD_FORMATS.map((key) => [key, transfer.formats[key]])}
          onChange={setFormat}
        />
        {format === 'csv' && shown.length > 0 ? (
          <Segments
            label={t.exportFields}
            value={which}
            options={WHICH_FIELDS.map((key) => [key, t.exportWhich[key]])}
            onChange={setWhich}
          />
        ) : null}
        <FaultNote text={fault} />
      </div>
      <footer>
        <Button onClick={onClose}>{t.close}</Button>
        <Button
          kind="primary"
          icon="download-simple"
          autoFocus
          aria-disabled={isBusy}
          onClick={() => void (isBusy ? undefined : save())}
        >
          {isBusy ? transfer.saving : transfer.save}
        </Button>
      </footer>
    </Dialog>
  );
}
