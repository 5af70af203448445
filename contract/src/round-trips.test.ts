import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ALL_COMMANDS, ALL_QUERIES } from './all.ts';

/** A command that writes what a query answers: that which saves what the details of the same are, and what is written of an answer. */
const PAIRS: readonly (readonly [query: string, command: string])[] = [
  ...[...ALL_QUERIES.keys()]
    .filter((name) => name.endsWith('.details'))
    .flatMap((name) => ['process', 'save'].map((verb) => [name, name.replace('details', verb)] as const))
    .filter(([, command]) => ALL_COMMANDS.has(command)),
  ['mail.prepareAnswer', 'mail.saveDraft'],
  ['mail.prepareAnswer', 'mail.send'],
];

describe.each(PAIRS)('%s and %s', (query, command) => {
  const answer = ALL_QUERIES.get(query)?.example.result as Record<string, unknown>;
  const definition = ALL_COMMANDS.get(command);
  const parse = (params: unknown) => v.safeParse(definition?.params ?? v.never(), params);

  test('the answer is taken as it came', () => {
    const { issues, output } = parse(answer);
    expect(issues).toBeUndefined();
    // What is not written is no part of what the handler gets.
    const { entries = {} } = (definition?.params ?? {}) as { readonly entries?: object };
    const own = Object.keys(entries);
    expect(Object.keys(output as object).filter((name) => !own.includes(name))).toEqual([]);
  });

  test('what neither of them knows is refused', () => {
    expect(parse({ ...answer, madeUp: 1 }).success).toBe(false);
    for (const params of [null, 'x', [answer]]) expect(parse(params).success).toBe(false);
  });
});

test('what is written in its place is among the pairs', () => {
  expect(PAIRS.map(([query]) => query)).toEqual(
    expect.arrayContaining(['task.details', 'document.details', 'memo.details']),
  );
});

test('numbers of things may come as the things themselves', () => {
  const task = ALL_COMMANDS.get('task.process');
  const example = task?.example.params as object;
  const line = { id: 4, aggregateId: 'x', title: 'Angebot', status: 1, due: null, responsibleUserId: 1 };
  const users = [{ userId: 7, userDisplayname: 'Ben', date: null, notified: false }];
  const parsed = v.parse(task?.params ?? v.never(), {
    ...example,
    waitsFor: [3, line],
    alarmConfig: { alarmConfigNotifiableUsers: users, ownerNotified: true },
  });
  expect(parsed).toMatchObject({ waitsFor: [3, 4], alarmConfig: { notifiableUserIds: [7], ownerType: 'never' } });
});

test.each([
  ['paul@werft.example', { receiver: 'paul@werft.example', receiverRealName: '' }],
  [' Paul Neumann <paul@werft.example> ', { receiver: 'paul@werft.example', receiverRealName: 'Paul Neumann' }],
  ['"Neumann, Paul" <paul@werft.example>', { receiver: 'paul@werft.example', receiverRealName: 'Neumann, Paul' }],
  ['<paul@werft.example>', { receiver: 'paul@werft.example', receiverRealName: '' }],
  ['paul', { receiver: 'paul', receiverRealName: '' }],
  [
    { receiver: 'paul@werft.example', receiverRealName: 'Paul', state: 'bounced' },
    { receiver: 'paul@werft.example', receiverRealName: 'Paul' },
  ],
])('a receiver may be %j', (given, taken) => {
  const draft = v.parse(ALL_COMMANDS.get('mail.saveDraft')?.params ?? v.never(), { receiversTo: [given] });
  expect(draft).toMatchObject({ receiversTo: [taken] });
});
