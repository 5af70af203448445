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

interface MakingParts {
  readonly platform: Pick<Platform, 'blobs' | 'database' | 'secrets' | 'now'>;
  readonly parser: MailParser;
  readonly change: <T>(instance: Instance, work: (ctx: ChangeContext) => Promise<T>) => Promise<T>;
}

/**
 * Builds a mail whose time has come and puts it into the lists. False where it was taken back or taken over meanwhile. Done again after
 * an interruption it gives the same bytes, which are the same item.
 */
export async function makeMail(
  { platform, parser, change }: MakingParts,
  instance: Instance,
  row: OutgoingRow,
  processId: string,
): Promise<boolean> {
  const { blobs, database } = platform;
  const db = database.forInstance(instance.id);
  const receivers = await receiversOf(db, instance.id, [row.outgoing_id]);
  const files = await outgoingFiles(db, instance.id, row.outgoing_id);
  const quotes = await quotesOf(db, instance.id, row);
  const domain = row.fields.from.address.split('@').at(-1) ?? '';
  const key = await activeKey(db, platform.secrets, instance.id, domain);
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
    const now = await lockOutgoing(ctx.db, instance.id, row.outgoing_id);
    if (now === undefined || now.stage !== 'waiting' || now.process_id !== processId) return false;
    const account = await findAnyAccount(ctx.db, instance.id, row.account_id);
    if (account === undefined) return false;
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
    await updateOutgoing(ctx.db, row, made);
    await announceOutgoing(ctx, { ...now, ...made });
    return true;
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
