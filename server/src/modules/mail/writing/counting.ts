import { writersEnded } from '../../../platform/db/writers.ts';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext, Platform } from '../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import type { MailAddress } from '../../../platform/mailparse/index.ts';
import { addressKey } from '../rules.ts';
import { isNoReply, wordsOf } from './rules.ts';
import {
  addExchanges,
  mailBoxes,
  newestOf,
  nextMails,
  setCounted,
  takeCounted,
  type CountedMail,
  type Exchange,
} from './store/correspondents.ts';

const COUNT_JOB = 'mail.countPeople';
/** Mails that are counted in one transaction, and the most people of one that are. */
const TOGETHER = 200;
const MAX_PEOPLE = 100;
const MAX_NAME = 200;
const MAX_ADDRESS = 320;

/** So long the mails of a box are gathered. */
const GATHERED_MS = 5000;
/** So long those are waited for who are listing mails; after that it is tried again with the mails that come next. */
const MAX_WAIT_MS = 10_000;

/** Has the mails of boxes counted, behind those who wait for the lists. One job a box, in one order. */
export async function enqueueCounting(ctx: ChangeContext, boxIds: readonly number[]): Promise<void> {
  for (const boxId of [...new Set(boxIds)].toSorted((a, b) => a - b))
    await ctx.enqueue(
      COUNT_JOB,
      { boxId },
      { key: `${COUNT_JOB}:${ctx.instance.id}:${boxId}`, afterMs: GATHERED_MS, keepsTime: true },
    );
}

/** With whom mails were exchanged: whom they were sent to, or who has written. Nobody reads where an address says so. */
export function exchangesOf(mails: readonly CountedMail[]): readonly Exchange[] {
  const known = new Map<string, { name: string; sent: number; received: number; at: Date }>();
  const add = (people: readonly MailAddress[], what: 'sent' | 'received', at: Date): void => {
    for (const { name, address } of people.slice(0, MAX_PEOPLE)) {
      if (!/^[^@\s]+@[^@\s]+$/.test(address) || address.length > MAX_ADDRESS || isNoReply(address)) continue;
      const key = addressKey(address);
      const before = known.get(key) ?? { name: '', sent: 0, received: 0, at };
      const usableName = name.trim() === '' || name.includes('@') ? '' : name.trim().slice(0, MAX_NAME).toWellFormed();
      const isNewer = at >= before.at;
      known.set(key, {
        ...before,
        [what]: before[what] + 1,
        name: usableName !== '' && (isNewer || before.name === '') ? usableName : before.name,
        at: isNewer ? at : before.at,
      });
    }
  };
  for (const { people, outgoing, automatic, ts } of mails) {
    if (outgoing) add([...people.to, ...people.cc, ...people.bcc], 'sent', ts);
    else if (!automatic) add(people.from, 'received', ts);
  }
  return [...known].map(([address, row]) => ({ address, ...row, words: wordsOf(row.name, address) }));
}

async function countBox(ctx: JobContext, boxId: number): Promise<void> {
  const { id } = ctx.instance;
  const upTo = await newestOf(ctx.db, id, boxId);
  // Whoever lists mails holds their box before the mails get ids: once all who held one have ended, all ids below the newest are there.
  if (!(await writersEnded(ctx.db, MAX_WAIT_MS))) return ctx.change((change) => enqueueCounting(change, [boxId]));
  for (let isMore = true; isMore;) {
    isMore = await ctx.change(async ({ db }) => {
      const after = await takeCounted(db, id, boxId);
      if (after >= upTo) return false;
      const mails = await nextMails(db, id, boxId, { after, upTo }, TOGETHER);
      await addExchanges(db, id, boxId, exchangesOf(mails));
      const last = mails.length < TOGETHER ? upTo : (mails.at(-1)?.mail_id ?? upTo);
      await setCounted(db, id, boxId, last);
      return last < upTo;
    });
  }
}

export const countingJobs: JobHandlers = {
  [COUNT_JOB]: (ctx, payload) => countBox(ctx, Number(payload['boxId'])),
};

/** Has everything counted that came before anybody counted, or while nobody did. */
export async function startCounting(tools: Platform & ServiceTools): Promise<Service> {
  for (const instance of await tools.directory.all())
    await tools.change(instance, async (ctx) => enqueueCounting(ctx, await mailBoxes(ctx.db, instance.id)));
  return { close: async () => {} };
}
