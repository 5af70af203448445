import { activityEvents } from '@kontor/contract/activity';
import { ITEM_KIND_NAMES, formatAggregateId, itemKey } from '@kontor/contract/kernel';
import { NOTIFICATION_KEYS } from '@kontor/contract/settings';
import { expect, test } from 'vitest';
import { sayNew, keysToNotify } from './notify.ts';

const ids = ITEM_KIND_NAMES.map((module, index) => ({ module, entryId: index + 1, userId: 1 }));
const { type } = activityEvents.activityAdded;
const flags = (on: readonly string[]) =>
  Object.fromEntries(NOTIFICATION_KEYS.map((key) => [key, on.includes(key)])) as Parameters<typeof keysToNotify>[1];
const keysOf = (modules: readonly string[]): string[] =>
  ids.filter(({ module }) => modules.includes(module)).map(itemKey);

test.each([
  [
    'all of which somebody wants to hear, but never memos',
    type,
    [...NOTIFICATION_KEYS],
    ITEM_KIND_NAMES.filter((name) => name !== 'activity'),
  ],
  ['tasks alone', type, ['notificationsTasksEnabled'], ['task']],
  ['notes alone', type, ['notificationsNotesEnabled'], ['note']],
  ['nothing that nobody wants to hear of', type, [], []],
  ['nothing that has only changed', activityEvents.activityChanged.type, [...NOTIFICATION_KEYS], []],
])('it tells of %s', (_, of, on, modules) => {
  const event = { type: of, payload: { aggregateIds: ids.map(formatAggregateId) } };
  expect(keysToNotify(event, flags(on))).toEqual(keysOf(modules));
});

const row = (entryId: number, contact: string) =>
  ({ moduleName: 'email', entryId, contact, information: 'Angebot' }) as const;
const reader = { account: 'nordwerk/anna', language: 'de', zone: 'Europe/Berlin' } as const;

test('a few new items are told of one by one, with what can be done about each', () => {
  const said = sayNew(reader, [row(7, 'Paul'), row(8, '')], 1);
  expect(said.map(({ title, body, tag }) => [title, body, tag])).toEqual([
    ['Paul', 'Angebot', 'nordwerk/anna item:email:7'],
    ['Neue E-Mail', 'Angebot', 'nordwerk/anna item:email:8'],
  ]);
  expect(said[0]?.actions.map(({ action }) => action)).toEqual(['open', 'done']);
});

test('of more it is said that they are there', () => {
  const rows = [row(1, 'Paul'), row(2, 'Ida'), row(3, 'Paul'), row(4, '')];
  expect(sayNew(reader, rows, 1)).toMatchObject([
    { title: '4\u00a0neue Einträge', body: 'Paul, Ida', tag: 'nordwerk/anna count' },
  ]);
  expect(sayNew({ ...reader, language: 'en' }, rows, 1)[0]?.title).toBe('4\u00a0new items');
});
