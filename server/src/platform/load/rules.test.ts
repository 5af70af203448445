import { ALL_COMMANDS, ALL_QUERIES } from '@kontor/contract/all';
import { KINDS } from '@kontor/contract/kernel';
import { describe, expect, test } from 'vitest';
import { atWorkOf, isShed, pressureOf, turnsOf, type Pressure } from './rules.ts';
import { TurnRefused, Turnstile } from './turnstile.ts';

test.each([
  [0, 0, 100, 'calm'],
  [200, 1000, 100, 'calm'],
  [201, 0, 100, 'busy'],
  [0, 1001, 100, 'busy'],
  [1000, 1500, 100, 'busy'],
  [1001, 0, 100, 'overloaded'],
  [0, 1501, 100, 'overloaded'],
  // A machine that others keep busy: little of our own is at work.
  [60_000, 60_000, 0, 'calm'],
  [60_000, 60_000, 12, 'calm'],
  [60_000, 60_000, 13, 'busy'],
  [60_000, 60_000, 30, 'busy'],
  [60_000, 60_000, 31, 'overloaded'],
])('a lag of %d ms and a wait of %d ms with %d requests at work is %s', (lagMs, waitMs, atWork, pressure) => {
  expect(pressureOf({ lagMs, waitMs, atWork })).toBe(pressure);
});

test.each([
  [[], 0],
  [[4], 4],
  // One person opens a screen that asks for ten things: no more than six of them are at work.
  [[10], 6],
  [[10, 3], 9],
  // Their session is new: some are still the address's.
  [[10, 10], 12],
  [[70, 70, 70], 18],
])('of requests by person %j so many are at work: %d', (counts, most) => expect(atWorkOf(counts)).toBe(most));

test.each([
  ['calm', []],
  ['busy', ['heavy']],
  ['overloaded', ['normal', 'heavy', 'outside']],
] satisfies [Pressure, string[]][])('under %s pressure these are turned away: %j', (pressure, shed) => {
  const costs = ['light', 'essential', 'normal', 'heavy', 'outside'] as const;
  expect(costs.filter((cost) => isShed(cost, pressure))).toEqual(shed);
});

test('who one is and what one may is always answered, and what reads much gives way', () => {
  const of = (cost: string) => [...ALL_QUERIES.values()].filter((query) => query.cost === cost).map(({ name }) => name);
  expect(of('light')).toEqual([
    'session.user',
    'session.configuration',
    'session.fromToken',
    'account.health',
    // A call that rings, and one that is being made, wait for nobody.
    'phoneCall.running',
    'phoneCall.nextOutgoingId',
    'phoneCall.attempt',
  ]);
  const lists = KINDS.map(({ name }) => `${name}.items`);
  expect(
    of('essential')
      .filter((name) => !lists.includes(name))
      .toSorted(),
  ).toEqual([
    'filter.items',
    'filter.saved',
    'inbox.items',
    'mail.items',
    'phoneCall.card',
    'phoneCall.items',
    'record.items',
    'session.mainMenuItems',
    'session.unfinishedCounts',
    'settings.mine',
  ]);
  expect(of('essential')).toEqual(expect.arrayContaining(['document.items', 'note.items', 'task.items']));
  expect(of('heavy')).toContain('mail.detailsOfMany');
  expect([...ALL_COMMANDS.values()].some((command) => 'cost' in command)).toBe(false);
});

test('there are more turns than connections, and the queue has an end', () => {
  expect(turnsOf(10)).toEqual({ most: 30, queue: 240, waitMs: 500, patience: { few: 6, waitMs: 5000 } });
});

describe('a turnstile', () => {
  const limits = { most: 2, queue: 2, waitMs: 50 };

  test('lets so many in and the others in the order in which they came', async () => {
    const turnstile = new Turnstile(limits);
    const [first, second] = await Promise.all([turnstile.enter(), turnstile.enter()]);
    const order: string[] = [];
    const third = turnstile.enter().then((leave) => (order.push('third'), leave));
    const fourth = turnstile.enter().then((leave) => (order.push('fourth'), leave));
    expect([turnstile.inside, turnstile.waiting, turnstile.isFull]).toEqual([2, 2, true]);
    await expect(turnstile.enter()).rejects.toThrow(TurnRefused);
    first();
    // Whoever says so twice leaves once.
    first();
    (await third)();
    (await fourth)();
    second();
    expect(order).toEqual(['third', 'fourth']);
    expect([turnstile.inside, turnstile.waiting]).toEqual([0, 0]);
  });

  test('lets few wait longer, and what is essential, for which there is more room, too', async () => {
    const turnstile = new Turnstile({ most: 1, queue: 2, waitMs: 10, patience: { few: 1, waitMs: 60_000 } });
    const leave = await turnstile.enter();
    const alone = turnstile.enter();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const essential = [1, 2].map(() => turnstile.enter({ isEssential: true }));
    await expect(turnstile.enter()).rejects.toThrow('full');
    const last = turnstile.enter({ isEssential: true });
    await expect(turnstile.enter({ isEssential: true })).rejects.toThrow('full');
    leave();
    for (const turn of [alone, ...essential, last]) (await turn)();
    expect([turnstile.inside, turnstile.waiting]).toEqual([0, 0]);
  });

  test('lets nobody wait for long, and loses no turn to who has gone', async () => {
    const turnstile = new Turnstile(limits);
    const [first, second] = await Promise.all([turnstile.enter(), turnstile.enter()]);
    await expect(turnstile.enter()).rejects.toThrow('late');
    first();
    second();
    const again = await Promise.all([turnstile.enter(), turnstile.enter()]);
    expect(turnstile.inside).toBe(2);
    for (const leave of again) leave();
    expect(turnstile.inside).toBe(0);
  });
});
