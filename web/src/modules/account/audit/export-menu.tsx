import { auditQueries } from '@kontor/contract/account';
import type { ParamsInputOf } from '@kontor/contract/kernel';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { Button } from '../../../ui/parts.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { useProblem } from '../use-problem.ts';
import { texts } from './texts.ts';

type Params = ParamsInputOf<typeof auditQueries.auditExport>;

/** Puts the entries under the filter into a file. */
export function ExportMenu({ params, today }: { params: Omit<Params, 'format'>; today: string }) {
  const t = useTexts(texts);
  const { transport } = useClient();
  const { notices } = useShell();
  const problem = useProblem();
  const [anchor, setAnchor] = useState<DOMRect>();
  const [busy, setBusy] = useState(false);
  const save = async (format: Params['format']): Promise<void> => {
    setBusy(true);
    try {
      const bytes = await transport.bytes(auditQueries.auditExport, { ...params, format }, { once: true });
      await saveFile(bytes, `${t.fileName(today)}.${format}`);
      notices.show({ text: t.exported });
    } catch (error) {
      const text = problem(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        icon="download-simple"
        disabled={busy}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
      >
        {busy ? t.exporting : t.export}
      </Button>
      {anchor === undefined ? null : (
        <Menu
          label={t.export}
          anchor={anchor}
          items={[
            { key: 'csv', label: t.exportCsv, onSelect: () => void save('csv') },
            { key: 'jsonl', label: t.exportJson, onSelect: () => void save('jsonl') },
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
