import type { Status } from '@kontor/contract/activity';
import type { MailParser } from '../../platform/mailparse/index.ts';
import type { Change } from '../../platform/operation/change.ts';
import type { Instance, Platform } from '../../platform/operation/context.ts';
import { prepareMail } from './filing.ts';
import { listMail } from './listing.ts';
import { accountOfBox } from './store/accounts.ts';

export interface ImportedMail {
  readonly raw: Uint8Array;
  readonly status: Status;
  /** When it arrived, for mails without a date of their own; now where left out. */
  readonly date?: Date;
  readonly direction?: 'incoming' | 'outgoing';
  readonly answered?: boolean;
  readonly archived?: boolean;
  readonly place?: 'inbox' | 'trash' | 'junk';
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

/** Puts one mail from a file into a box, by the same way as one from a server. Answers its id; one that is there already keeps it. */
export async function importRawMail(
  parts: ImportParts,
  instance: Instance,
  target: ImportTarget,
  mail: ImportedMail,
): Promise<number> {
  const { blobs, now } = parts.platform;
  const prepared = await prepareMail({ blobs, parser: parts.parser }, instance.id, mail.raw, { mayRetry: false });
  return parts.change(instance, (ctx) =>
    listMail(ctx, prepared, {
      boxId: target.boxId,
      channel: target.channel,
      direction: mail.direction ?? 'incoming',
      viewers: target.memberIds.map((userId) => ({
        userId,
        status: mail.status,
        archived: mail.archived ?? false,
        place: mail.place ?? 'inbox',
      })),
      internalDate: mail.date ?? new Date(now()),
      answered: mail.answered ?? false,
    }),
  );
}

/** Imports many mails, some at once. Answers how many there were. */
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
    const work = importRawMail(parts, instance, target, mail).finally(() => busy.delete(work));
    busy.add(work);
    count += 1;
    if (busy.size >= atOnce) await Promise.race(busy);
  }
  await Promise.all(busy);
  return count;
}
