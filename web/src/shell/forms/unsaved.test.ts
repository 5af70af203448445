import { expect, test, vi } from 'vitest';
import { createUnsaved } from './unsaved.ts';

function fixture() {
  const listeners = new Set<string>();
  const page = {
    addEventListener: (name: string) => void listeners.add(name),
    removeEventListener: (name: string) => void listeners.delete(name),
  };
  return { unsaved: createUnsaved(page), listeners };
}
const entry = (account: string, tabKey = '') => ({ account, tabKey, title: account });

test('what is not edited is left at once, what is asks first', () => {
  const { unsaved } = fixture();
  const form = {};
  const left = vi.fn<() => void>();
  expect(unsaved.leave(() => true, left)).toBe(true);
  unsaved.set(form, entry('anna'));
  expect(unsaved.leave((one) => one.account === 'ben', left)).toBe(true);
  expect(left).toHaveBeenCalledTimes(2);
  expect(unsaved.leave((one) => one.account === 'anna', left)).toBe(false);
  expect(left).toHaveBeenCalledTimes(2);
  const { what, goOn } = unsaved.asking.get() ?? { what: [], goOn: () => undefined };
  expect(what.map(({ title }) => title)).toEqual(['anna']);
  unsaved.forget(what);
  goOn();
  expect(left).toHaveBeenCalledTimes(3);
  expect(unsaved.leave(() => true, left)).toBe(true);
});

test('the window is watched only while there is something to lose', () => {
  const { unsaved, listeners } = fixture();
  const [one, other] = [{}, {}];
  unsaved.set(one, entry('anna', 'email:1'));
  unsaved.set(other, entry('anna'));
  expect([...listeners]).toEqual(['beforeunload']);
  expect([unsaved.has('anna', 'email:1'), unsaved.has('anna', 'email:2'), unsaved.has('ben', '')]).toEqual([
    true,
    false,
    false,
  ]);
  unsaved.set(one, undefined);
  expect(listeners.size).toBe(1);
  unsaved.set(other, undefined);
  unsaved.set(other, undefined);
  expect(listeners.size).toBe(0);
});
