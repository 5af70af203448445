import { afterEach, expect, test, vi } from 'vitest';
import { processIo } from './io.ts';

const { isTTY } = process.stdout;
afterEach(() => {
  process.stdout.isTTY = isTTY;
  vi.restoreAllMocks();
});

test.each([
  [true, 'a\\u001b]0;evil\\u0007b\\u009b2J\\rc\r\n\td'],
  [false, 'a\u001B]0;evil\u0007b\u009B2J\rc\r\n\td'],
])(
  'what people have written moves no cursor on a terminal (%s), and is itself in a file',
  async (isTerminal, shown) => {
    process.stdout.isTTY = isTerminal;
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const io = processIo(new AbortController().signal);
    const text = 'a\u001B]0;evil\u0007b\u009B2J\rc\r\n\td';
    await io.write(text);
    io.out(text);
    expect(write.mock.calls.map(([piece]) => piece)).toEqual([shown, `${shown}\n`]);
  },
);
