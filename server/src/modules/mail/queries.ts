import { itemKey, type AggregateId } from '@kontor/contract/kernel';
import type { MailDetail, mailQueries } from '@kontor/contract/mail';
import { buffer } from 'node:stream/consumers';
import type { EgressPolicy } from '../../platform/egress/index.ts';
import { safeType } from '../../platform/files/kinds.ts';
import { HEADER_BYTES, readHeaders } from '../../platform/mailparse/index.ts';
import { testMailServer } from '../../platform/mailwire/index.ts';
import type { Instance, QueryContext } from '../../platform/operation/context.ts';
import { BytesAnswer, type QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { PreviewParts } from '../../platform/preview/index.ts';
import { boxesOf, filterUsersAndGroups, requireRight } from '../account/index.ts';
import { entriesById, itemsOf, notSearched, type ListReader } from '../activity/index.ts';
import { mayChangeAccount, maySeeAccount, seenAccount } from './mailboxes/access.ts';
import { addressOf, requireSecrets, withStored } from './mailboxes/credentials.ts';
import { findDetails } from './reading/details.ts';
import type { ImageProxy } from './reading/images.ts';
import { findFile, innerFile } from './previews/handlers.ts';
import { unreadableQueryHandlers } from './arrival/unreadable.ts';
import { addressState } from './arrival/receiving.ts';
import { detailsFor } from './sending/details.ts';
import { seenMail } from './reading/seen.ts';
import { activeAccounts } from './store/accounts.ts';
import { attachmentsOf, findInFull } from './store/mails.ts';
import { rawOf } from './store/raws.ts';
import type { MailSupervisor } from './mailboxes/supervisor.ts';
import { storageKeyOf, toAccount, toAttachment, toDetail } from './reading/views.ts';

export interface QueryParts {
  readonly list: ListReader;
  readonly supervisor: () => MailSupervisor | undefined;
  readonly mailPolicy: EgressPolicy;
  readonly images: ImageProxy;
  readonly previews: PreviewParts;
  readonly receiver: {
    readonly isOn: boolean;
    readonly name: string;
    readonly port: number | null;
    /** Whether mail for an instance's addresses comes in, by that port or another way. */
    readonly receivesFor: (instance: Instance) => boolean;
  };
}

/** Most HTML in an answer with many mails; more would take the browser's breath. */
const MAX_DETAIL_BYTES = 8 * 1024 * 1024;
const WHATEVER_SIZE = Number.MAX_SAFE_INTEGER;

/** Details of the mails among these ids that the person sees, in their order, each once, as far as they fit. */
async function detailsOf(ctx: QueryContext, ids: readonly AggregateId[], maxBytes: number): Promise<MailDetail[]> {
  const { db, instance, person } = ctx;
  const mailIds = [...new Set(ids.flatMap(({ module, entryId }) => (module === 'email' ? [entryId] : [])))];
  const entries = entriesById({ instanceId: instance.id, userId: person.id }, mailIds);
  const mails = await findInFull(db, instance.id, mailIds, entries, maxBytes);
  const whyNot = await notSearched(
    db,
    instance.id,
    mails.map((mail) => mail.mail_id),
  );
  const [found, forPerson] = [await findDetails(ctx, mails), await detailsFor(ctx, mails)];
  return mails.map((mail) => toDetail(mail, person.id, whyNot, { ...found(mail), ...forPerson(mail) }));
}

/** What a mail is made of: its files, its source, and pictures that it names. */
const fileQueryHandlers = ({ previews, images }: QueryParts) =>
  ({
    async attachments(ctx, { aggregateId, storageKeys }) {
      const mail = await seenMail(ctx, aggregateId);
      const rows = await attachmentsOf(ctx.db, ctx.instance.id, mail.mail_id);
      const wanted = storageKeys.length === 0 ? rows : rows.filter((row) => storageKeys.includes(storageKeyOf(row)));
      const whyNot = await notSearched(ctx.db, ctx.instance.id, [mail.mail_id]);
      return wanted.map((row) => toAttachment(row, ctx.person.id, whyNot(row.mail_id, row.part)));
    },

    async attachmentContent(ctx, { aggregateId, storageKey }) {
      const found = await findFile(ctx, aggregateId, storageKey);
      if (found.path.length > 0) return innerFile(ctx, previews, found);
      const { row } = found;
      return new BytesAnswer({
        type: safeType(row.content_type),
        fileName: row.filename,
        size: row.size,
        tag: row.blob_hash,
        read: (range) => ctx.blobs.stream(ctx.instance.id, row.blob_hash, range),
        isShown: row.content_id !== null && row.content_type.startsWith('image/'),
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

    async headers(ctx, { aggregateId }) {
      const mail = await seenMail(ctx, aggregateId);
      const raw = await rawOf(ctx.db, ctx.instance.id, ctx.person.id, mail.mail_id);
      if (raw === undefined) return fail('NOT_FOUND');
      const isAll = raw.raw_size <= HEADER_BYTES;
      const range = isAll ? undefined : { start: 0, end: HEADER_BYTES - 1 };
      return readHeaders(await buffer(ctx.blobs.stream(ctx.instance.id, raw.raw_hash, range)), isAll);
    },

    async externalImage(ctx, { aggregateId, imageId }) {
      const mail = await seenMail(ctx, aggregateId);
      if (mail.external_images[imageId] === undefined) return fail('NOT_FOUND');
      const image = (await images.get(ctx, mail, imageId)) ?? fail('IMAGE_NOT_AVAILABLE');
      return new BytesAnswer({
        type: image.type,
        fileName: `image-${imageId}.${image.type.split('/')[1]}`,
        size: image.size,
        tag: image.hash,
        read: (range) => ctx.blobs.stream(ctx.instance.id, image.hash, range),
      });
    },
  }) satisfies Partial<QueryHandlers<typeof mailQueries>>;

/** The accounts that mail is read from, and the server's own way of receiving it. */
const accountQueryHandlers = (parts: QueryParts) =>
  ({
    async accountSettings({ db, instance, person }) {
      const accounts = (await activeAccounts(db, instance.id)).filter((account) => maySeeAccount(person, account));
      const supervisor = parts.supervisor();
      if (supervisor === undefined) return fail('UNAVAILABLE');
      return Promise.all(
        accounts.map(async (account) => {
          const state =
            account.kind === 'smtp'
              ? await addressState(db, account, parts.receiver.receivesFor(instance))
              : await supervisor.state(account);
          return toAccount(account, state, mayChangeAccount(person, account));
        }),
      );
    },

    async receiver(ctx) {
      requireRight(ctx, 'mailList');
      const { isOn, name, port } = parts.receiver;
      return { isOn, name, port };
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
  }) satisfies Partial<QueryHandlers<typeof mailQueries>>;

export const queryHandlers = (parts: QueryParts): QueryHandlers<typeof mailQueries> => ({
  items: itemsOf(parts.list, 'email'),

  async boxes({ db, instance, person }) {
    return {
      boxes: await boxesOf(db, instance.id, person.id, 'email'),
      users: await filterUsersAndGroups(db, instance.id),
    };
  },

  async details(ctx, { aggregateId }) {
    requireRight(ctx, 'mailList');
    const [detail] = await detailsOf(ctx, [aggregateId], WHATEVER_SIZE);
    return detail ?? fail('NOT_FOUND');
  },

  detailsOfMany(ctx, { aggregateIds }) {
    requireRight(ctx, 'mailList');
    return detailsOf(ctx, aggregateIds, MAX_DETAIL_BYTES);
  },

  ...fileQueryHandlers(parts),
  ...accountQueryHandlers(parts),
  ...unreadableQueryHandlers,
});
