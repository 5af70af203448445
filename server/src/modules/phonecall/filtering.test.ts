import type { DueItem } from '@kontor/contract/activity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { list, numberOf, openCalls } from './testing/fixture.ts';

let here: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  here = await openCalls();
});
afterAll(() => here?.server.close());

test('a call is in the selections that it belongs to, and in no other one', async () => {
  const missed = await here.arrive({ reason: '' });
  const busy = await here.arrive({ outcome: 'busy', number: 49461888, number_text: '0461888' });
  const blocked = await here.arrive({ outcome: 'blocked', number: 49461890, number_text: '0461890' });
  const wanted = numberOf(await here.create(here.ben, { callBackDesired: true, callerNumber: '0461 889' }));
  const listed = async (customFilter: string) =>
    (await list(here.ben, { customFilter })).map(({ aggregateId }) => numberOf(aggregateId)).toSorted((a, b) => a - b);
  expect(await listed('missed')).toEqual([missed, busy]);
  expect(await listed('callback')).toEqual([wanted]);
  expect(await listed('blocked')).toEqual([blocked]);
  for (const filter of ['voice', 'fax']) expect(await listed(filter)).toEqual([]);
  expect(await listed('')).toEqual([missed, busy, blocked, wanted]);
});

test('a callback is due for who makes it, or for all who see it where nobody is named', async () => {
  const day = { from: '2027-03-02', to: '2027-03-02', zone: 'Europe/Berlin' };
  const due = async (by: typeof here.anna) =>
    (await by.query<DueItem[]>('activity.due', day)).map(({ title, module, due: at }) => [title, module, at]);
  const at = '2027-03-02T10:00:00.000Z';
  const write = (reason: string, callbackBy: number) =>
    here.create(here.anna, { callBackDesired: true, callbackUntil: at, callbackBy, reason });
  await write('Für Ben', here.ids['ben'] ?? 0);
  await write('Für irgendwen', 0);
  expect(await due(here.ben)).toEqual([
    ['Für Ben', 'phonecall', at],
    ['Für irgendwen', 'phonecall', at],
  ]);
  expect(await due(here.anna)).toEqual([['Für irgendwen', 'phonecall', at]]);
});
