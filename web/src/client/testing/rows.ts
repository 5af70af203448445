import { exampleRow, type EntryRow } from '@kontor/contract/activity';
import type { Environment, TextStorage } from '../environment.ts';

/** A row for tests: an unread mail that came in at `timestamp` 1000 plus its number. */
export const aRow = (entryId: number, part: Partial<EntryRow> = {}): EntryRow => ({
  ...exampleRow,
  entryId,
  timestamp: 1000 + entryId,
  channel: '',
  userList: [],
  extras: {},
  ...part,
});

/** A storage that forgets everything with the test. */
export const textStorage = (items = new Map<string, string>()): TextStorage => ({
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => void items.set(key, value),
  removeItem: (key) => void items.delete(key),
});

/** An environment in which no time passes and nothing is random. `slept` collects the waits, in milliseconds. */
export function testEnvironment(
  fetch: Environment['fetch'],
  part: Partial<Environment> = {},
): Environment & { readonly slept: number[] } {
  const slept: number[] = [];
  let next = 0;
  return {
    fetch,
    now: () => 1_795_219_200_000,
    random: () => 0.5,
    newId: () => `00000000-0000-4000-8000-${String((next += 1)).padStart(12, '0')}`,
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
    deadline: () => ({ signal: new AbortController().signal, end: () => undefined }),
    online: () => true,
    onWake: () => () => undefined,
    onHide: () => () => undefined,
    settings: textStorage(),
    tab: textStorage(),
    origin: 'http://localhost:8080',
    slept,
    ...part,
  };
}
