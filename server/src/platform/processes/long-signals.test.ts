import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createJoiner, openLongSignals, piecesOf } from './long-signals.ts';

/** Text that hardly becomes shorter when it is deflated. */
const longText = (bytes: number): string => randomBytes(bytes).toString('base64');

function join(pieces: readonly string[]): string[] {
  const heard: string[] = [];
  pieces.forEach(createJoiner((text) => heard.push(text)));
  return heard;
}
const cut = (text: string, sender = 'a', n = 1): readonly string[] => piecesOf(text, sender, n) ?? [];

test.each([
  ['nothing', ''],
  ['a word', 'hello there'],
  ['letters of several bytes', 'ä€😀 '.repeat(2000)],
  ['lines', '{"a":"b\nc"}\n\n'],
  ['much that is alike', 'x'.repeat(1_000_000)],
  ['much', longText(100_000)],
])('%s arrives as it was sent, in pieces that the database takes', (_name, text) => {
  const pieces = cut(text);
  for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThan(7700);
  expect(join(pieces)).toEqual([text]);
});

test('pieces of several senders may come between each other', () => {
  const [one, other] = [longText(20_000), longText(20_000)];
  const [a, b] = [cut(one, 'a'), cut(other, 'b')];
  expect(a.length).toBeGreaterThan(2);
  const mixed = a.flatMap((piece, index) => [piece, ...b.slice(index, index + 1)]);
  expect(join([...mixed, ...b.slice(a.length)])).toEqual([one, other]);
});

test('a text of which a piece is missing is dropped, and the next one is not', () => {
  const [lost, next] = [cut(longText(20_000), 'a', 1), cut(longText(20_000), 'a', 2)];
  expect(join([...lost.slice(1), ...next])).toHaveLength(1);
  expect(join([...lost.slice(0, -1), ...next])).toHaveLength(1);
  expect(join([...lost.slice(0, 1), ...lost.slice(2), ...next])).toHaveLength(1);
});

test('what says nothing that is known is dropped', () => {
  expect(join(['', 'a b c', 'a 1 0 1 other x'])).toEqual([]);
});

test('what would stand in the way of all others is not sent', () => {
  const sent: string[] = [];
  const signals = {
    on: () => () => {},
    sendInOrder: (_name: string, texts: readonly string[]) => void sent.push(...texts),
  };
  const long = openLongSignals(signals, 'probe', () => {});
  expect(long.send(longText(3_000_000))).toBe(false);
  expect(sent).toEqual([]);
  expect(long.send('short')).toBe(true);
  expect(sent).toHaveLength(1);
});
