import { mailQueries, type Attachment } from '@kontor/contract/mail';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { whileLong } from '../../../shell/failures/while-long.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { texts } from '../texts.ts';

/** Hands a file of a mail to the browser as a download, and says so where that fails. */
export function useDownloadFile(aggregateId: string): (file: Attachment) => Promise<void> {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const download = async (file: Attachment): Promise<void> => {
    try {
      const { filename, storageKey } = file;
      const bytes = client.ask.bytes(mailQueries.attachmentContent, { aggregateId, storageKey });
      await saveFile(await whileLong(notices, t.downloading(filename), bytes), filename);
    } catch {
      const run = (): void => void download(file);
      notices.show({ text: t.downloadFailed, tone: 'fault', action: { label: t.retry, run } });
    }
  };
  return download;
}
