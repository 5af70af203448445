import { mailQueries } from '@kontor/contract/mail';
import type { Client } from '../../../client/client.ts';

const AT_ONCE = 6;

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('unreadable')));
    reader.readAsDataURL(blob);
  });

const wanted = new WeakMap<Client, Set<string>>();

/** Whether the person has let the external images of a mail be loaded, since the page was opened. */
export const areImagesWanted = (client: Client, aggregateId: string): boolean =>
  wanted.get(client)?.has(aggregateId) ?? false;

/** Notes that the person wants a mail's external images. */
export function wantImages(client: Client, aggregateId: string): void {
  const ids = wanted.get(client) ?? new Set();
  wanted.set(client, ids.add(aggregateId));
}

/** Most senders that are remembered; the oldest makes room. */
const MAX_SENDERS = 500;

/** The senders whose images are loaded without asking, with one more. */
export const withSender = (senders: readonly string[], address: string): string[] =>
  [...senders.filter((one) => one !== address.toLowerCase()), address.toLowerCase()].slice(-MAX_SENDERS);

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<number> {
  let next = 0;
  let failed = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next];
      next += 1;
      if (item === undefined) continue;
      await work(item).catch(() => {
        failed += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  return failed;
}

/** Fills in the images that came with the mail. */
export function fillInline(
  client: Client,
  aggregateId: string,
  root: ParentNode,
  signal: AbortSignal,
): Promise<number> {
  return each([...root.querySelectorAll<HTMLImageElement>('img[data-kontor-inline]')], async (image) => {
    const storageKey = image.dataset['kontorInline'] ?? '';
    const blob = await client.ask.bytes(mailQueries.attachmentContent, { aggregateId, storageKey }, { signal });
    if (!blob.type.startsWith('image/')) throw new Error('not an image');
    image.src = await dataUrl(blob);
  });
}

/** Fills in the images that the server fetches from elsewhere, once the person wants them. Returns how many it could not. */
export function fillExternal(
  client: Client,
  aggregateId: string,
  root: ParentNode,
  signal: AbortSignal,
): Promise<number> {
  return each([...root.querySelectorAll<HTMLImageElement>('img[data-kontor-external]')], async (image) => {
    const imageId = Number(image.dataset['kontorExternal']);
    const blob = await client.ask.bytes(mailQueries.externalImage, { aggregateId, imageId }, { signal, once: true });
    if (!blob.type.startsWith('image/')) throw new Error('not an image');
    image.src = await dataUrl(blob);
  });
}
