import type { EntryRow } from '@kontor/contract/activity';
import { describe, expect, test } from 'vitest';
import { EntityStore, rowKey } from '../../../client/core/entity-store.ts';
import { ListStore, newestFirst } from '../../../client/core/list-store.ts';
import { createValue } from '../../../client/value.ts';
import type { Client } from '../../../client/client.ts';
import { aRow, testEnvironment } from '../../../client/testing/rows.ts';
import { act, undo } from './actions.ts';
import { type Choice } from './choices.ts';
import { MENU_ACTIONS } from './action-table.ts';
import { saySnoozing } from './saying.ts';
import { snoozeMoments } from './snooze-moments.ts';
import { snoozedText } from './snooze-said.ts';
import { snoozeTexts } from './snooze-texts.ts';
import { snoozeAgain, snoozing, undoSnoozing } from './snoozing.ts';
import { keepsIn, keepsSnoozedIn } from '../list/sources.ts';

const NOW = Date.parse('2026-11-24T10:30:00Z');
const LATER = Math.floor(NOW / 1000) + 3600;
const UNTIL = new Date(LATER * 1000).toISOString();

/** A client that keeps what it is told, and shows it at once. */
function aClient(rows: readonly EntryRow[]) {
  const store = new EntityStore();
  const sent: { name: string; params: { aggregateIds: string[]; until?: string | null; untilAnswered?: boolean } }[] =
    [];
  store.put(rows, store.tick());
  const client = {
    store,
    env: testEnvironment(() => Promise.reject(new Error('no network')), { now: () => NOW }),
    user: createValue({ id: 1 }),
    enqueue: (definition: { name: string }, params: (typeof sent)[number]['params'], about: { patches: [] }) => {
      sent.push({ name: definition.name, params });
      store.applyOptimistic(`p${sent.length}`, about.patches, sent.length);
      return Promise.resolve(`p${sent.length}`);
    },
  } as unknown as Client;
  return { client, store, sent, said: () => sent.map(({ name, params }) => `${name} ${params.aggregateIds.length}`) };
}

const timed = { until: UNTIL, untilAnswered: false };

describe('putting off', () => {
  test('leaves the open lists at once, and comes into that of what is put off', () => {
    const rows = [aRow(1), aRow(2)];
    const { client, store } = aClient(rows);
    const lists = new ListStore(store);
    for (const [id, keep] of [
      ['open', keepsIn('open')],
      ['all', keepsIn('all')],
      ['snoozed', keepsSnoozedIn('open')],
    ] as const) {
      lists.open({ id, keep, compare: newestFirst });
      lists.putTop(id, id === 'snoozed' ? [] : ['email:2', 'email:1'], id === 'snoozed' ? 0 : 2, 100);
    }
    const { before } = snoozing(client, 'snooze', ['email:1'], timed);
    expect(lists.snapshot('open')).toMatchObject({ ids: ['email:2'], total: 1 });
    expect(lists.snapshot('all').ids).toEqual(['email:2', 'email:1']);
    // Only the server knows what such a list has that it never gave.
    expect(lists.unsureAbout('email:1', { snoozedUntil: LATER })).toEqual(['snoozed']);
    expect(store.get('email:1')?.snoozedUntil).toBe(LATER);
    undoSnoozing(client, before);
    expect(lists.snapshot('open')).toMatchObject({ ids: ['email:2', 'email:1'], total: 2 });
    lists.close();
  });

  test.each<[string, object, object, (number | null)[]]>([
    ['a time', timed, { until: UNTIL, untilAnswered: false }, [LATER, LATER]],
    ['an answer', { until: null, untilAnswered: true }, { until: null, untilAnswered: true }, [-1, -1]],
    ['the first of both', { until: UNTIL, untilAnswered: true }, { until: UNTIL, untilAnswered: true }, [LATER, LATER]],
  ])('until %s', (_name, end, params, shown) => {
    const { client, store, sent } = aClient([aRow(1), aRow(2), aRow(3, { trashed: true })]);
    const { before } = snoozing(client, 'snooze', ['email:1', 'email:2', 'email:3', 'email:9'], end as typeof timed);
    expect(before.map(rowKey)).toEqual(['email:1', 'email:2']);
    expect(sent).toMatchObject([{ name: 'activity.snooze', params }]);
    expect(['email:1', 'email:2'].map((key) => store.get(key)?.snoozedUntil)).toEqual(shown);
  });

  test('of very many is told in several commands', () => {
    const rows = Array.from({ length: 250 }, (_, n) => aRow(n + 1));
    const { client, said } = aClient(rows);
    snoozing(client, 'snooze', rows.map(rowKey), timed);
    expect(said()).toEqual(['activity.snooze 100', 'activity.snooze 100', 'activity.snooze 50']);
  });

  test('is undone to what each item was', () => {
    const rows = [
      aRow(1),
      aRow(2, { snoozedUntil: -1 }),
      aRow(3, { snoozedUntil: LATER + 60 }),
      aRow(4, { snoozedUntil: 5 }),
    ];
    const { client, store, said } = aClient(rows);
    const { before } = snoozing(client, 'snooze', rows.map(rowKey), timed);
    undoSnoozing(client, before);
    expect(said()).toEqual(['activity.snooze 4', 'activity.wake 1', 'activity.snooze 1', 'activity.snooze 1']);
    expect(rows.slice(0, 3).map((row) => store.get(rowKey(row))?.snoozedUntil)).toEqual([null, -1, LATER + 60]);
  });

  test('is ended by hand, and that is undone', () => {
    const { client, store, said } = aClient([aRow(1, { snoozedUntil: LATER }), aRow(2)]);
    const { before } = snoozing(client, 'wake', ['email:1', 'email:2'], undefined);
    expect([said(), store.get('email:1')?.snoozedUntil]).toEqual([['activity.wake 1'], null]);
    undoSnoozing(client, before);
    expect([said()[1], store.get('email:1')?.snoozedUntil]).toEqual(['activity.snooze 1', LATER]);
  });

  test.each(['ready', 'delete', 'spam'] as const)(
    'is over with %s, and what undoes that puts off again',
    async (action) => {
      const { client, store, said } = aClient([aRow(1, { snoozedUntil: LATER }), aRow(2)]);
      const { before } = act(client, action, ['email:1', 'email:2']);
      expect(store.get('email:1')?.snoozedUntil).toBeNull();
      undo(client, action, before);
      await expect.poll(() => store.get('email:1')?.snoozedUntil).toBe(LATER);
      expect(said().at(-1)).toBe('activity.snooze 1');
    },
  );

  test('to a time that has come since is left alone', () => {
    const { client, said } = aClient([aRow(1)]);
    snoozeAgain(client, [aRow(1, { snoozedUntil: Math.floor(NOW / 1000) - 1 })]);
    expect(said()).toEqual([]);
  });
});

test.each<[string, Partial<EntryRow>, readonly [boolean, boolean, boolean]]>([
  ['New', {}, [true, false, true]],
  ['put off', { snoozedUntil: LATER }, [false, true, true]],
  ['put off until answered', { snoozedUntil: -1 }, [false, true, true]],
  ['Done and put off', { snoozedUntil: LATER, status: 3 }, [false, false, true]],
  ['put off, in the trash', { snoozedUntil: LATER, trashed: true }, [false, false, false]],
])('an item that is %s', (_name, part, lists) => {
  const row = aRow(1, part);
  expect([keepsIn('open')(row), keepsSnoozedIn('open')(row), keepsIn('all')(row)]).toEqual(lists);
});

test.each<[Partial<EntryRow>, readonly Choice[]]>([
  [{}, ['snooze']],
  [{ snoozedUntil: LATER }, ['snooze', 'wake']],
  [{ trashed: true }, []],
])('of %o the menu offers %j', (part, choices) => {
  const row = aRow(1, part);
  const offered = MENU_ACTIONS.filter(({ action, on }) => (action === 'snooze' || action === 'wake') && on(row, {}));
  expect(offered.map(({ action }) => action)).toEqual(choices);
});

describe('what is said', () => {
  const where = { locale: 'de-DE', zone: 'Europe/Berlin', now: NOW };
  const at = (time: string) => Date.parse(time) / 1000;
  test.each<[Partial<EntryRow>, string]>([
    [{ snoozedUntil: at('2026-11-24T17:00:00Z') }, 'bis heute 18:00'],
    [{ snoozedUntil: at('2026-11-30T07:00:00Z') }, 'bis Mo 8:00'],
    [{ snoozedUntil: at('2026-12-24T07:00:00Z') }, 'bis 24.12. 8:00'],
    [{ snoozedUntil: at('2028-01-03T07:00:00Z') }, 'bis 3.1.2028 8:00'],
    [{ snoozedUntil: -1 }, 'bis zur Antwort'],
    [{ extras: { wokenAt: at('2026-11-24T07:00:00Z'), wokenBy: null } }, 'Zurückgestellt bis heute 8:00'],
    [{ extras: { wokenAt: at('2026-11-23T07:00:00Z'), wokenBy: null } }, 'Zurückgestellt bis Mo 8:00'],
    [{ extras: { wokenAt: at('2026-11-24T07:00:00Z'), wokenBy: 'Paul Neumann' } }, 'Paul Neumann hat geantwortet'],
  ])('of %o: %s', (part, short) => {
    expect(
      snoozedText(aRow(1, part), snoozeTexts.de, where)
        .short.replaceAll(/\s|\u202F/g, ' ')
        .replace('08:', '8:'),
    ).toBe(short);
  });

  test.each([
    [
      'snooze',
      { until: '2026-11-30T07:00:00Z', untilAnswered: false },
      /^2\sitems snoozed until Monday, .*November.* 8:00 AM\.$|^2\sitems snoozed until Monday.*\.$/,
    ],
    [
      'snooze',
      { until: '2026-11-30T07:00:00Z', untilAnswered: true },
      /^2\sitems snoozed until somebody answers, at most until Monday/,
    ],
    ['snooze', { until: null, untilAnswered: true }, /^2\sitems snoozed until somebody answers\.$/],
    ['wake', undefined, /^2\sitems brought back\.$/],
  ] as const)('of %s with %j', (choice, end, text) => {
    expect(saySnoozing('en', 'Europe/Berlin', { choice, count: 2, end })).toEqual({
      text: expect.stringMatching(text) as string,
      undo: 'Undo',
    });
  });
});

test.each<[string, string]>([
  ['2026-11-24T10:30', 'later 13:30 24., evening 18:00 24., tomorrow 8:00 25., monday 8:00 30., week 8:00 1.'],
  ['2026-11-24T16:00', 'evening 18:00 24., later 19:00 24., tomorrow 8:00 25., monday 8:00 30., week 8:00 1.'],
  ['2026-11-24T22:10', 'tomorrow 8:00 25., monday 8:00 30., week 8:00 1.'],
  // A Sunday, and a Monday: no moment is offered twice.
  ['2026-11-22T22:10', 'tomorrow 8:00 23., week 8:00 29.'],
  ['2026-11-23T22:10', 'tomorrow 8:00 24., monday 8:00 30.'],
])('at %s these are offered: %s', (now, offered) => {
  const moments = snoozeMoments(Temporal.ZonedDateTime.from(`${now}[Europe/Berlin]`));
  const said = moments.map(
    ([key, { hour, minute, day }]) => `${key} ${hour}:${String(minute).padStart(2, '0')} ${day}.`,
  );
  expect(said.join(', ')).toBe(offered);
});
