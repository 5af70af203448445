import { activityEvents } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import { eventsFor } from './event-body.ts';

const idOf = (entryId: number, userId: number) => formatAggregateId({ module: 'task', entryId, userId });
const at = { now: 0 };

/** Names that say whose something is, and brackets, as an aggregate id does. */
const processIds = ['"aggregateIds":["userId":0,]', idOf(9, 0)];

test('what is told of as everybody’s own bears the id of each, and is the same besides', () => {
  const payload = { keys: ['list', 'task:7'], processIds, aggregateIds: [idOf(7, 0), idOf(8, 0)] };
  const events = eventsFor(activityEvents.activityRemoved, { users: [3, 11, 3], asOwn: true }, payload, at);
  expect(events.map(({ topic }) => topic)).toEqual(['user.3', 'user.11']);
  for (const [n, userId] of [3, 11].entries()) {
    const whole = { ...payload, aggregateIds: [idOf(7, userId), idOf(8, userId)] };
    const [alone] = eventsFor(activityEvents.activityRemoved, { users: [userId] }, whole, at);
    expect(events[n]).toEqual(alone);
    expect(JSON.parse(events[n]?.body ?? '')).toMatchObject({ payload: whole });
  }
});

test('of no item nobody is told as their own', () => {
  const payload = { keys: ['list'], processIds: [], aggregateIds: [] };
  const [own] = eventsFor(activityEvents.activityRemoved, { users: [3], asOwn: true }, payload, at);
  expect(own).toEqual(eventsFor(activityEvents.activityRemoved, { users: [3] }, payload, at)[0]);
});
