import type { sendingCommands, sendingQueries } from '@kontor/contract/mail';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { EgressPolicy } from '../../../platform/egress/index.ts';
import { composeMail, handOver, SUBMIT_DEADLINES, testSubmit } from '../../../platform/mailsubmit/index.ts';
import type { MailRelay } from '../../../platform/mailsend/index.ts';
import type { CommandContext, Instance, QueryContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireRight } from '../../account/index.ts';
import { setLocationFromOutside, setStatusFromOutside, type ItemKinds } from '../../activity/index.ts';
import { changeableAccount, mayChangeAccount, maySeeAccount, seenAccount } from '../mailboxes/access.ts';
import { everybody, announce } from '../mailboxes/accounts.ts';
import { activeAccounts, findAccount, findAnyAccount, type AccountRow } from '../store/accounts.ts';
import { findMail } from '../store/mails.ts';
import { rawOf } from '../store/raws.ts';
import { maySendFor } from '../writing/access.ts';
import { announceOutgoing, isCancellable, toOutgoing } from './announce.ts';
import { chooseSending } from './choosing.ts';
import { copyInto } from './copying.ts';
import { restoreDraft } from './drafts-again.ts';
import { isSendTime, sendableAddress } from './rules.ts';
import { sendMail, type SendLimits } from './send.ts';
import { applyStates, NEVER, type SettleParts } from './settle.ts';
import { smtpPassword, wayOf } from './server-of.ts';
import {
  lockOutgoing,
  logOf,
  outboxOf,
  outboxRow,
  receiversOf,
  updateOutgoing,
  type OutgoingRow,
} from './store/outgoing.ts';

export interface SendingParts {
  readonly itemKinds: () => ItemKinds;
  readonly limits: SendLimits;
  readonly policy: EgressPolicy;
  readonly relayOf: (instance: Instance) => MailRelay | undefined;
  readonly name: string;
  readonly triesHours: number;
  readonly wake: () => void;
  readonly push: (instanceId: number, accountId: number) => void;
}

const HOUR_MS = 3600_000;

/** Returns a mail of the outbox if the person sent it or manages its account. Throws NOT_FOUND. */
async function ownRow<R extends Pick<OutgoingRow, 'user_id' | 'account_id'>>(
  ctx: QueryContext | CommandContext,
  row: R | undefined,
): Promise<R> {
  if (row === undefined) return fail('NOT_FOUND');
  if (row.user_id === ctx.person.id) return row;
  const account = await findAnyAccount(ctx.db, ctx.instance.id, row.account_id);
  return account !== undefined && mayChangeAccount(ctx.person, account) ? row : fail('NOT_FOUND');
}

const lockOwn = async (ctx: CommandContext, outgoingId: number): Promise<OutgoingRow> =>
  ownRow(ctx, await lockOutgoing(ctx.db, ctx.instance.id, outgoingId));

export const sendingQueryHandlers = (parts: SendingParts): QueryHandlers<typeof sendingQueries> => ({
  async outbox(ctx, { scope }) {
    requireRight(ctx, 'mailList');
    const { db, instance, person } = ctx;
    const managed = async () =>
      (await activeAccounts(db, instance.id)).filter((account) => mayChangeAccount(person, account));
    const who =
      scope === 'own'
        ? { userId: person.id }
        : { accountIds: (await managed()).map(({ account_id: accountId }) => accountId) };
    const rows = await outboxOf(db, instance.id, who, new Date(ctx.now() - HOUR_MS));
    const receivers = await receiversOf(
      db,
      instance.id,
      rows.map((row) => row.outgoing_id),
    );
    const byMail = Map.groupBy(receivers, (row) => row.outgoing_id);
    return rows.map((row) => toOutgoing(row, byMail.get(row.outgoing_id) ?? [], person.id));
  },

  async sendingLog(ctx, { outgoingId }) {
    await ownRow(ctx, await outboxRow(ctx.db, ctx.instance.id, outgoingId));
    const tries = await logOf(ctx.db, ctx.instance.id, outgoingId);
    return { tries: tries.map(({ attempt, at, lines }) => ({ attempt, at: at.toISOString(), lines })) };
  },

  async testSending(ctx, { accountId, sendTo, ...given }) {
    requireRight(ctx, 'mailList');
    const account = accountId === null ? undefined : await seenAccount(ctx, accountId, 'any');
    const to = sendTo === null ? undefined : (sendableAddress(sendTo) ?? fail('MAIL_ADDRESS_INVALID'));
    const stored = account !== undefined && mayChangeAccount(ctx.person, account) ? account : undefined;
    const server = {
      host: given.host,
      port: given.port,
      security: given.security,
      login: loginOf(ctx, given, stored),
      trustedFingerprint: given.trustedFingerprint,
      isVerified: true,
    };
    const tested = { server, policy: parts.policy, name: parts.name, deadlines: SUBMIT_DEADLINES };
    const answer = await testSubmit(tested);
    if (answer.fault !== null || to === undefined) return { ...answer, extensions: [...answer.extensions] };
    const raw = await testMail(account?.email ?? to, to, new Date(ctx.now()));
    const sent = await handOver({
      ...tested,
      letter: {
        from: account?.email ?? to,
        to: [to],
        size: raw.byteLength,
        open: () => Readable.from([raw]),
        reference: randomBytes(16).toString('hex'),
        wantsDelivery: false,
      },
      release: () => Promise.resolve(true),
    });
    if (sent.decision === 'accepted') return { ...answer, extensions: [...answer.extensions] };
    const address = `${given.host}:${given.port}`;
    const refused = { code: 'SERVER_REFUSED', address, serverSaid: sent.answer, fingerprint: null } as const;
    return { ...answer, extensions: [...answer.extensions], fault: sent.serverFault ?? refused };
  },
});

/** What is signed in with where a form leaves it out: what is stored, and only with the server that it is for. */
function loginOf(
  ctx: QueryContext,
  given: { readonly host: string; readonly port: number; readonly userName: string; readonly password: string },
  account: AccountRow | undefined,
) {
  const isSame = account !== undefined && account.smtp_host === given.host && account.smtp_port === given.port;
  const isOwner = account?.owner_id === ctx.person.id;
  const way =
    account === undefined || (!isSame && !isOwner)
      ? undefined
      : wayOf({
          account: {
            ...account,
            smtp_host: given.host,
            smtp_user_name: given.userName,
            sealed_smtp_password: isSame ? account.sealed_smtp_password : null,
          },
          secrets: ctx.secrets,
          policy: { allowPrivateHosts: true },
          relay: undefined,
          tokens: undefined,
        });
  const login = way?.server.login ?? null;
  const userName = given.userName || login?.userName || '';
  return userName === '' ? null : { userName, password: given.password || login?.password || '' };
}

const testMail = (from: string, to: string, date: Date): Promise<Buffer> =>
  composeMail({
    from: { name: '', address: from },
    to: [{ name: '', address: to }],
    cc: [],
    bcc: [],
    subject: 'Kontor: Probe · Test',
    messageId: `<${randomBytes(16).toString('hex')}@${from.split('@').at(-1) ?? 'localhost'}>`,
    date,
    inReplyTo: null,
    references: [],
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: 'Diese E-Mail zeigt, dass der Versand geht.\r\nThis mail shows that sending works.\r\nKontor\r\n',
    html: null,
    files: [],
    calendar: null,
    boundary: randomBytes(8).toString('hex'),
  });

const settleParts = (parts: SendingParts, ctx: CommandContext): SettleParts => ({
  triesHours: parts.triesHours,
  onPush: (accountId) => parts.push(ctx.instance.id, accountId),
  onCopy: (accountId) => parts.push(ctx.instance.id, accountId),
});
const wakeAfter = ({ wake }: SendingParts, ctx: CommandContext): void => ctx.afterCommit(wake);

/** What is done with a mail that is in the outbox. */
const outboxCommandHandlers = (parts: SendingParts) =>
  ({
    async cancelSending(ctx, { outgoingId }) {
      const row = await lockOwn(ctx, outgoingId);
      if (!isCancellable(row)) return fail('MAIL_SENDING_BEGUN');
      const draft = await restoreDraft(ctx, row);
      const cancelled = {
        stage: 'cancelled' as const,
        process_id: null,
        next_at: NEVER,
        stage_at: new Date(ctx.now()),
      };
      await updateOutgoing(ctx.db, row, cancelled);
      if (row.mail_id !== null) {
        const account = await findAnyAccount(ctx.db, ctx.instance.id, row.account_id);
        await setLocationFromOutside(ctx, [
          {
            activityId: row.mail_id,
            location: 'trash',
            ownerId: row.user_id,
            sharedBoxId: account?.box_id ?? null,
          },
        ]);
      }
      await announceOutgoing(ctx, { ...row, ...cancelled });
      return draft;
    },

    async changeSending(ctx, { outgoingId, sendAt }) {
      const row = await lockOwn(ctx, outgoingId);
      if (row.stage !== 'waiting') return fail('MAIL_SENDING_BEGUN');
      const at = Date.parse(sendAt);
      if (!isSendTime(at, ctx.now())) return fail('MAIL_SEND_TIME');
      const start = new Date(Math.max(at, ctx.now()));
      const changed = { send_at: start, next_at: start, process_id: null };
      await updateOutgoing(ctx.db, row, { ...changed, dated_at: new Date(Math.floor(start.getTime() / 1000) * 1000) });
      await announceOutgoing(ctx, { ...row, ...changed });
      wakeAfter(parts, ctx);
      return {};
    },

    async settleSending(ctx, { outgoingId, decision }) {
      const row = await lockOwn(ctx, outgoingId);
      if (row.stage !== 'unknown' && row.stage !== 'refused') return fail('MAIL_NOT_UNSURE');
      if (decision === 'sent' && row.stage === 'refused') return fail('MAIL_NOT_UNSURE');
      if (decision === 'later') {
        if (row.mail_id !== null)
          await setStatusFromOutside(ctx, [
            { activityId: row.mail_id, userIds: [ctx.person.id], status: 2, onlyFrom: [1, 3] },
          ]);
        await updateOutgoing(ctx.db, row, { process_id: null, next_at: NEVER });
        return {};
      }
      const receivers = await receiversOf(ctx.db, ctx.instance.id, [outgoingId]);
      const to = decision === 'sent' ? ('accepted' as const) : ('pending' as const);
      const isMeant = (state: string) => state === 'unknown' || (decision === 'again' && state === 'refused');
      const states = new Map(
        receivers.map(({ address, state, answer }) => [address, { state: isMeant(state) ? to : state, answer }]),
      );
      await updateOutgoing(ctx.db, row, { settled_by: ctx.person.id });
      if (decision === 'sent') {
        await applyStates(ctx, settleParts(parts, ctx), row, states, { fault: null, answer: row.answer });
        return {};
      }
      // Its time begins anew, and its next try is now.
      const now = new Date(ctx.now());
      const again = {
        stage: 'built' as const,
        process_id: null,
        send_at: now,
        next_at: now,
        stage_at: now,
        fault: null,
      };
      await applyStates(ctx, settleParts(parts, ctx), { ...row, send_at: now }, states, {
        fault: null,
        answer: row.answer,
      });
      await updateOutgoing(ctx.db, row, again);
      await announceOutgoing(ctx, { ...row, ...again });
      wakeAfter(parts, ctx);
      return {};
    },
  }) satisfies Partial<CommandHandlers<typeof sendingCommands>>;

export const sendingCommandHandlers = (parts: SendingParts): CommandHandlers<typeof sendingCommands> => ({
  async send(ctx, given) {
    const answer = await sendMail(ctx, parts, given);
    wakeAfter(parts, ctx);
    return answer;
  },

  ...outboxCommandHandlers(parts),

  async copyToAccount(ctx, { aggregateId, destinationAccountIdConfiguration: accountId }) {
    requireRight(ctx, 'mailList');
    const { db, instance, person } = ctx;
    const mail =
      aggregateId.module === 'email' ? await findMail(db, instance.id, person.id, aggregateId.entryId) : undefined;
    if (mail === undefined) return fail('NOT_FOUND');
    const account = await findAccount(db, instance.id, accountId);
    if (account === undefined || account.kind !== 'imap' || !maySeeAccount(person, account)) return fail('NOT_FOUND');
    if (!maySendFor(person, account)) return fail('RIGHT_MISSING');
    const raw = (await rawOf(db, instance.id, person.id, mail.mail_id)) ?? fail('NOT_FOUND');
    await copyInto(ctx, account, mail, raw);
    ctx.afterCommit(() => parts.push(instance.id, accountId));
    return {};
  },

  async updateSending(ctx, { accountId, sending, sentCopy }) {
    const account = await changeableAccount(ctx, accountId, 'any');
    const isSame =
      sending !== null &&
      account.smtp_host === sending.host &&
      account.smtp_port === sending.port &&
      account.smtp_security === sending.security;
    // The password is for one server: whoever names another types it again, but for the owner.
    const keeps = isSame || account.owner_id === ctx.person.id;
    const kept = sending === null || !keeps ? '' : smtpPassword(ctx.secrets, account);
    await chooseSending(ctx, accountId, { sending, sentCopy }, kept);
    announce(ctx, { email: account.email, change: 'changed', members: everybody(account) });
    wakeAfter(parts, ctx);
    return {};
  },
});
