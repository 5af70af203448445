import { expect, test } from 'vitest';
import { prettyLine } from './pretty.ts';

test.each([
  [{ level: 30, time: 0, msg: 'started', port: 8080 }, '00:00:00 info  started port=8080\n'],
  [{ level: 40, time: 0, msg: 'odd', a: 'b c', d: { e: 1 } }, "00:00:00 warn  odd a='b c' d={ e: 1 }\n"],
  [
    { level: 50, time: 0, msg: 'failed', err: { stack: 'Error: x\n  at y' } },
    '00:00:00 error failed\nError: x\n  at y\n',
  ],
  [{ level: 30, time: 0 }, '00:00:00 info\n'],
])('%j is written for people as %j', (line, text) => {
  expect(prettyLine(JSON.stringify(line))).toBe(text);
});
