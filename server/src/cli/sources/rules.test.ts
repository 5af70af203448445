import { describe, expect, test } from 'vitest';
import { maildirFlags, mboxFlags, statusOf } from './flags.ts';
import { splitMbox } from './mbox.ts';

async function split(text: string, chunkBytes = 65_536): Promise<string[]> {
  const bytes = Buffer.from(text, 'latin1');
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  const mails: string[] = [];
  for await (const mail of splitMbox(chunks)) mails.push(mail.toString('latin1'));
  return mails;
}

const SEPARATORS = [
  'From anna@example.org Mon Jan  5 10:00:00 2026',
  'From anna@example.org Mon Jan  5 10:00:00 +0100 2026',
  'From 1789@xxx Mon Jan 05 10:00:00 +0000 2026',
  'From - Mon Jan  5 10:00:00 2026',
  'From MAILER-DAEMON Fri Jul  8 12:08:34 2011',
  'From "anna berger"@example.org Mon Jan 5 10:00 CET 2026',
];

describe('an mbox file', () => {
  test.each(SEPARATORS)('is taken apart at %s', async (separator) => {
    const text = `${separator}\nSubject: one\n\nText\n\n${separator}\nSubject: two\n\nMore\n`;
    expect(await split(text)).toEqual(['Subject: one\n\nText\n', 'Subject: two\n\nMore\n']);
  });

  test.each([1, 2, 7, 64])('is the same in chunks of %i bytes', async (chunkBytes) => {
    const text = `${SEPARATORS[0]}\r\nSubject: one\r\n\r\nText\r\n\r\n${SEPARATORS[1]}\r\nSubject: two\r\n\r\n>From me\r\n`;
    expect(await split(text, chunkBytes)).toEqual(['Subject: one\r\n\r\nText\r\n', 'Subject: two\r\n\r\nFrom me\r\n']);
  });

  test.each([
    ['after a line that is not empty', `Text\n${SEPARATORS[0]}\n`],
    ['that is a sentence', 'Text\n\nFrom 10:00 on we are there, as in 2026.\n'],
    ['that is a shorter sentence', 'Text\n\nFrom here on it is easy.\n'],
  ])('keeps a line that begins with "From " %s', async (_name, body) => {
    expect(await split(`${SEPARATORS[0]}\nSubject: one\n\n${body}`)).toEqual([`Subject: one\n\n${body}`]);
  });

  test('takes one level of quoting away, and from nothing else', async () => {
    const body = '>From me\n>>From you\n> From far\n>Fromage\n';
    expect(await split(`${SEPARATORS[0]}\nSubject: one\n\n${body}`)).toEqual([
      'Subject: one\n\nFrom me\n>From you\n> From far\n>Fromage\n',
    ]);
  });

  test('keeps all bytes, lines of any length, and a last line without an end', async () => {
    const bytes = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');
    const body = `${bytes.repeat(20)}\n${'x'.repeat(3_000_000)}`;
    expect(await split(`${SEPARATORS[0]}\nSubject: one\n\n${body}`)).toEqual([`Subject: one\n\n${body}`]);
  });

  test.each([
    ['nothing', '', []],
    ['no separator', 'Subject: one\n\nText\n', []],
    ['a separator alone', `${SEPARATORS[0]}\n`, ['']],
  ])('with %s', async (_name, text, mails) => {
    expect(await split(text)).toEqual(mails);
  });
});

const none = { seen: false, answered: false, flagged: false, draft: false, trashed: false };

test.each([
  ['1789.M1P1.host:2,', none],
  ['1789.M1P1.host:2,S', { ...none, seen: true }],
  ['1789.M1P1.host,S=10,W=11:2,FRS', { ...none, seen: true, answered: true, flagged: true }],
  ['1789.M1P1.host;2,ST', { ...none, seen: true, trashed: true }],
  ['1789.M1P1.host!2,DSab', { ...none, seen: true, draft: true }],
  ['1789.M1P1.host', undefined],
])('the file name %s of a Maildir', (name, flags) => {
  expect(maildirFlags(name)).toEqual(flags);
});

test.each([
  ['Subject: a\nStatus: RO\n\nText', { ...none, seen: true }],
  ['Status: O\nX-Status: \n\n', none],
  ['Subject: a\r\nStatus: RO\r\nX-Status: AF\r\n\r\nText', { ...none, seen: true, answered: true, flagged: true }],
  ['X-Status: D\n\n', { ...none, trashed: true }],
  ['Subject: a\n\nStatus: RO\n', undefined],
  ['', undefined],
])('the fields %j of a mail in an mbox file', (mail, flags) => {
  expect(mboxFlags(Buffer.from(mail))).toEqual(flags);
});

test.each([
  [none, 1],
  [{ ...none, seen: true }, 3],
  [{ ...none, seen: true, flagged: true }, 2],
  [{ ...none, seen: true, answered: true }, 3],
] as const)('the state of %j is %i', (flags, status) => {
  expect(statusOf(flags)).toBe(status);
});
