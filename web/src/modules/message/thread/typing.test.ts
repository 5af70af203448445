import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTyping } from './typing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const said: boolean[] = [];
  return { said, typing: createTyping((isTyping) => void said.push(isTyping)) };
}

test('somebody who types is writing until nothing was typed for five seconds', () => {
  const { said, typing } = open();
  for (let letter = 0; letter < 4; letter += 1) {
    typing.typed();
    vi.advanceTimersByTime(4999);
  }
  expect(said).toEqual([true]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual([true, false]);
  typing.typed();
  expect(said).toEqual([true, false, true]);
});

test('what was typed is over at once when it is sent, and once', () => {
  const { said, typing } = open();
  typing.end();
  expect(said).toEqual([]);
  typing.typed();
  typing.end();
  typing.end();
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual([true, false]);
});
