import { accountEvents } from '@kontor/contract/account';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { sent } from '../db/transaction.ts';
import { staysWhile } from '../db/instance-lock.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { appendNotes, type AuditNote } from './audit.ts';
import { eventsFor, type Audience } from '../realtime/event-body.ts';
import type { ChangeContext, Instance, NewsItem, Platform } from './context.ts';

/** Events of an instance leave in the order of their commits: whoever appends holds this lock until then. */
export const OUTBOX_LOCK = 7_340_022;

interface OutboxEvent {
  readonly topic: string;
  readonly body: string;
}

/** Events that a transaction has committed. */
export interface CommittedEvents {
  readonly instanceId: number;
  /** The highest number that the instance had in the outbox before them; 0 for none. */
  readonly before: number;
  /** The highest of their own. */
  readonly last: number;
  /** In the order of their numbers. */
  readonly events: readonly OutboxEvent[];
}

/** Hears of events right after their commit, and of none that was rolled back. */
export type OnCommitted = (committed: CommittedEvents) => void;

/** Stands for everybody of an instance among the stamps. */
const EVERYBODY = 0;

/** Whose stamps an event raises: what was answered to them from memory is answered anew. */
const stampedBy = (audience: Audience): readonly number[] => {
  if (audience === 'instance') return [EVERYBODY];
  return 'users' in audience && audience.isQuiet !== true ? audience.users : [];
};

/**
 * Runs work in one transaction of an instance, with its events and jobs. Where it `beginsAtOnce`, work is called before it is known that the
 * transaction has begun: what it sends first is to change nothing outside of one, see `hasBegun`.
 */
export type Change = <T>(
  instance: Instance,
  work: (ctx: ChangeContext) => Promise<T>,
  processIds?: readonly string[],
  options?: { readonly beginsAtOnce?: true },
) => Promise<T>;

/** Two transactions that wait for each other: PostgreSQL ended one of them, which took no effect and may begin again. */
const MAY_BEGIN_AGAIN = /^(40001|40P01)$/;
const MAX_TRIES = 4;

/** Who is told that the audit log of an instance grows. */
export type Auditors = (db: Db, instanceId: number) => Promise<readonly number[]>;

/** Those of some people whom news reaches at all. */
export type ReachedByNews = (ctx: ChangeContext, userIds: readonly number[]) => Promise<ReadonlySet<number>>;

/** People about whom that was asked before it was known whether there is any news for them. */
export interface AskedAhead {
  readonly userIds: ReadonlySet<number>;
  readonly reached: Promise<ReadonlySet<number>>;
}

/** Hears of the items that a transaction made new to people. */
export type OnNews = (ctx: ChangeContext, items: readonly NewsItem[], ahead?: AskedAhead) => Promise<void>;

interface Hearers {
  readonly auditors: Auditors;
  readonly onNews: OnNews;
  readonly reachedByNews: ReachedByNews;
}

const NOBODY: Hearers = {
  auditors: async () => [],
  onNews: async () => {},
  reachedByNews: async () => new Set(),
};

/** Makes `Change` for a platform. */
export function createChange(platform: Platform, onCommitted: OnCommitted, hearers: Partial<Hearers> = {}): Change {
  const once = changeOnce(platform, onCommitted, { ...NOBODY, ...hearers });
  return async (...given) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await once(...given);
      } catch (error) {
        if (tries === MAX_TRIES || !MAY_BEGIN_AGAIN.test((error as { code?: string }).code ?? '')) throw error;
      }
    }
  };
}

function changeOnce(
  platform: Platform,
  onCommitted: OnCommitted,
  { auditors, onNews, reachedByNews }: Hearers,
): Change {
  return async (instance, work, processIds = [], { beginsAtOnce = false } = {}) => {
    const events: OutboxEvent[] = [];
    const notes: AuditNote[] = [];
    const news: NewsItem[] = [];
    let ahead: AskedAhead | undefined;
    const touched = new Set<number>();
    const afterwards: (() => void)[] = [];
    const last = new Map<string, (db: Db) => Promise<void>>();
    let appended: Promise<AppendedEvents> | undefined;
    const result = await platform.database.transaction(instance.id, async (db) => {
      const stays = staysWhile(db, instance.id);
      if (beginsAtOnce) sent(stays);
      else await stays;
      const ctx: ChangeContext = {
        ...platform,
        instance,
        db,
        processIds,
        emit: (definition, audience, payload) => {
          events.push(...eventsFor(definition, audience, payload, { now: platform.now() }));
          for (const userId of stampedBy(audience)) touched.add(userId);
        },
        enqueue: (job, payload, options) => enqueueJob(db, job, { instanceId: instance.id, ...payload }, options),
        audit: (entry) => void notes.push(entry),
        newsMayReach: (userIds) => {
          const reached = reachedByNews(ctx, userIds);
          sent(reached);
          ahead = { userIds: new Set(userIds), reached };
        },
        news: (items) => void news.push(...items),
        lastly: (key, then) => void last.set(key, then),
        afterCommit: (then) => void afterwards.push(then),
        transient: {
          publish: (...event) => void afterwards.push(() => platform.transient.publish(...event)),
        },
      };
      const answer = await work(ctx);
      if (news.length > 0) await onNews(ctx, news, ahead);
      if (notes.length > 0) {
        const keys = { keys: ['audit'], processIds: [...processIds], aggregateIds: [] };
        ctx.emit(accountEvents.audited, { users: await auditors(db, instance.id) }, keys);
        await appendNotes(db, instance.id, notes, new Date(platform.now()));
      }
      if (events.length > 0) {
        appended = append(
          db,
          instance.id,
          events,
          [...touched].toSorted((a, b) => a - b),
        );
        // The commit goes with it.
        sent(appended);
      }
      if (last.size > 0) await holdOrder(db, instance.id);
      for (const then of last.values()) await then(db);
      return answer;
    });
    if (appended !== undefined) onCommitted({ instanceId: instance.id, ...(await appended), events });
    for (const then of afterwards) then();
    return result;
  };
}

/** Waits until no other transaction of the instance can commit before this one. */
const holdOrder = (db: Db, instanceId: number) =>
  sql`select pg_advisory_xact_lock(${OUTBOX_LOCK}::int, ${instanceId}::int)`.execute(db);

/** JSON and topics have no line break of their own. An array of thousands of them would be read sign by sign on both sides, to quote their quotes. */
const inLines = (texts: readonly string[]): string => texts.join('\n');

interface AppendedEvents {
  readonly before: number;
  readonly last: number;
}

/** The last thing before the commit, so that the lock is held as short as can be. Returns the numbers that the events lie between. */
async function append(
  db: Db,
  instanceId: number,
  events: readonly OutboxEvent[],
  touched: readonly number[],
): Promise<AppendedEvents> {
  const { rows } = await sql<AppendedEvents>`
    select before, last from append_events(${OUTBOX_LOCK}::int, ${instanceId}::int, ${touched}::int[],
      ${inLines(events.map((e) => e.topic))}, ${inLines(events.map((e) => e.body))})`.execute(db);
  return rows[0] ?? { before: 0, last: 0 };
}
