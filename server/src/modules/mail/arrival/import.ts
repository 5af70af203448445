import type { Status } from '@kontor/contract/activity';
import type { MailParser } from '../../../platform/mailparse/index.ts';
import type { Change } from '../../../platform/operation/change.ts';
import type { Instance, Platform } from '../../../platform/operation/context.ts';
import { prepareMail } from './prepare.ts';
import { listMail, listMails, type Arrival, type ListedMail } from './list.ts';
import { accountOfBox } from '../store/accounts.ts';

export interface ImportedMail {
  readonly raw: Uint8Array;
  readonly status: Status;
  /** When it arrived, for mails without a date of their own; now where left out. */
  readonly date?: Date;
  readonly direction?: 'incoming' | 'outgoing';
  readonly answered?: boolean;
  readonly archived?: boolean;
  readonly location?: 'inbox' | 'trash' | 'junk';
}

export interface ImportParts {
  readonly platform: Platform;
  readonly change: Change;
  readonly parser: MailParser;
}

/** Where imported mails go: a box, the name that lists show for it, and the people who see them. */
export interface ImportTarget {
  readonly boxId: number;
  readonly channel: string;
  readonly memberIds: readonly number[];
}

/** The target for a box that an account belongs to; undefined for any other box. */
export async function importTarget(
  parts: ImportParts,
  instance: Instance,
  boxId: number,
): Promise<ImportTarget | undefined> {
  const account = await accountOfBox(parts.platform.database.forInstance(instance.id), instance.id, boxId);
  return account === undefined ? undefined : { boxId, channel: account.email, memberIds: account.member_ids };
}

/** Puts one mail from a file into a box, by the same way as one from a server. One that is there already is not new. */
export async function importMail(
  parts: ImportParts,
  instance: Instance,
  target: ImportTarget,
  mail: ImportedMail,
): Promise<ListedMail> {
  const { mail: prepared, placement } = await prepareImported(parts, instance, target, mail);
  return parts.change(instance, (ctx) => listMail(ctx, prepared, placement));
}

/** Takes a mail from a file apart, as it is to be listed. */
export const prepareImported = async (
  { platform: { blobs, now }, parser }: ImportParts,
  instance: Instance,
  target: ImportTarget,
  mail: ImportedMail,
): Promise<Arrival> => ({
  mail: await prepareMail({ blobs, parser }, instance.id, mail.raw, { mayRetry: false }),
  placement: {
    boxId: target.boxId,
    channel: target.channel,
    direction: mail.direction ?? 'incoming',
    viewers: target.memberIds.map((userId) => ({
      userId,
      status: mail.status,
      archived: mail.archived ?? false,
      location: mail.location ?? 'inbox',
    })),
    internalDate: mail.date ?? new Date(now()),
    answered: mail.answered ?? false,
    isImported: true,
  },
});

/** Imports many mails, some at once. Returns how many there were. */
export async function importMails(
  parts: ImportParts,
  instance: Instance,
  target: ImportTarget,
  mails: AsyncIterable<ImportedMail> | Iterable<ImportedMail>,
  atOnce = 4,
): Promise<number> {
  let count = 0;
  const busy = new Set<Promise<unknown>>();
  for await (const mail of mails) {
    const work = importMail(parts, instance, target, mail).finally(() => busy.delete(work));
    busy.add(work);
    count += 1;
    if (busy.size >= atOnce) await Promise.race(busy);
  }
  await Promise.all(busy);
  return count;
}

/** Mails that are listed in one transaction. */
const AT_ONCE = 20;

/**
 * Imports many mails into their boxes, in their order, some in one transaction: while these are listed, the next ones are taken apart.
 * Returns how many there were.
 */
export async function importInBatches(
  parts: ImportParts,
  instance: Instance,
  mails: Iterable<ImportedMail & { readonly target: ImportTarget }>,
): Promise<number> {
  let count = 0;
  let ready: readonly Arrival[] = [];
  const list = async (arrivals: readonly Arrival[]): Promise<void> => {
    if (arrivals.length > 0) await parts.change(instance, (ctx) => listMails(ctx, arrivals));
    count += arrivals.length;
  };
  for (const some of batches(mails, AT_ONCE)) {
    const [next] = await Promise.all([
      Promise.all(some.map((mail) => prepareImported(parts, instance, mail.target, mail))),
      list(ready),
    ]);
    ready = next;
  }
  await list(ready);
  return count;
}

function* batches<T>(values: Iterable<T>, size: number): Generator<readonly T[]> {
  let some: T[] = [];
  for (const value of values) {
    some.push(value);
    if (some.length < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
