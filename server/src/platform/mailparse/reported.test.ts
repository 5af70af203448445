import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutated } from '../../testing/fuzz/mutations.ts';
import { seeded } from '../../testing/fuzz/random.ts';
import { startOfBody } from './content-key.ts';
import { parseMail } from './parse.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { MailParser } from './pool.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const reported = join(fixtures, 'reported');
const fixture = (name: string): Buffer => readFileSync(join(reported, name));
const mail = (headers: string, body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${headers.replaceAll('\n', '\r\n')}\r\n\r\n`), Buffer.from(body)]);

/** What reports of people who do this for their work were about, and what stands there. */
test.each<[string, Partial<ParsedMail>]>([
  ['01-utf8-declared-latin1.eml', { preview: expect.stringContaining('Grüße aus Köln – der Preis beträgt 40 €.') }],
  ['02-cp1252-declared-ascii.eml', { text: expect.stringContaining('Die Räume in Düsseldorf kosten 40 €') }],
  [
    '03-raw-8bit-subject.eml',
    {
      subject: 'b03 Netzqualität für Größe',
      from: [{ name: 'Jörg Müller', address: 'petra.lindner@muster-bau.example' }],
    },
  ],
  [
    '07-split-multibyte-subject.eml',
    {
      subject: 'b07 Messe verschoben – Behörden prüfen',
      from: [{ name: 'Jürgen Weiß', address: 'juergen@muster-bau.example' }],
    },
  ],
  ['08-iso2022jp-subject.eml', { subject: 'b08 電子メール情報対策テストメール', text: '電子メールの本文です。' }],
  ['17-flowed-delsp.eml', { text: expect.stringContaining('> Zitat erste Zeile die weitergeht.') }],
  ['18-from-unclosed.eml', { from: [{ name: 'Fabian Roth', address: 'fabian.roth@muster-bau.example' }], replyTo: [] }],
  ['20-from-name-only.eml', { from: [{ name: 'Jane Doe', address: '' }] }],
  ['41-utf7-body.eml', { text: 'Grüße aus München b41' }],
  ['42-charset-unknown.eml', { text: 'Grüße aus München b42' }],
  ['47-empty-html.eml', { text: 'Der Text b47 steht nur hier.', preview: 'Der Text b47 steht nur hier.' }],
  ['48-meta-charset-conflict.eml', { text: 'Grüße b48 €' }],
  ['49-no-charset-latin1-text.eml', { text: 'Größe für Köln b49' }],
  ['50-no-mime-latin1.eml', { text: 'Störung an Anlage 4: Überlast b50' }],
  ['52-html-meta-utf8-declared-none.eml', { text: 'Grüße b52 €' }],
  ['53-split-multibyte-nopad.eml', { subject: 'b53 Messe verschoben - Behörden prüfen' }],
  ['56-two-content-types-only.eml', { text: 'HTML der Mail b56.' }],
  ['59-multipart-no-boundary.eml', { text: 'Der Text b59 ohne Angabe der Grenze.' }],
  ['60-base64-footer-padded.eml', { text: 'Mitteilung b60 Grüße an' }],
  [
    '62-from-comma-unquoted.eml',
    {
      from: [{ name: 'Muster, Hans', address: 'hans.muster@firma.example' }],
      to: [
        { name: 'Weber, Udo', address: 'udo@firma.example' },
        { name: 'Lang, Ina', address: 'ina@firma.example' },
      ],
    },
  ],
  ['63-raw-utf8-headers.eml', { subject: 'b63 Größe roh in UTF-8' }],
  ['88-qp-encoded-crlf.eml', { text: 'Zeile eins\nZeile zwei\nZeile drei\nZeile vier' }],
  ['91-list-reply.eml', { replyTo: [] }],
  ['98-html-base64-utf16.eml', { text: 'Grüße aus Köln b98' }],
  [
    '115-dsn-exchange-plain.eml',
    {
      report: {
        envelopeId: null,
        messageId: '91f3565f8fe5e9dab89ffead193e4b68@quirk.example',
        reference: null,
        receivers: [{ address: 'weg@firma.example', action: 'failed', answer: '550 5.1.10' }],
      },
    },
  ],
  ['91-list-reply.eml', { report: null }],
  ['107-tnef-only-text.eml', { text: 'Der ganze Text b107 steht im winmail mit Grüßen.' }],
])('%s', async (name, expected) => {
  expect(await parseMail(fixture(name))).toMatchObject(expected);
});

test('a text that was quoted and broken in two depths reads as it was written', async () => {
  const { html } = await parseMail(fixture('55-flowed-quote-thunderbird.eml'));
  expect(html).toContain('leider um zwei Wochen, weil das Werk in Celle noch nicht fertig ist.');
  expect(html).toContain('Frage von vorher, die auch umbrochen war.');
  expect(html).not.toContain('&gt;');
});

test.each([
  ['36-uuencode.eml', ['messwerte.txt'], 'Messwerte anbei:'],
  ['85-inline-text-files.eml', ['liste1.txt', 'werte.csv', 'plan.pdf'], 'Text b85\nerste liste b85'],
  ['86-html-inline-named.eml', [], 'Der eigentliche Text b86 mit Grüßen'],
])('files of %s: %j', async (name, files, text) => {
  const parsed = await parseMail(fixture(name));
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(files);
  expect(parsed.text).toBe(text);
});

const PLAIN = 'From: a@b.example\nMIME-Version: 1.0\n';
const html = (body: string): string => `--b\r\nContent-Type: text/html\r\n\r\n${body}\r\n`;
const plain = (body: string, type = 'text/plain'): string => `--b\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The same kinds, otherwise made. */
test.each<[string, Buffer, string]>([
  [
    'a boundary that nobody uses',
    mail(`${PLAIN}Content-Type: multipart/mixed; boundary=x`, `${plain('eins')}--b--`),
    'eins',
  ],
  [
    'a boundary that nobody names',
    mail(`${PLAIN}Content-Type: multipart/mixed`, `${plain('eins')}${html('<p>zwei</p>')}--b--`),
    'eins\nzwei',
  ],
  [
    'a multipart that is a page',
    mail(`${PLAIN}Content-Type: multipart/mixed`, '<html><body><b>eins</b></body></html>'),
    'eins',
  ],
  [
    'two types, the second one right',
    mail(
      `${PLAIN}Content-Type: multipart/mixed; boundary="x"\nContent-Type: multipart/mixed; boundary=b`,
      `${plain('eins')}--b--`,
    ),
    'eins',
  ],
  [
    'HTML that shows nothing beside a text',
    mail(
      `${PLAIN}Content-Type: multipart/alternative; boundary=b`,
      `${plain('eins')}${html('<style>p{}</style><p>&nbsp;</p>')}--b--`,
    ),
    'eins',
  ],
  [
    'the same within parts that belong together',
    mail(
      `${PLAIN}Content-Type: multipart/alternative; boundary=b`,
      `${plain('eins')}--b\r\nContent-Type: multipart/related; boundary=c\r\n\r\n--c\r\nContent-Type: text/html\r\n\r\n<br>\r\n--c--\r\n--b--`,
    ),
    'eins',
  ],
  [
    'base64 that is none',
    mail(`${PLAIN}Content-Transfer-Encoding: base64`, 'Das ist kein base64, sondern Text.'),
    'Das ist kein base64, sondern Text.',
  ],
  [
    'base64 padded in each line',
    mail(`${PLAIN}Content-Transfer-Encoding: base64`, `${base64('eins ')}\r\n${base64('zwei')}`),
    'eins zwei',
  ],
  [
    'base64 without padding, and a footer',
    mail(
      `${PLAIN}Content-Transfer-Encoding: base64`,
      `${base64('eins zwei dr')}\r\n\r\n-- \r\nDiese Liste wird verwaltet`,
    ),
    'eins zwei dr',
  ],
  [
    'quoted-printable with blanks behind',
    mail(`${PLAIN}Content-Transfer-Encoding: quoted-printable`, 'ei= \t\r\nns =C3=A4 =zz='),
    'eins ä =zz',
  ],
  [
    'text that the reader would take out',
    mail(`${PLAIN}Content-Type: text/html`, '<noscript>nur hier</noscript>'),
    'nur hier',
  ],
  [
    'a preamble alone',
    mail(`${PLAIN}Content-Type: multipart/mixed; boundary=b`, 'Nur dies.\r\n--b\r\n\r\n\r\n--b--'),
    'Nur dies.',
  ],
])('%s is read', async (_name, raw, text) => {
  expect((await parseMail(raw)).text.trim()).toBe(text);
});

test('a file in a text is there though nobody names the boundary, and parts in each other without end are soon done with', async () => {
  const body = `${plain('Anbei\r\nbegin 644 a.txt\r\n#86)C\r\n`\r\nend')}${plain('zwei')}--b--`;
  const parsed = await parseMail(mail(`${PLAIN}Content-Type: multipart/mixed`, body));
  expect([parsed.text, parsed.attachments.map(({ filename }) => filename)]).toEqual(['Anbei\nzwei', ['a.txt']]);
  const deep = Array.from({ length: 20_000 }, (_, at) => `--b${at}\r\nContent-Type: multipart/mixed\r\n\r\n`).join('');
  const hasty = new MailParser({ processes: 1, cpuMs: 4000, wallMs: 60_000 });
  expect(await hasty.parse(mail(`${PLAIN}Content-Type: multipart/mixed`, `${deep}Ende`))).toMatchObject({ ok: true });
  await hasty.close();
});

test('a plain text with the name of a file is one, though it is the first of several', async () => {
  const file = 'text/plain\r\nContent-Disposition: inline; filename=liste.txt';
  const raw = mail(`${PLAIN}Content-Type: multipart/mixed; boundary=b`, `${plain('eins', file)}${plain('zwei')}--b--`);
  const { text, attachments } = await parseMail(raw);
  expect([text, attachments.map(({ filename }) => filename)]).toEqual(['eins\nzwei', ['liste.txt']]);
});

test.each([
  ['text/plain; name=liste.txt\nContent-Disposition: inline', ['liste.txt']],
  ['text/plain\nContent-Disposition: inline; filename=liste.txt', ['liste.txt']],
  ['text/plain; charset=utf-8\nContent-Disposition: inline', []],
  // A name of a body that nobody sends as a file, and a page that is shown whole.
  ['text/plain; name=liste.txt', []],
  ['text/html; name=seite.html\nContent-Disposition: inline; filename=seite.html', []],
])('a text that is all of its mail, as %j, is a file where it is sent as one', async (type, files) => {
  const alone = mail(`${PLAIN}Content-Type: ${type}`, 'eins');
  const part = `--b\r\nContent-Type: ${type.replace('\n', '\r\n')}\r\n\r\neins\r\n--b--`;
  for (const raw of [alone, mail(`${PLAIN}Content-Type: multipart/mixed; boundary=b`, part)]) {
    const { text, attachments } = await parseMail(raw);
    expect([text, attachments.map(({ filename }) => filename)]).toEqual(['eins', files]);
  }
});

test.each([
  ["filename*=UTF-8''Gr%FC%DFe.pdf", 'Grüße.pdf'],
  ["filename*=''Gr%FC%DFe.pdf", 'Grüße.pdf'],
  ['filename*0*=utf-8\'\'Gr%FC;\r\n filename*1*=%DFe;\r\n filename*2=".pdf"', 'Grüße.pdf'],
  ["filename*1*=%BC.pdf; filename*0*=utf-8''Gr%C3", 'Grü.pdf'],
  ["filename*=iso-8859-2''%A3%F3d%BC.pdf", 'Łódź.pdf'],
  ['filename="=?utf-8?Q?Gr=C3=BC.pdf"', 'Grü.pdf'],
  ['filename="Gr=FC.pdf"', 'Gr=FC.pdf'],
])('the name of a file that is written as %s', async (parameter, filename) => {
  const file = `application/pdf\r\nContent-Disposition: attachment; ${parameter}`;
  const raw = mail(`${PLAIN}Content-Type: multipart/mixed; boundary=b`, `${plain('eins')}${plain('x', file)}--b--`);
  expect((await parseMail(raw)).attachments.map((one) => one.filename)).toEqual([filename]);
});

test('where to sign off is read out of encoded words', async () => {
  const raw = mail(
    `${PLAIN}List-Unsubscribe: =?us-ascii?Q?=3Chttps=3A=2F=2Fab=2Efirma=2Eexample=2Fx=3Fa=3D1=3E?=\n =?us-ascii?Q?=2C_=3Cmailto=3Aab=40firma=2Eexample=3E?=`,
    'x',
  );
  expect((await parseMail(raw)).unsubscribe).toMatchObject({ url: 'https://ab.firma.example/x?a=1' });
});

test('that one click is enough is read out of encoded words, and an address that is written as in HTML is what it means', async () => {
  const raw = mail(
    `${PLAIN}List-Unsubscribe: <https://ab.firma.example/x?a=1&amp;b=2>\r\nList-Unsubscribe-Post: =?utf-8?Q?List-Unsubscribe=3DOne-Click?=`,
    'x',
  );
  expect((await parseMail(raw)).unsubscribe).toMatchObject({
    url: 'https://ab.firma.example/x?a=1&b=2',
    oneClick: true,
  });
});

test('a calendar that nobody calls one is an invitation', async () => {
  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//x//y',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:1@x.example',
    'DTSTAMP:20261101T090000Z',
    'DTSTART:20261118T090000Z',
    'DTEND:20261118T100000Z',
    'SUMMARY:Größe',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  for (const type of [
    'text/plain',
    'application/octet-stream; name=einladung.ics',
    'application/ics',
    'application/ics; method=REQUEST; charset=utf-8',
    'text/x-vcalendar',
    'application/octet-stream',
    'application/octet-stream; name=einladung.bin',
    'text/plain; name=einladung.txt',
  ]) {
    const raw = mail(
      `${PLAIN}Content-Type: multipart/mixed; boundary=b`,
      `${plain('Bitte')}${plain(calendar, type)}--b--`,
    );
    const parsed = await parseMail(raw);
    expect({ type, ...parsed }).toMatchObject({ type, invitation: { uid: '1@x.example' }, text: 'Bitte' });
    // Whoever answers finds it by its type or its name.
    const [file] = parsed.attachments;
    expect([file?.contentType, file?.filename].some((one) => /^text\/calendar$|\.ics$/.test(one ?? ''))).toBe(true);
  }
});

describe('no mail that says something is shown as one that says nothing', () => {
  const folders = ['python-email', 'mime-tools', 'mime4j', 'reported', 'smime'];
  const all = folders.flatMap((folder) =>
    readdirSync(join(fixtures, folder))
      .filter((name) => /\.(eml|msg)$/.test(name))
      .map((name) => join(fixtures, folder, name)),
  );
  /** Whether a body has letters anywhere but in what makes it a mail. */
  const says = (raw: Buffer): boolean =>
    /[a-z0-9]{3}/i.test(
      raw
        .subarray(startOfBody(raw))
        .toString('latin1')
        .replace(/^(?:--.*|[\w-]+[ \t]*:.*(?:\r?\n[ \t]+.*)*)$/gm, '')
        .replace(/<(style|script|title)\b[\s\S]*?<\/\1>|<[^>]*>|&\w+;/gi, ''),
    );
  const shows = ({ text, html: shown, attachments, externalImages }: ParsedMail): boolean =>
    text !== '' || attachments.length > 0 || externalImages.length > 0 || /<img|data-kontor-inline/.test(shown);

  test('of all that was collected', async () => {
    for (const file of all) {
      const raw = readFileSync(file);
      if (says(raw)) expect({ file, isShown: shows(await parseMail(raw)) }).toEqual({ file, isShown: true });
    }
  });

  test('nor of those that break programs, changed as only machines change them', async () => {
    const random = seeded(26);
    const runs = process.env['KONTOR_FULL_TESTS'] === 'true' ? 3000 : 150;
    for (let number = 0; number < runs; number += 1) {
      const raw = mutated(random, number);
      if (raw.length > 50_000 || !says(raw)) continue;
      const parsed = await parseMail(raw);
      expect({ number, isShown: shows(parsed) || raw.toString('latin1') }).toEqual({ number, isShown: true });
    }
  });

  test('nor of these with a few bytes gone or doubled', async () => {
    const small = all.map((file) => readFileSync(file)).filter((raw) => raw.length < 20_000);
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(60),
      isGone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...small),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        async (raw, all) => {
          let bytes = raw;
          for (const { at, length, isGone } of all) {
            const start = Math.floor(at * bytes.length);
            bytes = Buffer.concat([
              bytes.subarray(0, start + (isGone ? 0 : length)),
              bytes.subarray(start + (isGone ? length : 0)),
            ]);
          }
          if (says(bytes)) expect(shows(await parseMail(bytes))).toBe(true);
        },
      ),
      { numRuns: process.env['KONTOR_FULL_TESTS'] === 'true' ? 3000 : 150 },
    );
  });
});
