import { describe, expect, test } from 'vitest';
import { maildirFlags, mboxFlags } from './flags.ts';
import fc from 'fast-check';
import { mboxEntry, splitMbox, type MboxMail } from './mbox.ts';
import { maildirName, mboxFields, readMaildirName, readMboxMail, type KeptState } from './state.ts';

async function split(text: string, chunkBytes = 65_536): Promise<string[]> {
  const bytes = Buffer.from(text, 'latin1');
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  const mails: string[] = [];
  for await (const { raw } of splitMbox(chunks)) mails.push(raw.toString('latin1'));
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

  test('knows the beginning of a line from the middle of a long one', async () => {
    const long = 'x'.repeat(3 * 65_536 * 8);
    const body = `${long}\n>>From you\n\n${'y'.repeat(1024 * 1024 + 1)}`;
    for (const chunkBytes of [1, 7, 65_536].slice(1))
      expect(await split(`${SEPARATORS[0]}\nSubject: one\n\n${body}`, chunkBytes)).toEqual([
        `Subject: one\n\n${body.replace('>>From', '>From')}`,
      ]);
  });

  test('of which one mail is too large goes on with the next', async () => {
    const text = `${SEPARATORS[0]}\nSubject: one\n\n${'x\n'.repeat(1000)}\n${SEPARATORS[1]}\nSubject: two\n\nText\n`;
    const mails: MboxMail[] = [];
    for await (const mail of splitMbox([Buffer.from(text)], 100)) mails.push(mail);
    expect(mails.map(({ raw }) => raw.length)).toEqual([100, 19]);
    expect(mails.map(({ end }) => end)).toEqual([text.indexOf(SEPARATORS[1] ?? ''), text.length]);
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

const states: fc.Arbitrary<KeptState> = fc.record({
  status: fc.constantFrom(1, 2, 3),
  direction: fc.constantFrom('incoming', 'outgoing'),
  location: fc.constantFrom('inbox', 'trash', 'junk'),
  archived: fc.boolean(),
  answered: fc.boolean(),
});

/** Mails of the lines that make trouble in an mbox file. */
const lines = fc.constantFrom(
  'From ',
  '>From ',
  '>>From x',
  SEPARATORS[0] ?? '',
  'Subject: From ',
  'X-Kontor: 1ii',
  'Status: RO',
  '',
  '\r',
  '\u0000\u00ff',
);
const mails = fc
  .array(fc.tuple(lines, fc.constantFrom('\n', '\r\n')), { minLength: 1 })
  .chain((all) => fc.constantFrom('', 'end', '\r').map((last) => all.map((it) => it.join('')).join('') + last))
  .filter((text) => text !== '');

test('what is written as an mbox file is read from it byte for byte, and as it stood', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(mails, states), { minLength: 1, maxLength: 5 }), async (all) => {
      const file = all.map(([text, state]) => {
        const raw = Buffer.from(text, 'latin1');
        const head = { sender: 'paul@werft.example', at: new Date(1_767_607_200_000) };
        return mboxEntry(raw, { ...head, fields: mboxFields(state, text.endsWith('\n')) });
      });
      const found: [string, KeptState | undefined][] = [];
      for await (const { raw: entry } of splitMbox([Buffer.concat(file)])) {
        const { raw, kept } = readMboxMail(entry);
        found.push([raw.toString('latin1'), kept]);
      }
      expect(found).toEqual(all);
    }),
    { numRuns: 300 },
  );
});

test('the name of a mail in a Maildir says how it stood, also where systems write other signs', () => {
  fc.assert(
    fc.property(states, fc.constantFrom(':', ';', '!', '_'), (state, sign) => {
      const name = maildirName(state, { at: new Date(1_767_607_200_000), id: 4711 });
      const { kept, at } = readMaildirName(name.replace(':', sign));
      expect([kept, at]).toEqual([state, new Date(1_767_607_200_000)]);
    }),
  );
  expect(readMaildirName('1789.4711K9zz.kontor:2,S')).toMatchObject({ kept: undefined, flags: { seen: true } });
});

test.each([
  ['a mail that other programs read, too', { status: 2, answered: true, location: 'trash' }, 'RO', 'AFD'],
  ['one that nobody has read', { status: 1, answered: false, location: 'inbox' }, 'O', ''],
] as const)('%s', (_name, state, status, marks) => {
  const fields = mboxFields({ direction: 'incoming', archived: false, ...state }, true);
  expect(fields.split('\n').slice(1)).toEqual([`Status: ${status}`, `X-Status: ${marks}`, '']);
});
