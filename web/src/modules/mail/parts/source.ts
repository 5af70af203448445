import { mailQueries } from '@kontor/contract/mail';
import type { Client } from '../../../client/client.ts';
import type { Shell } from '../../../shell/index.ts';
import { whileLong } from '../../../shell/failures/while-long.ts';
import { saveFile } from '../../../ui/save-file.ts';

/** Hands the mail as it arrived to the browser as a download; says so where that fails. */
export async function downloadSource(
  client: Client,
  notices: Shell['notices'],
  words: {
    readonly sourceFailed: string;
    readonly retry: string;
    readonly downloading: (name: string) => string;
  },
  aggregateId: string,
): Promise<void> {
  try {
    const bytes = client.transport.bytes(mailQueries.source, { aggregateId });
    await saveFile(await whileLong(notices, words.downloading('mail.eml'), bytes), 'mail.eml');
  } catch {
    const run = (): void => void downloadSource(client, notices, words, aggregateId);
    notices.show({ text: words.sourceFailed, tone: 'fault', action: { label: words.retry, run } });
  }
}
