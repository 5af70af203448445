import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressOf } from '../../../platform/http/address.ts';
import type { Property } from '../../../platform/icalendar/index.ts';
import type { Instance, Platform, QueryContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { admit, countingContext, loadPerson, timeZoneOf } from '../../account/index.ts';
import { feedTag, feedText } from './text.ts';
import { findFeed, touchFeed } from '../store/feeds.ts';
import { readFeedName } from './tokens.ts';

/** What the routes stand on. */
export interface FeedParts {
  readonly platform: Platform;
  readonly instanceById: (id: number) => Promise<Instance | undefined>;
}

/** How often it is noted that one is read. */
const TOUCH_MS = 10 * 60_000;

const REFRESH: readonly Property[] = [
  ['refresh-interval', {}, 'duration', 'PT1H'],
  ['x-published-ttl', {}, 'unknown', 'PT1H'],
];

/** The calendars that people let others read by a secret address. */
export function feedRoutes(http: FastifyInstance, { platform, instanceById }: FeedParts): void {
  http.get<{ Params: { name: string } }>('/feeds/:name', async (request, reply) => {
    const name = readFeedName(platform.secrets, request.params.name);
    const instance = name === undefined ? undefined : await instanceById(name.instanceId);
    if (name === undefined || instance === undefined) return fail('NOT_FOUND');
    const db = platform.database.forInstance(instance.id);
    const row = await findFeed(db, instance.id, name.userId);
    const person = await loadPerson({ instance, db }, name.userId);
    if (row?.nonce !== name.nonce || person?.rights.agendaList !== true) {
      // What was an address once is asked for again and again by programs that do not know.
      await admit(countingContext(platform, instance), [{ kind: 'appPassword', key: addressOf(request) }]);
      return fail('NOT_FOUND');
    }
    request.logContext.instanceId = instance.id;
    request.logContext.userId = person.id;
    request.logContext.operation = 'feed';
    const now = platform.now();
    if (row.last_used_at === null || now - row.last_used_at.getTime() > TOUCH_MS)
      await touchFeed(db, instance.id, person.id, new Date(now));
    const ctx: QueryContext = { ...platform, instance, db, person, auditNow: async () => {} };
    const tag = await feedTag(ctx, row.level);
    void reply.header('ETag', tag).header('Cache-Control', 'private, max-age=300');
    if (request.headers['if-none-match'] === tag) return reply.status(304).send();
    return sendCalendar(reply, await feedText(ctx, row.level, { zone: timeZoneOf(instance), lines: REFRESH }));
  });
}

const sendCalendar = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .type('text/calendar; charset=utf-8')
    .header('Content-Disposition', 'attachment; filename="kalender.ics"')
    .send(text);
