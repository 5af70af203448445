import type { PersonSetting } from '@kontor/contract/settings';
import { expect, test } from 'vitest';
import type { TextStorage } from '../../client/environment.ts';
import { createSettings, type SettingsStore } from './settings.ts';
import { taken, unsent } from './settings-merge.ts';

const NOW = 1_763_000_000_000;
const DEVICE = 'kontor.settings';

function storage(texts: Record<string, string> = {}): TextStorage {
  const map = new Map(Object.entries(texts));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}
const open = (texts: TextStorage): SettingsStore => createSettings(texts, () => NOW);
const setting = (key: string, value: unknown): PersonSetting => ({ key, value, version: NOW - 1000 });
/** The server's first word. */
const receive = (settings: SettingsStore, account: string, said: readonly PersonSetting[] = []): void =>
  settings.revise(account, ({ choices }) => ({ choices: taken(choices, said), isWhole: true }));

test.each<[string, string, unknown, unknown]>([
  ['a value that was kept', '{"theme":"dark"}', 'theme', 'dark'],
  ['a value that it may not have', '{"theme":"pink"}', 'theme', 'auto'],
  ['what is no object', 'null', 'theme', 'auto'],
  ['what is no JSON', '{"theme":', 'theme', 'auto'],
  ['a key that was never kept', '{"theme":"dark"}', 'rowSize', 'large'],
])('%s is read, or is as usual', (_, text, key, value) => {
  expect(open(storage({ [DEVICE]: text })).get()[key as 'theme']).toBe(value);
});

test('what a person has set on another device comes, and what they have not is as usual', () => {
  const settings = open(storage({ [DEVICE]: '{"theme":"dark","rowSize":"compact","split":400,"chosen":[]}' }));
  settings.enter('first/anna');
  // Until the server has answered it is as it was last on this device.
  expect(settings.get()).toMatchObject({ theme: 'dark', rowSize: 'compact', split: 400 });
  receive(settings, 'first/anna', [setting('theme', 'light')]);
  expect(settings.get()).toMatchObject({ theme: 'light', rowSize: 'large', split: 400 });
});

test('each account has its own, and all have those of the device', () => {
  const settings = open(storage());
  settings.enter('first/anna');
  receive(settings, 'first/anna');
  settings.change({ theme: 'dark', split: 500 });
  settings.enter('second/ben');
  receive(settings, 'second/ben', [setting('theme', 'light')]);
  expect(settings.get()).toMatchObject({ theme: 'light', split: 500 });
  // News of one that is not shown is not mixed in.
  receive(settings, 'first/anna', [setting('theme', 'auto')]);
  expect(settings.get().theme).toBe('light');
  settings.enter('first/anna');
  expect(settings.get()).toMatchObject({ theme: 'dark', split: 500 });
});

test('a page that opens shows at once what the person had, and the sign-in what was shown last', () => {
  const texts = storage();
  const before = open(texts);
  before.enter('first/anna');
  receive(before, 'first/anna', [setting('language', 'en')]);
  before.change({ theme: 'dark', imageSenders: ['paul@werft.example'] });
  const again = open(texts);
  expect(again.get()).toMatchObject({ theme: 'dark', language: 'en', imageSenders: [] });
  again.enter('first/anna');
  expect(again.get()).toMatchObject({ theme: 'dark', language: 'en', imageSenders: ['paul@werft.example'] });
  again.enter(undefined);
  again.forget('first/anna');
  expect(again.get()).toMatchObject({ theme: 'dark', language: 'en', imageSenders: [] });
  again.enter('first/anna');
  expect(again.own.get()).toEqual({ choices: {}, isWhole: false });
});

test('what was set before signing in is the person’s, where they had not set it before', () => {
  const settings = open(storage());
  settings.change({ language: 'en', theme: 'dark' });
  settings.enter('first/anna');
  receive(settings, 'first/anna', [setting('theme', 'light')]);
  expect(settings.get()).toMatchObject({ language: 'en', theme: 'light' });
  expect(unsent(settings.own.get().choices)).toEqual(['language']);
  // It was theirs, not the next one's.
  settings.enter('second/ben');
  receive(settings, 'second/ben');
  expect(settings.get().language).toBe('auto');
});

test('what an earlier version kept goes to the first person', () => {
  const settings = open(storage({ [DEVICE]: '{"theme":"dark","rowSize":"large","drawer":"mini"}' }));
  settings.enter('first/anna');
  receive(settings, 'first/anna');
  expect(settings.get()).toMatchObject({ theme: 'dark', drawer: 'mini' });
  expect(unsent(settings.own.get().choices)).toEqual(['theme']);
});

test('what is reset is as usual, and what the device has is reset with it', () => {
  const settings = open(storage());
  settings.enter('first/anna');
  receive(settings, 'first/anna', [setting('theme', 'dark')]);
  settings.change({ split: 500 });
  settings.reset(['theme', 'rowSize', 'split']);
  expect(settings.get()).toMatchObject({ theme: 'auto', split: 0 });
  expect(settings.own.get().choices).toEqual({ theme: { version: NOW, known: NOW - 1000 } });
});

test('another page of this device is followed', () => {
  const texts = storage();
  const [one, other] = [open(texts), open(texts)];
  for (const page of [one, other]) {
    page.enter('first/anna');
    receive(page, 'first/anna');
  }
  one.change({ theme: 'dark', drawer: 'mini' });
  expect(other.get()).toMatchObject({ theme: 'auto', drawer: 'wide' });
  other.reread(`${DEVICE}/first/anna`);
  other.reread(DEVICE);
  expect(other.get()).toMatchObject({ theme: 'dark', drawer: 'mini' });
  other.change({ rowSize: 'compact' });
  one.reread(`${DEVICE}/first/anna`);
  expect(one.get()).toMatchObject({ theme: 'dark', rowSize: 'compact' });
});

test('nobody is told of what is as it was', () => {
  const settings = open(storage());
  settings.enter('first/anna');
  receive(settings, 'first/anna', [setting('theme', 'dark')]);
  let heard = 0;
  settings.subscribe(() => (heard += 1));
  settings.change({ theme: 'dark' });
  receive(settings, 'first/anna', [setting('theme', 'dark')]);
  expect([heard, settings.count.get()]).toEqual([0, 0]);
});
