import { ATTEND_MS } from '@kontor/contract/mail';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../../../client/client.ts';
import { attend, type Place } from './attending.ts';

const MAIL: Place = { aggregateId: 'email_17_1', draftId: null };
const SETTLED_MS = 1000;

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

function desk() {
  const said: string[] = [];
  const report = (_definition: unknown, { doing, draftId }: Place & { readonly doing: string }): boolean => {
    said.push(draftId === null ? doing : `${doing} ${draftId}`);
    return true;
  };
  return { said, client: { transport: { report } } as unknown as Client };
}

test('who stays is said to be there, again and again, and to have left', () => {
  const { said, client } = desk();
  const leave = attend(client, MAIL, 'reading');
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
  const { said, client } = desk();
  const leave = attend(client, MAIL, 'reading');
  vi.advanceTimersByTime(100);
  leave();
  vi.advanceTimersByTime(ATTEND_MS);
  expect(said).toEqual([]);
});

test('a mail that is read beside its answer is answered, and read again once that is closed', () => {
  const { said, client } = desk();
  const close = attend(client, MAIL, 'reading');
  vi.advanceTimersByTime(SETTLED_MS);
  const stop = attend(client, MAIL, 'answering');
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
  const { said, client } = desk();
  const leave = attend(client, MAIL, 'reading');
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
  const { said, client } = desk();
  const [one, other] = [
    attend(client, MAIL, 'reading'),
    attend(client, { aggregateId: null, draftId: 5 }, 'answering'),
  ];
  vi.advanceTimersByTime(SETTLED_MS);
  expect(said).toEqual(['reading', 'answering 5']);
  one();
  other();
  expect(said.slice(2)).toEqual(['left', 'left 5']);
});
