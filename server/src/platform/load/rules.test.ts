import { ALL_COMMANDS, ALL_QUERIES } from '@kontor/contract/all';
import { describe, expect, test } from 'vitest';
import { isShed, pressureOf, turnsOf, type Pressure } from './rules.ts';
import { TurnRefused, Turnstile } from './turnstile.ts';

test.each([
  [0, 0, 'calm'],
  [200, 1000, 'calm'],
  [201, 0, 'busy'],
  [0, 1001, 'busy'],
  [1000, 1500, 'busy'],
  [1001, 0, 'overloaded'],
  [0, 1501, 'overloaded'],
])('a lag of %d ms and a wait of %d ms is %s', (lagMs, waitMs, pressure) => {
  expect(pressureOf({ lagMs, waitMs })).toBe(pressure);
});

test.each([
  ['calm', []],
  ['busy', ['heavy']],
  ['overloaded', ['normal', 'heavy', 'outside']],
] satisfies [Pressure, string[]][])('under %s pressure these are turned away: %j', (pressure, shed) => {
  const costs = ['light', 'normal', 'heavy', 'outside'] as const;
  expect(costs.filter((cost) => isShed(cost, pressure))).toEqual(shed);
});

test('who one is and what one may is always answered, and what reads much gives way', () => {
  const of = (cost: string) => [...ALL_QUERIES.values()].filter((query) => query.cost === cost).map(({ name }) => name);
  expect(of('light')).toEqual(['session.user', 'session.configuration', 'session.fromToken', 'account.health']);
  expect(of('heavy')).toContain('mail.detailsOfMany');
  expect([...ALL_COMMANDS.values()].some((command) => 'cost' in command)).toBe(false);
});

test('there are more turns than connections, and the queue has an end', () => {
  expect(turnsOf(10)).toEqual({ most: 30, queue: 240, waitMs: 500 });
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
