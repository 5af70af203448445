import { sql, type Insertable, type Selectable } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { asIfUtc, spanMoments } from '../times.ts';
import type { FeedEvent } from './tables.ts';
import './tables.ts';

export type SourceRow = Selectable<Tables['calendar_source']>;
export type SubscriptionRow = Selectable<Tables['calendar_subscription']>;

/** The source of an address, made where there is none. */
export async function sourceOf(db: Db, instanceId: number, address: string): Promise<SourceRow> {
  await db
    .insertInto('calendar_source')
    .values({ instance_id: instanceId, address })
    .onConflict((conflict) => conflict.columns(['instance_id', 'address']).doNothing())
    .execute();
  return db
    .selectFrom('calendar_source')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('address', '=', address)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const findSource = (db: Db, instanceId: number, sourceId: number): Promise<SourceRow | undefined> =>
  db
    .selectFrom('calendar_source')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();

export async function updateSource(
  db: Db,
  { instance_id, source_id }: Pick<SourceRow, 'instance_id' | 'source_id'>,
  set: Partial<Omit<Insertable<Tables['calendar_source']>, 'instance_id' | 'source_id'>>,
): Promise<void> {
  await db
    .updateTable('calendar_source')
    .set(set)
    .where('instance_id', '=', instance_id)
    .where('source_id', '=', source_id)
    .execute();
}

/** Takes a source away that nobody subscribes to. */
export async function dropUnread(db: Db, instanceId: number, sourceId: number): Promise<void> {
  await sql`delete from calendar_source s where s.instance_id = ${instanceId} and s.source_id = ${sourceId} and not exists (
    select from calendar_subscription c where c.instance_id = s.instance_id and c.source_id = s.source_id)`.execute(db);
}

/** Puts what a feed says in the place of what it said before. */
export async function putEvents(
  db: Db,
  { instance_id, source_id }: Pick<SourceRow, 'instance_id' | 'source_id'>,
  events: readonly FeedEvent[],
): Promise<void> {
  await db
    .deleteFrom('calendar_source_event')
    .where('instance_id', '=', instance_id)
    .where('source_id', '=', source_id)
    .execute();
  if (events.length === 0) return;
  const starts = events.map(({ slot, added }) =>
    new Date(Math.min(spanMoments(slot).start, ...added.slice(0, 1).map(asIfUtc))).toISOString(),
  );
  const ends = events.map(({ slot, rule, added }) =>
    rule === null && added.length === 0 ? new Date(spanMoments(slot).end).toISOString() : null,
  );
  await sql`insert into calendar_source_event (instance_id, source_id, n, starts_at, ends_at, event)
    select ${instance_id}, ${source_id}, e.n, e.starts, e.ends, e.event from unnest(${starts}::timestamptz[], ${ends}::timestamptz[],
      ${events.map((event) => JSON.stringify(event))}::jsonb[]) with ordinality as e (starts, ends, event, n)`.execute(
    db,
  );
}

export const subscriptionsOf = (db: Db, instanceId: number, userId: number) =>
  db
    .selectFrom('calendar_subscription as c')
    .innerJoin('calendar_source as s', (join) =>
      join.onRef('s.instance_id', '=', 'c.instance_id').onRef('s.source_id', '=', 'c.source_id'),
    )
    .select([
      'c.subscription_id',
      'c.source_id',
      'c.name',
      'c.color',
      'c.counts_busy',
      's.name as own_name',
      's.address',
      's.fetched_at',
      's.tried_at',
      's.next_at',
      's.problem',
      's.events',
    ])
    .where('c.instance_id', '=', instanceId)
    .where('c.user_id', '=', userId)
    .orderBy('c.subscription_id')
    .execute();

/** Those who subscribe to a source. */
export const subscribersOf = (
  db: Db,
  instanceId: number,
  sourceId: number,
): Promise<readonly Pick<SubscriptionRow, 'user_id' | 'counts_busy'>[]> =>
  db
    .selectFrom('calendar_subscription')
    .select(['user_id', 'counts_busy'])
    .where('instance_id', '=', instanceId)
    .where('source_id', '=', sourceId)
    .execute();

/** Which sources take the time of some people. */
export const sourcesTaking = (
  db: Db,
  instanceId: number,
  userIds: readonly number[],
): Promise<readonly Pick<SubscriptionRow, 'user_id' | 'source_id'>[]> =>
  db
    .selectFrom('calendar_subscription')
    .select(['user_id', 'source_id'])
    .where('instance_id', '=', instanceId)
    .where('user_id', 'in', [...userIds])
    .where('counts_busy', '=', true)
    .orderBy('subscription_id')
    .execute();

/** Subscribes somebody to a source; whoever does so already has it under the new name. */
export async function putSubscription(db: Db, row: Insertable<Tables['calendar_subscription']>): Promise<number> {
  const { name, color } = row;
  const { subscription_id: id } = await db
    .insertInto('calendar_subscription')
    .values(row)
    .onConflict((conflict) => conflict.columns(['instance_id', 'user_id', 'source_id']).doUpdateSet({ name, color }))
    .returning('subscription_id')
    .executeTakeFirstOrThrow();
  return id;
}

const own = (instanceId: number, userId: number, id: number) =>
  sql<boolean>`instance_id = ${instanceId} and user_id = ${userId} and subscription_id = ${id}`;

export const findSubscription = (db: Db, instanceId: number, userId: number, id: number) =>
  db
    .selectFrom('calendar_subscription')
    .selectAll()
    .where(own(instanceId, userId, id))
    .forUpdate()
    .executeTakeFirst();

export async function updateSubscription(
  db: Db,
  { instance_id, user_id, subscription_id }: SubscriptionRow,
  set: Partial<Pick<SubscriptionRow, 'name' | 'color' | 'counts_busy'>>,
): Promise<void> {
  await db
    .updateTable('calendar_subscription')
    .set(set)
    .where(own(instance_id, user_id, subscription_id))
    .execute();
}

export async function dropSubscription(db: Db, row: SubscriptionRow): Promise<void> {
  const { instance_id, user_id, subscription_id } = row;
  await db
    .deleteFrom('calendar_subscription')
    .where(own(instance_id, user_id, subscription_id))
    .execute();
}

/** Events and series of a source that one question reads. */
const MAX_SINGLE = 5000;
const MAX_SERIES = 1000;

/** What of a source may take place between two local times as if in UTC: single events, then series. */
export async function eventsBetween(
  db: Db,
  instanceId: number,
  sourceId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly FeedEvent[]> {
  const { rows } = await sql<{ event: FeedEvent }>`
    (select event from calendar_source_event where instance_id = ${instanceId} and source_id = ${sourceId}
      and starts_at < ${to} and ends_at >= ${from} order by starts_at limit ${atMost(MAX_SINGLE)})
    union all
    (select event from calendar_source_event where instance_id = ${instanceId} and source_id = ${sourceId}
      and starts_at < ${to} and ends_at is null order by starts_at desc limit ${atMost(MAX_SERIES)})`.execute(db);
  return rows.map(({ event }) => event);
}
