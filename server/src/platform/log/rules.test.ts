import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorFields } from './error-fields.ts';
import { createLogger } from './logger.ts';
import { prettyLine } from './pretty.ts';
import { createLogContext, withLogContext } from './log-context.ts';

test.each([
  [{ level: 30, time: 0, msg: 'started', port: 8080 }, '00:00:00 info  started port=8080\n'],
  [{ level: 40, time: 0, msg: 'odd', a: 'b c', d: { e: 1 } }, "00:00:00 warn  odd a='b c' d={ e: 1 }\n"],
  [
    { level: 50, time: 0, msg: 'failed', err: { stack: 'Error: x\n  at y' } },
    '00:00:00 error failed\n  Error: x\n    at y\n',
  ],
  [{ level: 30, time: 0 }, '00:00:00 info\n'],
])('%j is written for people as %j', (line, text) => {
  expect(prettyLine(JSON.stringify(line))).toBe(text);
});

describe('an error in the log', () => {
  const of = (more: object, message = 'x') => errorFields(Object.assign(new Error(message), more));
  test.each([
    ['bears its code', of({ code: 'ENOSPC' }), { type: 'Error', message: 'x', code: 'ENOSPC' }],
    ['of the database loses the row', of({ severity: 'ERROR', detail: 'Key (a)=(b) exists' }), { message: 'x' }],
    [
      'of the database loses the value in its message',
      of({ severity: 'ERROR' }, 'invalid input syntax for type json: "geheim"'),
      { message: 'invalid input syntax for type json: "…"' },
    ],
    [
      'loses what a library hangs on it',
      of({ response: 'geheim', executedCommand: 'A LOGIN geheim' }),
      { message: 'x' },
    ],
    ['bears its cause', of({ cause: new Error('y') }), { cause: { message: 'y' } }],
  ])('%s', (_name, fields, expected) => {
    expect(fields).toMatchObject(expected);
    expect(JSON.stringify(fields)).not.toMatch(/geheim|Key \(a\)/);
  });
  test('that is none says no more than that', () => {
    expect(errorFields('geheim')).toBe('string');
  });
});

describe('what others wrote cannot forge a line', () => {
  const naughty = JSON.parse(
    readFileSync(new URL('../../testing/fuzz/fixtures/blns.json', import.meta.url), 'utf8'),
  ) as string[];
  const forged = [
    'a\n{"level":50,"msg":"forged"}',
    'a\r\n12:00:00 error forged',
    '\u001b[2K\u001b[1Aforged',
    '\u009b2Jx',
    'a\u2028b',
  ];

  test.each([
    ['for machines', 'json'],
    ['for people', 'pretty'],
  ] as const)('%s', (_name, format) => {
    for (const text of [...naughty, ...forged]) {
      const lines: string[] = [];
      const write = (line: string) => void lines.push(format === 'json' ? line : prettyLine(line));
      createLogger('debug', 'json', { write }).warn({ err: new Error(text), subject: text, [text]: 1 }, text);
      expect(lines).toHaveLength(1);
      const [written = ''] = lines;
      const unprintable = written
        .slice(0, -1)
        .split('')
        .filter((sign) => (format === 'json' ? sign < ' ' : sign !== '\n' && /[\p{Cc}\u2028]/u.test(sign)));
      expect(unprintable).toEqual([]);
      if (format === 'json') expect(JSON.parse(written)).toMatchObject({ level: 40, msg: text });
      else expect(written.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(1);
    }
  });
});

test('every line bears the id of the work that it was written for', async () => {
  const ids: unknown[] = [];
  const log = createLogger('info', 'json', {
    write: (line) => void ids.push((JSON.parse(line) as { id?: string }).id),
  });
  log.info('nobody');
  await Promise.all(
    ['a', 'b'].map((id) =>
      withLogContext(createLogContext(id), async () => {
        await Promise.resolve();
        log.info('x');
      }),
    ),
  );
  expect(ids).toEqual([undefined, 'a', 'b']);
});
