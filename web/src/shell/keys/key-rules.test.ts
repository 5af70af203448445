import { describe, expect, test } from 'vitest';
import {
  chosenKey,
  isSingle,
  nameOfKey,
  nameOfKeys,
  pressOf,
  createKeys,
  type KeyChoice,
  type KeyPress,
} from './keys.ts';
import { conflictOf, keyFault, swapped, withKey } from './key-rules.ts';
import { KEY_LINES } from './key-table.ts';

const press = (key: string, part: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  target: null,
  preventDefault: () => undefined,
  ...part,
});

test.each<[string, KeyPress, string, string]>([
  ['a letter', press('e'), 'e', 'E'],
  ['a capital', press('J', { shiftKey: true }), 'J', 'Shift J'],
  ['a sign', press('#'), '#', '#'],
  ['with Ctrl', press('K', { ctrlKey: true }), 'Ctrl+k', 'Ctrl K'],
  ['with the Mac’s key', press('k', { metaKey: true }), 'Ctrl+k', 'Ctrl K'],
  ['with all', press('K', { ctrlKey: true, altKey: true, shiftKey: true }), 'Ctrl+Alt+Shift+k', 'Ctrl Alt Shift K'],
  ['a named key', press('ArrowDown', { shiftKey: true }), 'Shift+ArrowDown', 'Shift ↓'],
  ['a sign by AltGr', press('[', { ctrlKey: true, altKey: true, getModifierState: () => true }), '[', '['],
])('%s', (_name, event, key, shown) => {
  expect([pressOf(event), nameOfKey(key, 'en')]).toEqual([key, shown]);
});

test.each([
  ['J', 'Umschalt J'],
  ['Ctrl+Enter', 'Strg Eingabe'],
  ['g i', 'G I'],
  ['Delete', 'Entf'],
  ['', ''],
])('%s stands on a German keyboard as %s', (key, shown) => {
  expect(nameOfKey(key, 'de')).toBe(shown);
});

test.each([
  ['Ctrl+k', 'Strg K', 'Ctrl K', '⌘ K'],
  ['Ctrl+Shift+d', 'Strg Umschalt D', 'Ctrl Shift D', '⌘ ⇧ D'],
  ['J', 'Umschalt J', 'Shift J', '⇧ J'],
  ['Enter', 'Eingabe', 'Enter', '↩'],
  ['Alt+Enter', 'Alt Eingabe', 'Alt Enter', '⌥ ↩'],
  ['Space', 'Leertaste', 'Space', 'Leertaste'],
  ['Delete', 'Entf', 'Delete', '⌦'],
  ['Escape', 'Esc', 'Esc', 'Esc'],
  ['ArrowUp', '↑', '↑', '↑'],
])('%s has one name on each keyboard', (key, de, en, mac) => {
  expect([nameOfKey(key, 'de', 'pc'), nameOfKey(key, 'en', 'pc'), nameOfKey(key, 'de', 'mac')]).toEqual([de, en, mac]);
});

test.each([
  ['Ctrl B I U', 'Strg B I U', 'Ctrl B I U', '⌘ B I U'],
  ['Ctrl Shift 7, 8, 9', 'Strg Umschalt 7, 8, 9', 'Ctrl Shift 7, 8, 9', '⌘ ⇧ 7, 8, 9'],
  ['ArrowLeft ArrowRight', '← →', '← →', '← →'],
])('%s, shown together, are called what each of them is', (keys, de, en, mac) => {
  expect([nameOfKeys(keys, 'de', 'pc'), nameOfKeys(keys, 'en', 'pc'), nameOfKeys(keys, 'en', 'mac')]).toEqual([
    de,
    en,
    mac,
  ]);
});

test.each([
  ['e', true],
  ['g i', true],
  ['#', true],
  ['Ctrl+k', false],
  ['Enter', false],
  ['F2', false],
])('%s alone is a key that people press without meaning to: %s', (key, single) => {
  expect(isSingle(key)).toBe(single);
});

test('no two of the usual keys are the same, or the beginning of another, and all can be had', () => {
  const all = KEY_LINES.flatMap(({ key }) => (key === undefined ? [] : [key]));
  expect(all.map((key) => [key, conflictOf({}, all, key, key)])).toEqual(all.map((key) => [key, undefined]));
  expect(
    all
      .filter((key) => key !== 'Ctrl+Enter')
      .map(keyFault)
      .filter((fault) => fault !== undefined),
  ).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test.each<[string, string | undefined]>([
  ['q', undefined],
  ['Ctrl+e', undefined],
  ['g x', undefined],
  ['Ctrl+w', 'browser'],
  ['Ctrl+3', 'browser'],
  ['F5', 'browser'],
  ['Ctrl+c', 'editing'],
  ['Delete', 'editing'],
  ['Tab', 'moving'],
  ['ArrowDown', 'moving'],
  ['g 3', 'digits'],
])('%s is refused: %s', (key, fault) => {
  expect(keyFault(key)).toBe(fault);
});

describe('a key that another action has', () => {
  const all = ['e', 'a', 'x', 'g i', 'g m'];
  test.each<[string, Record<string, string>, string, string, unknown]>([
    ['is told', {}, 'e', 'a', { with: ['a'], canSwap: true }],
    ['is free where that has another one', { a: 'q' }, 'e', 'a', undefined],
    ['is told by what was chosen', { a: 'q' }, 'e', 'q', { with: ['a'], canSwap: true }],
    ['is free where that has none', { a: '' }, 'e', 'a', undefined],
    ['is its own', {}, 'e', 'e', undefined],
    ['begins others', {}, 'e', 'g', { with: ['g i', 'g m'], canSwap: false }],
    ['begins with another', {}, 'e', 'x q', { with: ['x'], canSwap: false }],
  ])('%s', (_name, chosen, defaultValue, key, conflict) => {
    expect(conflictOf(chosen, all, defaultValue, key)).toEqual(conflict);
  });

  test('is swapped, and what is as usual is not kept', () => {
    const chosen = swapped({}, 'e', 'a', ['a']);
    expect(chosen).toEqual({ e: 'a', a: 'e' });
    expect(swapped(chosen, 'e', 'e', ['a'])).toEqual({});
    expect(withKey({ e: 'q' }, 'e', 'e')).toEqual({});
    expect(withKey({}, 'e', '')).toEqual({ e: '' });
  });
});

describe('what is pressed', () => {
  const pressed = (choice: Partial<KeyChoice>, ...events: readonly KeyPress[]): readonly string[] => {
    const log: string[] = [];
    const keys = createKeys(
      () => 0,
      () => ({ keys: {}, singleKeys: true, ...choice }),
    );
    const names = ['e', 'a', 'g i', 'Ctrl+k', 'Escape', 'Ctrl+Enter'];
    keys.add({ current: Object.fromEntries(names.map((name) => [name, () => log.push(name)])) });
    for (const event of events) keys.press(event);
    return log;
  };
  const input = { closest: () => ({}) } as unknown as EventTarget;

  test.each<[string, Partial<KeyChoice>, readonly KeyPress[], readonly string[]]>([
    ['usual', {}, [press('e'), press('g'), press('i')], ['e', 'g i']],
    ['another key', { keys: { e: 'q' } }, [press('q'), press('e')], ['e']],
    ['swapped', { keys: { e: 'a', a: 'e' } }, [press('e'), press('a')], ['a', 'e']],
    ['another sequence', { keys: { e: 'g e' } }, [press('g'), press('e'), press('g'), press('i')], ['e', 'g i']],
    ['with Ctrl', { keys: { e: 'Ctrl+e' } }, [press('e', { ctrlKey: true }), press('e')], ['e']],
    ['none', { keys: { e: '' } }, [press('e')], []],
    ['letters off', { singleKeys: false }, [press('e'), press('g'), press('i'), press('Escape')], ['Escape']],
    ['letters off, one with Ctrl', { singleKeys: false, keys: { e: 'Alt+e' } }, [press('e', { altKey: true })], ['e']],
    ['in a field', {}, [press('e', { target: input }), press('k', { ctrlKey: true, target: input })], ['Ctrl+k']],
    ['Ctrl in a field', { keys: { e: 'Ctrl+e' } }, [press('e', { ctrlKey: true, target: input })], []],
    ['the way out as a letter, in a field', { keys: { 'Ctrl+k': 'q' } }, [press('q', { target: input })], []],
  ])('%s', (_name, choice, events, log) => {
    expect(pressed(choice, ...events)).toEqual(log);
  });

  test('a key has the name that it has now', () => {
    expect(chosenKey({ keys: { e: 'q' }, singleKeys: true }, 'e')).toBe('q');
    expect(chosenKey({ keys: {}, singleKeys: false }, 'e')).toBe('');
    expect(chosenKey({ keys: {}, singleKeys: false }, 'Escape')).toBe('Escape');
  });
});
