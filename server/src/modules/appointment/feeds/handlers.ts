import {
  CALENDAR_FEED_KEY,
  appointmentEvents,
  type CalendarFeed,
  type FeedLevel,
  type feedCommands,
  type feedQueries,
} from '@kontor/contract/appointment';
import { randomBytes } from 'node:crypto';
import type { CommandContext, InstanceContext } from '../../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { requireSeeing } from '../access.ts';
import { dropFeed, findFeed, putFeed, type FeedRow } from '../store/feeds.ts';
import { exportCalendar } from './exporting.ts';
import { feedPath } from './tokens.ts';

const NONCE_BYTES = 18;

const toFeed = (
  { secrets, instance }: Pick<InstanceContext, 'secrets' | 'instance'>,
  row: Pick<FeedRow, 'user_id' | 'level' | 'nonce' | 'created_at' | 'last_used_at'>,
): CalendarFeed => ({
  level: row.level,
  path: feedPath(secrets, instance.id, row.user_id, row.nonce),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

const announce = (ctx: CommandContext): void =>
  ctx.emit(
    appointmentEvents.rightsChanged,
    { users: [ctx.person.id], isQuiet: true },
    { keys: [CALENDAR_FEED_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
  );

export const feedQueryHandlers: QueryHandlers<typeof feedQueries> = {
  async feed(ctx) {
    requireSeeing(ctx);
    const row = await findFeed(ctx.db, ctx.instance.id, ctx.person.id);
    return { feed: row === undefined ? null : toFeed(ctx, row) };
  },

  export: exportCalendar,
};

async function renew(ctx: CommandContext, level: FeedLevel): Promise<CalendarFeed> {
  const made = {
    user_id: ctx.person.id,
    level,
    nonce: randomBytes(NONCE_BYTES).toString('base64url'),
    created_at: new Date(ctx.now()),
  };
  await putFeed(ctx.db, ctx.instance.id, made);
  announce(ctx);
  return toFeed(ctx, { ...made, last_used_at: null });
}

export const feedCommandHandlers: CommandHandlers<typeof feedCommands> = {
  async renewFeed(ctx, { level }) {
    requireSeeing(ctx);
    return { feed: await renew(ctx, level) };
  },

  async removeFeed(ctx) {
    requireSeeing(ctx);
    if (!(await dropFeed(ctx.db, ctx.instance.id, ctx.person.id))) fail('NOT_FOUND');
    announce(ctx);
    return {};
  },
};
