import { ATTEND_MS } from '@kontor/contract/activity';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../../../client/client.ts';
import { attend, type AttendanceTopic } from './attending.ts';

const SETTLED_MS = 1000;
const AGAIN_MS = 2000;

const page = {
  hidden: false,
  listeners: new Set<() => void>(),
  addEventListener: (_name: string, listener: () => void) => page.listeners.add(listener),
  removeEventListener: (_name: string, listener: () => void) => page.listeners.delete(listener),
};
const hide = (hidden: boolean): void => {
  page.hidden = hidden;
  page.listeners.forEach((listener) => listener());
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.hidden = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** `isHeard`: whether what is said arrives. */
function desk(isHeard: () => boolean = () => true) {
  const said: string[] = [];
  const topic = (key: string): AttendanceTopic => ({
    key,
    say: async (doing) => {
      said.push(key === '' ? doing : `${doing} ${key}`);
      return isHeard();
    },
  });
  return { said, topic, mail: topic(''), client: {} as Client };
}

test('who stays is said to be there, again and again, and to have left', () => {
  const { said, client, mail } = desk();
  const leave = attend(client, mail, 'reading');
  expect(said).toEqual([]);
  vi.advanceTimersByTime(SETTLED_MS);
  expect(said).toEqual(['reading']);
  vi.advanceTimersByTime(2 * ATTEND_MS);
  expect(said).toEqual(['reading', 'reading', 'reading']);
  leave();
  expect(said.at(-1)).toBe('left');
  vi.advanceTimersByTime(3 * ATTEND_MS);
  expect(said).toHaveLength(4);
  expect(page.listeners.size).toBe(0);
});

test('who only passes by is not spoken of', () => {
  const { said, client, mail } = desk();
  const leave = attend(client, mail, 'reading');
  vi.advanceTimersByTime(100);
  leave();
  vi.advanceTimersByTime(ATTEND_MS);
  expect(said).toEqual([]);
});

test('a mail that is read beside its answer is answered, and read again once that is closed', () => {
  const { said, client, mail } = desk();
  const close = attend(client, mail, 'reading');
  vi.advanceTimersByTime(SETTLED_MS);
  const stop = attend(client, mail, 'answering');
  vi.advanceTimersByTime(SETTLED_MS);
  expect(said).toEqual(['reading', 'answering']);
  vi.advanceTimersByTime(ATTEND_MS);
  expect(said.slice(2)).toEqual(['answering']);
  stop();
  expect(said.at(-1)).toBe('reading');
  close();
  expect(said.at(-1)).toBe('left');
});

test('a page that nobody looks at has left, and comes back', () => {
  const { said, client, mail } = desk();
  const leave = attend(client, mail, 'reading');
  vi.advanceTimersByTime(SETTLED_MS);
  hide(true);
  vi.advanceTimersByTime(2 * ATTEND_MS);
  expect(said).toEqual(['reading', 'left']);
  hide(false);
  expect(said.at(-1)).toBe('reading');
  leave();
  expect(said).toEqual(['reading', 'left', 'reading', 'left']);
});

test('another place is spoken of by itself', () => {
  const { said, client, mail, topic } = desk();
  const [one, other] = [attend(client, mail, 'reading'), attend(client, topic('5'), 'answering')];
  vi.advanceTimersByTime(SETTLED_MS);
  expect(said).toEqual(['reading', 'answering 5']);
  one();
  other();
  expect(said.slice(2)).toEqual(['left', 'left 5']);
});

test('what did not arrive is said again, until it does or is true no more', async () => {
  let isHeard = false;
  const { said, client, mail } = desk(() => isHeard);
  const leave = attend(client, mail, 'reading');
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  expect(said).toEqual(['reading']);
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(said).toEqual(['reading', 'reading']);
  isHeard = true;
  hide(true);
  await vi.advanceTimersByTimeAsync(3 * AGAIN_MS);
  expect(said).toEqual(['reading', 'reading', 'left']);
  isHeard = false;
  hide(false);
  leave();
  await vi.advanceTimersByTimeAsync(3 * AGAIN_MS);
  expect(said).toEqual(['reading', 'reading', 'left', 'reading', 'left']);
});

test('what was overtaken on its way does not stay the last word', async () => {
  const said: string[] = [];
  const answers: ((hasArrived: boolean) => void)[] = [];
  const slow: AttendanceTopic = {
    key: 'slow',
    say: (doing) => {
      said.push(doing);
      return new Promise((resolve) => answers.push(resolve));
    },
  };
  const leave = attend({} as Client, slow, 'reading');
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  leave();
  expect(said).toEqual(['reading', 'left']);
  answers[0]?.(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual(['reading', 'left', 'left']);
});
