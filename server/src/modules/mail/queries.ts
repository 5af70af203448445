import { createHash } from 'node:crypto';
import { itemKey, type AggregateId } from '@kontor/contract/kernel';
import type { mailQueries } from '@kontor/contract/mail';
import { fetchPublic, type EgressPolicy } from '../../platform/egress/index.ts';
import { testMailServer } from '../../platform/mailwire/index.ts';
import type { QueryContext } from '../../platform/operation/context.ts';
import { BytesAnswer, type QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { boxesOf, filterUsers, requireRight } from '../account/index.ts';
import { listFilter, readEntry, type ListReader } from '../activity/index.ts';
import { mayChangeAccount, maySeeAccount, seenAccount } from './access.ts';
import { addressOf, requireSecrets, withStored } from './credentials.ts';
import { rasterType, safeType } from './rules.ts';
import { activeAccounts } from './store/accounts.ts';
import { attachmentsOf, findAttachment, findMail, rawOf, type MailForReader } from './store/mails.ts';
import type { MailSupervisor } from './supervisor.ts';
import { toAccount, toAttachment, toDetail } from './views.ts';

export interface QueryParts {
  readonly list: ListReader;
  readonly supervisor: () => MailSupervisor | undefined;
  readonly mailPolicy: EgressPolicy;
  readonly imagePolicy: EgressPolicy;
}

const IMAGE_LIMITS = {
  maxBytes: 10 * 1024 * 1024,
  timeoutMs: 5000,
  accepts: (type: string) => type.startsWith('image/') && !type.includes('svg'),
};

/** The mail, where it is one and the person sees it. Fails with NOT_FOUND, or RIGHT_MISSING for who may see no mails. */
async function seenMail(ctx: QueryContext, id: AggregateId): Promise<MailForReader> {
  requireRight(ctx, 'mailList');
  const { db, instance, person } = ctx;
  const mail = id.module === 'email' ? await findMail(db, instance.id, person.id, id.entryId) : undefined;
  return mail ?? fail('NOT_FOUND');
}

export const queryHandlers = (parts: QueryParts): QueryHandlers<typeof mailQueries> => ({
  items(ctx, params, paging) {
    requireRight(ctx, 'mailList');
    return parts.list(ctx, listFilter(params, ['email']), paging);
  },

  async boxes({ db, instance, person }) {
    return { boxes: await boxesOf(db, instance.id, person.id, 'email'), users: await filterUsers(db, instance.id) };
  },

  async details(ctx, { aggregateId }) {
    const mail = await seenMail(ctx, aggregateId);
    const viewer = { instanceId: ctx.instance.id, userId: ctx.person.id };
    const entry = (await readEntry(ctx.db, viewer, mail.mail_id)) ?? fail('NOT_FOUND');
    return toDetail(mail, await attachmentsOf(ctx.db, ctx.instance.id, mail.mail_id), ctx.person.id, entry);
  },

  async attachments(ctx, { aggregateId, storageKeys }) {
    const mail = await seenMail(ctx, aggregateId);
    const rows = await attachmentsOf(ctx.db, ctx.instance.id, mail.mail_id);
    const wanted = storageKeys.length === 0 ? rows : rows.filter(({ part }) => storageKeys.includes(String(part)));
    return wanted.map((row) => toAttachment(row, ctx.person.id));
  },

  async attachmentContent(ctx, { aggregateId, storageKey }) {
    const mail = await seenMail(ctx, aggregateId);
    const part = /^\d{1,6}$/.test(storageKey) ? Number(storageKey) : -1;
    const row = await findAttachment(ctx.db, ctx.instance.id, mail.mail_id, part);
    if (row === undefined) return fail('NOT_FOUND');
    return new BytesAnswer({
      type: safeType(row.content_type),
      fileName: row.filename,
      size: row.size,
      tag: row.blob_hash,
      read: (range) => ctx.blobs.stream(ctx.instance.id, row.blob_hash, range),
    });
  },

  async source(ctx, { aggregateId }) {
    const mail = await seenMail(ctx, aggregateId);
    const raw = await rawOf(ctx.db, ctx.instance.id, ctx.person.id, mail.mail_id);
    if (raw === undefined) return fail('NOT_FOUND');
    return new BytesAnswer({
      type: 'message/rfc822',
      fileName: `${itemKey(aggregateId).replace(':', '-')}.eml`,
      size: raw.raw_size,
      tag: raw.raw_hash,
      read: (range) => ctx.blobs.stream(ctx.instance.id, raw.raw_hash, range),
    });
  },

  async externalImage(ctx, { aggregateId, imageId }) {
    const mail = await seenMail(ctx, aggregateId);
    const address = mail.external_images[imageId];
    if (address === undefined) return fail('NOT_FOUND');
    const fetched = await fetchPublic(address, parts.imagePolicy, IMAGE_LIMITS).catch(() => undefined);
    const type = fetched === undefined ? undefined : rasterType(fetched.bytes);
    if (fetched === undefined || type === undefined) return fail('IMAGE_NOT_AVAILABLE');
    const { bytes } = fetched;
    return new BytesAnswer({
      type,
      fileName: `image-${imageId}.${type.split('/')[1]}`,
      size: bytes.byteLength,
      tag: createHash('sha256').update(bytes).digest('hex'),
      read: (range) => (range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)),
    });
  },

  async accountSettings({ db, instance, person }) {
    const accounts = (await activeAccounts(db, instance.id)).filter((account) => maySeeAccount(person, account));
    const supervisor = parts.supervisor();
    if (supervisor === undefined) return fail('UNAVAILABLE');
    return Promise.all(
      accounts.map(async (account) =>
        toAccount(account, await supervisor.state(account), mayChangeAccount(person, account)),
      ),
    );
  },

  async testConnection(ctx, { accountId, ...given }) {
    requireRight(ctx, 'mailList');
    const account = accountId === null ? undefined : await seenAccount(ctx, accountId);
    const changeable = account !== undefined && mayChangeAccount(ctx.person, account) ? account : undefined;
    const isOwn = changeable !== undefined && !given.oauth2?.refreshToken;
    const server = changeable === undefined ? given : withStored(ctx, changeable, given);
    requireSecrets(server);
    const supervisor = parts.supervisor() ?? fail('UNAVAILABLE');
    // A token that replaces the one of the form is of use to who fills it in; the stored one's is kept with it.
    let refreshToken: string | null = null;
    const address =
      isOwn && changeable !== undefined
        ? supervisor.addressOf(ctx.instance, changeable, server)
        : addressOf({
            server,
            policy: parts.mailPolicy,
            now: ctx.now,
            onRotated: async (token) => void (refreshToken = token),
          });
    return { ...(await testMailServer(address, parts.mailPolicy)), refreshToken };
  },
});
