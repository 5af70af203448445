import {
  CALENDAR_IMPORT_LIMITS,
  CALENDAR_SUBSCRIPTIONS_KEY,
  appointmentEvents,
  calendarKey,
  subscriptionCalendar,
  type SubscriptionProblem,
} from '@kontor/contract/appointment';
import { decodeText } from '../../../platform/charset.ts';
import { FetchRefusal, fetchChanged, type EgressPolicy } from '../../../platform/egress/index.ts';
import { CalendarUnreadable } from '../../../platform/icalendar/index.ts';
import type { JobContext, JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { timeZoneOf } from '../../account/index.ts';
import { announceTaken } from '../announcing.ts';
import { backOffMs, everyMsOf, readFeed, type Feed } from './feed.ts';
import {
  dropUnread,
  findSource,
  putEvents,
  subscribersOf,
  subscriptionsOf,
  updateSource,
  type SourceRow,
} from './store.ts';

const FETCH_JOB = 'appointment.fetchSource';
const TIMEOUT_MS = 60_000;

/** Where feeds may be; `ports` beside those of the web are for tests. */
export type FeedPolicy = EgressPolicy & { readonly ports?: readonly number[] };

/** Has a source fetched, once at a time, whoever wants it. */
export async function fetchAt(
  ctx: Pick<ChangeContext, 'enqueue' | 'instance' | 'db'>,
  source: Pick<SourceRow, 'instance_id' | 'source_id'>,
  at: Date,
): Promise<void> {
  await updateSource(ctx.db, source, { next_at: at });
  const key = `${FETCH_JOB}:${ctx.instance.id}:${source.source_id}`;
  await ctx.enqueue(FETCH_JOB, { sourceId: source.source_id }, { key, runAt: at });
}

/** Tells those who subscribe that a feed, or how it stands, is another. */
async function notify(ctx: ChangeContext, sourceId: number): Promise<void> {
  for (const { user_id: userId } of await subscribersOf(ctx.db, ctx.instance.id, sourceId)) {
    const own = (await subscriptionsOf(ctx.db, ctx.instance.id, userId)).filter((one) => one.source_id === sourceId);
    const keys = own.map((one) => calendarKey(subscriptionCalendar(one.subscription_id)));
    ctx.emit(
      appointmentEvents.rightsChanged,
      { users: [userId], isQuiet: true },
      { keys: [CALENDAR_SUBSCRIPTIONS_KEY, ...keys], processIds: [...ctx.processIds], aggregateIds: [] },
    );
  }
}

type Copy = { readonly etag: string | null; readonly lastModified: string | null; readonly feed: Feed };

/** The feed as it is now; undefined where it is as it was. */
async function fetchFeed(ctx: JobContext, source: SourceRow, policy: FeedPolicy): Promise<Copy | undefined> {
  const limits = {
    maxBytes: CALENDAR_IMPORT_LIMITS.bytes,
    timeoutMs: TIMEOUT_MS,
    accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
    // What it is the text says; many servers give it no type of its own.
    accepts: () => true,
    ...(policy.ports === undefined ? {} : { ports: policy.ports }),
  };
  const known = { etag: source.etag, lastModified: source.last_modified };
  const fetched = await fetchChanged(source.address, policy, limits, known);
  if (fetched === undefined) return undefined;
  const feed = await readFeed(decodeText(fetched.bytes), timeZoneOf(ctx.instance));
  return { etag: fetched.etag, lastModified: fetched.lastModified, feed };
}

const problemOf = (error: unknown): SubscriptionProblem => {
  if (error instanceof CalendarUnreadable) return error.reason === 'TOO_LARGE' ? 'large' : 'calendar';
  if (error instanceof FetchRefusal) return error.message.startsWith('More than') ? 'large' : 'refused';
  return 'unreached';
};

/** Fetches a source; what was there stays where that fails. It is fetched again later in any case, as long as somebody subscribes. */
async function fetchSource(ctx: JobContext, sourceId: number, policy: FeedPolicy): Promise<void> {
  // Whoever subscribed may be gone.
  await ctx.change((change) => dropUnread(change.db, ctx.instance.id, sourceId));
  const source = await findSource(ctx.db, ctx.instance.id, sourceId);
  if (source === undefined) return;
  const found = await fetchFeed(ctx, source, policy).catch((error: unknown) => problemOf(error));
  await ctx.change(async (change) => {
    const now = new Date(change.now());
    if (typeof found === 'string') {
      const failures = source.failures + 1;
      await updateSource(change.db, source, { tried_at: now, problem: found, failures });
      await fetchAt(change, source, new Date(now.getTime() + backOffMs(failures)));
      return notify(change, sourceId);
    }
    const good = { tried_at: now, fetched_at: now, problem: null, failures: 0 };
    if (found === undefined) await updateSource(change.db, source, good);
    else {
      const { etag, lastModified, feed } = found;
      await putEvents(change.db, source, feed.events);
      const copy = {
        etag,
        last_modified: lastModified,
        name: feed.name,
        events: feed.events.length,
        every_ms: feed.everyMs,
      };
      await updateSource(change.db, source, { ...good, ...copy, problem: feed.isCut ? 'large' : null });
      for (const one of await subscribersOf(change.db, ctx.instance.id, sourceId))
        if (one.counts_busy) await announceTaken(change, one.user_id);
    }
    // One that is as it was keeps how often it wants to be fetched.
    await fetchAt(change, source, new Date(now.getTime() + (found?.feed.everyMs ?? source.every_ms ?? everyMsOf(''))));
    await notify(change, sourceId);
  });
}

export const fetchJobs = (policy: FeedPolicy): JobHandlers => ({
  [FETCH_JOB]: (ctx, payload) => fetchSource(ctx, Number(payload['sourceId']), policy),
});
