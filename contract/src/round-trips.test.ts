import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ALL_COMMANDS, ALL_QUERIES } from './all.ts';
import { WRITTEN_BACK } from './written-back.ts';

/** Things of lists whose examples are empty. */
const SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'mail.absences': {
    userId: 1,
    accountId: null,
    startsAt: '2026-12-21T00:00:00.000Z',
    endsAt: '2027-01-04T00:00:00.000Z',
    subject: 'Abwesend bis 3. Januar',
    content: '<p>Guten Tag,</p>',
    innerContent: '',
    answers: true,
    substituteId: 2,
    name: 'Anna Berger',
    substituteName: 'Ben Ahrens',
    changeable: true,
    version: 1,
  },
  'mail.comments': {
    commentId: 1,
    userId: 2,
    name: 'Ben Ahrens',
    avatar: null,
    content: 'Ich rufe an.',
    mentions: [],
    at: 1_796_112_000,
    editedAt: null,
    changeable: true,
    version: 1,
  },
};

/** What is sent back of an answer: all of it, or one thing of its list. */
function thingOf(query: string, isOfMany: boolean): Readonly<Record<string, unknown>> {
  const result = ALL_QUERIES.get(query)?.example.result as object;
  const list: unknown = Array.isArray(result) ? result : Object.values(result).find(Array.isArray);
  const thing = isOfMany ? (list as unknown[]).at(-1) : result;
  return { ...(SAMPLES[query] ?? (thing as Record<string, unknown>)) };
}

describe.each(WRITTEN_BACK)('$query and $command', ({ query, command, isOfMany }) => {
  const definition = ALL_COMMANDS.get(command);
  const answer = thingOf(query, isOfMany);
  // What an answer does not say of the thing is which one it is.
  const params = definition?.example.params as Readonly<Record<string, unknown>>;
  const isWhich = (name: string): boolean =>
    (/^(?:\w+I[dD]|ID|id)$/.test(name) || (name === 'aggregateVersion' && !('version' in answer))) && !(name in answer);
  const which = Object.fromEntries(Object.entries(params).filter(([name]) => isWhich(name)));
  const parse = (given: unknown) => v.safeParse(definition?.params ?? v.never(), given);

  test('the answer is taken as it came', () => {
    expect(Object.keys(answer)).not.toEqual([]);
    const { issues, output } = parse({ ...which, ...answer });
    expect(issues).toBeUndefined();
    // What is not written is no part of what the handler gets.
    const { entries = {} } = (definition?.params ?? {}) as { readonly entries?: object };
    const own = Object.keys(entries);
    expect(Object.keys(output as object).filter((name) => !own.includes(name))).toEqual([]);
    if ('version' in answer && own.includes('aggregateVersion'))
      expect(output).toMatchObject({ aggregateVersion: answer['version'] });
  });

  test('what neither of them knows is refused', () => {
    expect(parse({ ...which, ...answer, madeUp: 1 }).success).toBe(false);
    for (const given of [null, 'x', [answer]]) expect(parse(given).success).toBe(false);
  });
});

test('pairs are found by their names', () => {
  const found = WRITTEN_BACK.map(({ query, command }) => `${query} ${command}`);
  expect(found).toEqual(
    expect.arrayContaining([
      'task.details task.process',
      'document.details document.process',
      'memo.details memo.save',
      'phoneCall.details phoneCall.process',
      'appointment.details appointment.save',
      'appointment.details appointment.editSingle',
      'recordActivity.scheduledDetails recordActivity.save',
      'notification.configuration notification.update',
      'account.instanceSettings account.saveInstanceSettings',
      'record.kind record.saveKind',
      'message.drafts message.saveDraft',
      'mail.rules mail.saveRule',
    ]),
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
