import {
  CALENDAR_SUBSCRIPTIONS_KEY,
  MAX_SUBSCRIPTIONS,
  appointmentEvents,
  subscriptionCalendar,
  type CalendarSubscription,
  type subscriptionCommands,
  type subscriptionQueries,
} from '@kontor/contract/appointment';
import type { CommandContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireSeeing } from '../access.ts';
import { announceTaken } from '../announcing.ts';
import { fetchAt } from './fetching.ts';
import {
  dropSubscription,
  dropUnread,
  findSource,
  findSubscription,
  putSubscription,
  sourceOf,
  subscriptionsOf,
  updateSubscription,
  type SubscriptionRow,
} from './store.ts';

/** A feed is not fetched more often than this, whoever wants it. */
const MIN_BETWEEN_MS = 30_000;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** An address as it is fetched. Fails with CALENDAR_ADDRESS_INVALID. */
function addressFrom(given: string): string {
  const web = given.replace(/^webcals?:/i, 'https:');
  const url = URL.canParse(web) ? new URL(web) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === undefined || !isWeb || url.username !== '' || url.password !== '')
    return fail('CALENDAR_ADDRESS_INVALID');
  url.hash = '';
  return url.href;
}

const announce = (ctx: CommandContext): void =>
  ctx.emit(
    appointmentEvents.rightsChanged,
    { users: [ctx.person.id], isQuiet: true },
    { keys: [CALENDAR_SUBSCRIPTIONS_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
  );

async function own(ctx: CommandContext, id: number): Promise<SubscriptionRow> {
  requireSeeing(ctx);
  return (await findSubscription(ctx.db, ctx.instance.id, ctx.person.id, id)) ?? fail('NOT_FOUND');
}

export const subscriptionQueryHandlers: QueryHandlers<typeof subscriptionQueries> = {
  async subscriptions(ctx) {
    requireSeeing(ctx);
    const rows = await subscriptionsOf(ctx.db, ctx.instance.id, ctx.person.id);
    const subscriptions = rows.map((row): CalendarSubscription => ({
      id: row.subscription_id,
      calendarId: subscriptionCalendar(row.subscription_id),
      name: row.name || row.own_name || new URL(row.address).hostname,
      address: row.address,
      color: row.color,
      isBusy: row.counts_busy,
      fetchedAt: iso(row.fetched_at),
      triedAt: iso(row.tried_at),
      nextAt: iso(row.next_at),
      problem: row.problem,
      events: row.events,
    }));
    return { subscriptions: subscriptions.toSorted((one, other) => one.name.localeCompare(other.name)) };
  },
};

export const subscriptionCommandHandlers: CommandHandlers<typeof subscriptionCommands> = {
  async subscribe(ctx, { address: given, name, color }) {
    requireSeeing(ctx);
    const { db, instance, person } = ctx;
    const address = addressFrom(given);
    const source = await sourceOf(db, instance.id, address);
    const known = await subscriptionsOf(db, instance.id, person.id);
    const isNew = known.every((one) => one.source_id !== source.source_id);
    if (isNew && known.length >= MAX_SUBSCRIPTIONS)
      return fail('TOO_MANY_CALENDAR_SUBSCRIPTIONS', { data: { max: MAX_SUBSCRIPTIONS } });
    const row = { instance_id: instance.id, user_id: person.id, source_id: source.source_id, name, color };
    const id = await putSubscription(db, { ...row, created_at: new Date(ctx.now()) });
    if (source.next_at === null) await fetchAt(ctx, source, new Date(ctx.now()));
    announce(ctx);
    return { id };
  },

  async saveSubscription(ctx, { id, name, color, isBusy }) {
    const row = await own(ctx, id);
    await updateSubscription(ctx.db, row, {
      name: name ?? row.name,
      color: color ?? row.color,
      counts_busy: isBusy ?? row.counts_busy,
    });
    announce(ctx);
    if (isBusy !== undefined && isBusy !== row.counts_busy) await announceTaken(ctx, ctx.person.id);
    return {};
  },

  async fetchSubscription(ctx, { id }) {
    const { source_id: sourceId } = await own(ctx, id);
    const source = await findSource(ctx.db, ctx.instance.id, sourceId);
    if (source === undefined) return fail('NOT_FOUND');
    const least = (source.tried_at?.getTime() ?? 0) + MIN_BETWEEN_MS;
    await fetchAt(ctx, source, new Date(Math.max(ctx.now(), least)));
    announce(ctx);
    return {};
  },

  async unsubscribe(ctx, { id }) {
    const row = await own(ctx, id);
    await dropSubscription(ctx.db, row);
    await dropUnread(ctx.db, ctx.instance.id, row.source_id);
    announce(ctx);
    if (row.counts_busy) await announceTaken(ctx, ctx.person.id);
    return {};
  },
};
