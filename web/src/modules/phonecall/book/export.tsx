import { phonecallQueries } from '@kontor/contract/phonecall';
import { useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { whileLong } from '../../../shell/failures/while-long.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { bookTexts } from './texts.ts';

const FORMATS = ['vcard', 'csv'] as const;
const FILES = { vcard: 'telefonbuch.vcf', csv: 'telefonbuch.csv' } as const;

/** Hands the whole phone book out as a file. */
export function ExportButton() {
  const t = useTexts(bookTexts);
  const client = useClient();
  const { notices } = useShell();
  const [anchor, setAnchor] = useState<DOMRect>();
  const run = async (format: (typeof FORMATS)[number]): Promise<void> => {
    try {
      const bytes = client.ask.bytes(phonecallQueries.exported, { format });
      await saveFile(await whileLong(notices, t.exporting, bytes), FILES[format]);
    } catch {
      const action = { label: t.retry, run: () => void run(format) };
      notices.show({ text: t.exportFailed, tone: 'fault', action });
    }
  };
  return (
    <>
      <IconButton
        icon="download-simple"
        label={t.export}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      />
      {anchor === undefined ? null : (
        <Menu
          label={t.export}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          items={FORMATS.map((format) => ({
            key: format,
            label: t.exportAs[format],
            icon: format === 'csv' ? 'table' : 'address-book',
            onSelect: () => void run(format),
          }))}
        />
      )}
    </>
  );
}
