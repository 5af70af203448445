import { expect, test } from 'vitest';
import { pressedOf } from './press.ts';

const press = (keys: string, code = '') => {
  const parts = keys.split('+');
  const has = (name: string): boolean => parts.includes(name);
  const key = parts.at(-1) ?? '';
  return pressedOf({
    key,
    code: code || `Key${key.toUpperCase()}`,
    ctrlKey: has('Ctrl'),
    metaKey: has('Meta'),
    shiftKey: has('Shift'),
    altKey: has('Alt'),
  });
};

test.each([
  ['Ctrl+Enter', { kind: 'send', isDone: false }],
  ['Meta+Enter', { kind: 'send', isDone: false }],
  ['Ctrl+Shift+Enter', { kind: 'send', isDone: true }],
  ['Ctrl+s', { kind: 'save' }],
  ['Ctrl+Shift+D', { kind: 'discard' }],
  ['Alt+a', { kind: 'field', field: 'A' }],
  ['Alt+s', { kind: 'field', field: 'S' }],
  ['Alt+Enter', { kind: 'wide' }],
  ['Escape', { kind: 'leave' }],
  ['Enter', undefined],
  ['Ctrl+d', undefined],
  ['Ctrl+Shift+S', undefined],
  // AltGr is both: it writes letters.
  ['Ctrl+Alt+s', undefined],
  ['Ctrl+Escape', undefined],
  ['Shift+Escape', undefined],
])('%s', (keys, expected) => expect(press(keys)).toEqual(expected));

test('with Alt a key is meant by its place, whatever letter it makes', () => {
  expect(press('Alt+å', 'KeyA')).toEqual({ kind: 'field', field: 'A' });
});
