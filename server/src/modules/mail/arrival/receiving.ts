import type { AccountState } from '@kontor/contract/mail';
import { FORGET_ASKED_MS, FORGET_PASSED_MS, judge, type MailSink } from '../../../platform/mailreceive/index.ts';
import { keysAtWork } from '../../../platform/jobs/enqueue.ts';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext, Instance, Platform } from '../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import type { ListingParts } from './list-fetched.ts';
import { tellAnswers } from './answers.ts';
import { countUnreadable, prepareMail } from './prepare.ts';
import { listMail } from './list.ts';
import { addressKey, domainKey } from '../rules.ts';
import { meetSubstitutes } from '../teamwork/absence/substituting.ts';
import { arrivedAnew, meetRules } from '../teamwork/rules/running.ts';
import { findAnyAccount, type AccountRow } from '../store/accounts.ts';
import { findAddress, findOldestAddress } from '../store/addresses.ts';
import {
  countReceived,
  findAttempt,
  findWaitingReceived,
  insertReceived,
  noteAttempt,
  setMailOfReceived,
  sweepAttempts,
  waitingReceived,
} from '../store/received.ts';

const LIST_RECEIVED_JOB = 'mail.fileReceived';
/** Tries to take a mail apart before it is listed as one that cannot be read. */
const PARSE_TRIES = 2;
const SWEEP_MS = 60 * 60_000;

/** An account that a mail may be left for. */
export interface AddressRecipient {
  readonly key: string;
  readonly instanceId: number;
  readonly accountId: number;
}

const listingKey = (instance: Instance, receivedId: number): string =>
  `${LIST_RECEIVED_JOB}:${instance.id}:${receivedId}`;

const enqueueListingReceived = (ctx: ChangeContext, receivedId: number): Promise<void> =>
  ctx.enqueue(LIST_RECEIVED_JOB, { receivedId }, { key: listingKey(ctx.instance, receivedId) });

/** Where the receiver leaves mails: raw bytes as blobs, a row for each recipient, and the work of listing them, before it says yes. */
export function addressSink(
  tools: Platform & Pick<ServiceTools, 'change' | 'directory'>,
  { waitSeconds }: { readonly waitSeconds: number },
): MailSink<AddressRecipient> {
  const { database, blobs, change, directory, now } = tools;
  return {
    async find(address) {
      const key = addressKey(address);
      const found = await findAddress(database.owner, key);
      return found && { key, instanceId: found.instance_id, accountId: found.account_id };
    },

    async findPostmaster(domain) {
      const found = await findOldestAddress(database.owner, domain && domainKey(domain));
      return found && { key: found.address, instanceId: found.instance_id, accountId: found.account_id };
    },

    async mayPass({ network, sender, recipient }) {
      const db = database.forInstance(recipient.instanceId);
      const attempt = [network, sender, recipient.key];
      const at = new Date(now());
      const { passes, askedAt } = judge(await findAttempt(db, recipient.instanceId, attempt), at, waitSeconds * 1000);
      await noteAttempt(db, recipient.instanceId, attempt, { askedAt, seenAt: at, passed: passes });
      return passes;
    },

    async accept({ file, hash, size, sentHash, sender, recipients }) {
      for (const [instanceId, group] of Map.groupBy(recipients, (recipient) => recipient.instanceId)) {
        const instance = await directory.byId(instanceId);
        if (instance === undefined) throw new Error('The instance of a recipient is gone');
        // On disk first: a row never names bytes that are not there.
        await blobs.adopt(instanceId, file, hash, 'mail');
        await change(instance, async (ctx) => {
          for (const { accountId } of group) {
            const receivedId = await insertReceived(ctx.db, {
              instance_id: instanceId,
              account_id: accountId,
              sent_hash: sentHash,
              sender,
              raw_hash: hash,
              raw_size: size,
              received_at: new Date(now()),
            });
            if (receivedId !== undefined) await enqueueListingReceived(ctx, receivedId);
          }
        });
      }
    },
  };
}

/** What an address is doing: Kontor either receives for it or does not. */
export async function addressState(
  db: JobContext['db'],
  account: AccountRow,
  isReceiving: boolean,
): Promise<AccountState> {
  const { listed, waiting, unreadable, last } = await countReceived(db, account.instance_id, account.account_id);
  return {
    phase: !isReceiving ? 'paused' : waiting > 0 ? 'syncing' : 'watching',
    done: listed,
    total: listed + waiting,
    folder: '',
    fault: null,
    lastSync: last?.toISOString() ?? null,
    quarantined: unreadable,
    leftOut: [],
  };
}

/** Goes on with what was received and not listed when the server ended, and forgets who asked long ago. */
export async function startReceiving(tools: Platform & Pick<ServiceTools, 'change' | 'directory'>): Promise<Service> {
  const { change, database, directory, log, now } = tools;
  for (const instance of await directory.all()) await goOnWith(instance);
  async function goOnWith(instance: Instance): Promise<void> {
    await change(instance, async (ctx) => {
      const waiting = await waitingReceived(ctx.db, instance.id);
      const atWork = await keysAtWork(
        database,
        waiting.map((id) => listingKey(instance, id)),
      );
      for (const id of waiting) if (!atWork.has(listingKey(instance, id))) await enqueueListingReceived(ctx, id);
    });
  }
  let sweeping: Promise<void> | undefined;
  const sweep = async (): Promise<void> => {
    for (const { id } of await directory.all()) {
      const [attemptedBefore, passed] = [new Date(now() - FORGET_ASKED_MS), new Date(now() - FORGET_PASSED_MS)];
      await sweepAttempts(database.forInstance(id), id, attemptedBefore, passed);
    }
  };
  const timer = setInterval(() => {
    sweeping = sweep().catch((error: unknown) => log.warn({ err: error }, 'the greylist cannot be swept'));
  }, SWEEP_MS);
  return {
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

export const receivingJobs = (parts: Pick<ListingParts, 'parser' | 'rules' | 'onAnswers'>): JobHandlers => ({
  [LIST_RECEIVED_JOB]: (ctx, payload) => listReceived(ctx, parts, Number(payload['receivedId'])),
});

/** Takes a received mail apart outside of any transaction, then lists it in one. Running twice changes nothing. */
async function listReceived(
  ctx: JobContext,
  { parser, rules, onAnswers }: Pick<ListingParts, 'parser' | 'rules' | 'onAnswers'>,
  receivedId: number,
): Promise<void> {
  const waiting = await findWaitingReceived(ctx.db, ctx.instance.id, receivedId);
  if (waiting === undefined) return;
  const raw = { hash: waiting.raw_hash, size: waiting.raw_size };
  const mayRetry = ctx.attempt < PARSE_TRIES;
  const mail = await prepareMail({ blobs: ctx.blobs, parser }, ctx.instance.id, raw, { mayRetry });
  countUnreadable(ctx, mail);
  await ctx.change(async (change) => {
    // Read again under a lock: another run may have been faster.
    const received = await findWaitingReceived(change.db, ctx.instance.id, receivedId, true);
    if (received === undefined) return;
    // Taken for good: it is listed also where the address was removed meanwhile.
    const account = await findAnyAccount(change.db, ctx.instance.id, received.account_id);
    if (account === undefined) return;
    const { mailId } = await listMail(change, mail, {
      boxId: account.box_id,
      channel: account.email,
      direction: 'incoming',
      viewers: account.member_ids.map((userId) => ({ userId, status: 1 })),
      internalDate: received.received_at,
      answered: false,
    });
    const fresh = await arrivedAnew(change, account, [mailId]);
    await setMailOfReceived(change.db, ctx.instance.id, receivedId, mailId);
    await tellAnswers(change, onAnswers, account, fresh);
    await meetRules(change, rules, account, fresh);
    await meetSubstitutes(change, account, fresh);
  });
}
