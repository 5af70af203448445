import { documentQueries } from '@kontor/contract/document';
import { useClient } from '../../client/react.tsx';
import { useShell, useTexts } from '../../shell/index.ts';
import { whileLong } from '../../shell/failures/while-long.ts';
import { saveFile } from '../../ui/save-file.ts';
import { texts } from './texts.ts';

/** Hands a version of a document, or its newest one, to the browser as a download, and says so where that fails. */
export function useDownload(aggregateId: string): (filename: string, version: number | null) => Promise<void> {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const download = async (filename: string, version: number | null): Promise<void> => {
    try {
      const bytes = client.ask.bytes(documentQueries.content, { aggregateId, version });
      await saveFile(await whileLong(notices, t.downloading(filename), bytes), filename);
    } catch {
      const run = (): void => void download(filename, version);
      notices.show({ text: t.downloadFailed, tone: 'fault', action: { label: t.retry, run } });
    }
  };
  return download;
}
