import { parseAggregateId } from '@kontor/contract/kernel';
import type { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance, Platform, ChangeContext } from '../../../platform/operation/context.ts';
import { signMail } from '../../../platform/mailsubmit/index.ts';
import { prepareMail } from '../arrival/prepare.ts';
import { listMail } from '../arrival/list.ts';
import { findAnyAccount } from '../store/accounts.ts';
import { findMail } from '../store/mails.ts';
import { announceOutgoing } from './announce.ts';
import { buildMail } from './build.ts';
import { quotedIn } from './content.ts';
import { activeKey } from './dkim-key.ts';
import { lockOutgoing, outgoingFiles, receiversOf, updateOutgoing, type OutgoingRow } from './store/outgoing.ts';
import { beginHanding } from './store/take.ts';

interface MakingParts {
  readonly platform: Pick<Platform, 'blobs' | 'database' | 'secrets' | 'now'>;
  readonly parser: MailParser;
  readonly change: <T>(instance: Instance, work: (ctx: ChangeContext) => Promise<T>) => Promise<T>;
}

/** What became of a mail: it is built, and its first try has begun unless that was not wanted; or it was taken back or taken over meanwhile. */
export type Made = { readonly attempt: number | undefined } | undefined;

/**
 * Builds a mail whose time has come, puts it into the lists and begins to hand it over, in one transaction, if `mayBegin` still says so then. Done again after
 * an interruption it gives the same bytes, which are the same item.
 */
export async function makeMail(
  { platform, parser, change }: MakingParts,
  instance: Instance,
  row: OutgoingRow,
  { processId, mayBegin }: { readonly processId: string; readonly mayBegin: () => boolean },
): Promise<Made> {
  const { blobs, database } = platform;
  const domain = row.fields.from.address.split('@').at(-1) ?? '';
  const [receivers, files, quotes, key] = await database.transaction(instance.id, (db) =>
    Promise.all([
      receiversOf(db, instance.id, [row.outgoing_id]),
      outgoingFiles(db, instance.id, row.outgoing_id),
      quotesOf(db, instance.id, row),
      activeKey(db, platform.secrets, instance.id, domain),
    ]),
  );
  const built = await buildMail({
    row,
    receivers,
    files,
    read: (hash) => blobs.get(instance.id, hash),
    quoted: (id) => quotes.get(id),
    sign: async (raw) => (key === undefined ? raw : signMail(raw, key)),
  });
  const rawHash = await blobs.put(instance.id, built.sent, 'mail');
  const mail = await prepareMail({ blobs, parser }, instance.id, built.copy, { mayRetry: true });
  return change(instance, async (ctx) => {
    const [now, account] = await Promise.all([
      lockOutgoing(ctx.db, instance.id, row.outgoing_id),
      findAnyAccount(ctx.db, instance.id, row.account_id),
    ]);
    if (now === undefined || now.stage !== 'waiting' || now.process_id !== processId) return undefined;
    if (account === undefined) return undefined;
    const { mailId } = await listMail(ctx, mail, {
      boxId: account.box_id,
      channel: row.fields.from.address,
      direction: 'outgoing',
      viewers: account.member_ids.map((userId) => ({ userId, status: 3 as const })),
      internalDate: row.dated_at,
      answered: false,
    });
    const made = {
      stage: 'built' as const,
      stage_at: new Date(ctx.now()),
      raw_hash: rawHash,
      raw_size: built.sent.byteLength,
      mail_id: mailId,
    };
    const [, attempt] = await Promise.all([
      updateOutgoing(ctx.db, row, made),
      mayBegin() ? beginHanding(ctx.db, row, processId, made.stage_at) : undefined,
    ]);
    const begun = attempt === undefined ? {} : { stage: 'handing' as const, attempt };
    await announceOutgoing(ctx, { ...now, ...made, ...begun });
    return { attempt };
  });
}

const MAX_QUOTES = 20;

/** The mails that are quoted, as the sender sees them. */
async function quotesOf(db: ChangeContext['db'], instanceId: number, row: OutgoingRow) {
  const quotes = new Map<string, { readonly html: string; readonly images: readonly string[] }>();
  for (const text of quotedIn(row.fields.written.content).slice(0, MAX_QUOTES)) {
    const id = parseAggregateId(text);
    if (id?.module !== 'email') continue;
    const mail = await findMail(db, instanceId, row.user_id, id.entryId);
    if (mail !== undefined) quotes.set(text, { html: mail.html, images: mail.external_images });
  }
  return quotes;
}
