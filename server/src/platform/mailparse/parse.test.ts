import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { contentKey } from './content-key.ts';
import { crudeHeaders } from './crude-headers.ts';
import { MailParser } from './pool.ts';
import { cleanFilename } from './text.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const parser = new MailParser({ processes: 2 });
afterAll(() => parser.close());

const mail = (headers: string, body: string) => Buffer.from(`${headers.replaceAll('\n', '\r\n')}\r\n\r\n${body}`);

async function parsed(raw: Uint8Array) {
  const outcome = await parser.parse(raw);
  if (!outcome.ok) throw new Error(`${outcome.reason} ${outcome.detail}`);
  return outcome.mail;
}

it('reads what a list and a reader need', async () => {
  const raw = mail(
    `From: =?utf-8?Q?J=C3=BCrgen?= <j@werft.example>
To: "Team, Info" <info@nordwerk.example>, gruppe: a@x.example, b@x.example;
Subject: =?iso-8859-1?Q?Gr=FC=DFe?=
Date: Mon, 2 Nov 2026 10:00:00 +0100
Message-ID: <1@werft.example>
References: <a@x> <b@x>
MIME-Version: 1.0
Content-Type: multipart/related; boundary=b`,
    [
      '--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Hallo <img src="cid:bild"></p><blockquote>alt</blockquote>',
      '--b\r\nContent-Type: image/png; name="../../logo.png"\r\nContent-ID: <bild>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=',
      '--b--\r\n',
    ].join('\r\n'),
  );
  expect(await parsed(raw)).toMatchObject({
    subject: 'Grüße',
    from: [{ name: 'Jürgen', address: 'j@werft.example' }],
    to: [
      { name: 'Team, Info', address: 'info@nordwerk.example' },
      { address: 'a@x.example' },
      { address: 'b@x.example' },
    ],
    date: Date.UTC(2026, 10, 2, 9),
    messageId: '1@werft.example',
    references: ['a@x', 'b@x'],
    preview: 'Hallo',
    attachments: [{ filename: 'logo.png', contentType: 'image/png', contentId: 'bild', disposition: 'inline' }],
    html: expect.stringContaining('data-kontor-inline="0"'),
  });
});

it('decodes the euro sign of windows-1252', async () => {
  const raw = Buffer.concat([
    mail('From: a@b.example\nContent-Type: text/plain; charset=windows-1252', ''),
    Buffer.from([0x35, 0x20, 0x80]),
  ]);
  expect((await parsed(raw)).text).toBe('5 €');
});

describe.each(['python-email', 'mime-tools', 'mime4j', 'bombs'])('%s', (folder) => {
  const files = readdirSync(join(fixtures, folder)).filter((name) => /\.(eml|msg)$/.test(name));

  it('is taken apart without a failure', async () => {
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const raw = readFileSync(join(fixtures, folder, file));
      expect({ file, ...(await parser.parse(raw)) }).toMatchObject({ file, ok: true });
      expect(crudeHeaders(raw).contentKey).toBe(contentKey(raw));
    }
  });
});

describe('mails made to exhaust', () => {
  it.each([
    ['nesting', mail('Subject: t\nContent-Type: text/html', '<b><font>'.repeat(50_000))],
    ['entities', mail('Subject: t\nContent-Type: text/html', '&amp'.repeat(100_000))],
    [
      'styles',
      mail(
        'Subject: t\nContent-Type: text/html',
        `<style>b{${'color:red;'.repeat(9999)}}</style>${'<b>x</b>'.repeat(50_000)}`,
      ),
    ],
    ['open angle brackets', mail('Subject: t\nContent-Type: text/html', '<a '.repeat(300_000))],
    ['links', mail('Subject: t', 'https://'.repeat(100_000))],
    ['addresses', mail(`Subject: t\nTo: ${'a@b.example,'.repeat(50_000)}`, '')],
    ['quotes', mail('Subject: t', '>'.repeat(500_000))],
    ['quoted lines', mail('Subject: t', '> > > > > > > > > > > > > > > > > > > > > > > > x\n'.repeat(20_000))],
  ])('%s take less than 4 of their 5 seconds of the processor', async (_name, raw) => {
    // Its process would be ended; how long that is by the clock is a matter of what else the machine does.
    const hasty = new MailParser({ processes: 1, cpuMs: 4000, wallMs: 60_000 });
    await hasty.parse(mail('Subject: warm', ''));
    expect(await hasty.parse(raw)).toMatchObject({ ok: true, mail: { subject: 't' } });
    await hasty.close();
  });
});

describe('a process that fails', () => {
  const childFile = join(import.meta.dirname, 'testing', 'failing-process.ts');

  it('is replaced, and every mail has its answer', async () => {
    const failing = new MailParser({ processes: 2, childFile, wallMs: 1500, cpuMs: 700, memoryMiB: 64 });
    const kinds = ['hang', 'crash', 'fine', 'spin', 'throw', 'fine', 'write'];
    const outcomes = await Promise.all(kinds.map((kind) => failing.parse(Buffer.from(kind))));
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason))).toEqual([
      'out-of-time',
      'crashed',
      'ok',
      'out-of-time',
      'not-parsable',
      'ok',
      'not-parsable',
    ]);
    await failing.close();
    expect(await failing.parse(Buffer.from('fine'))).toMatchObject({ ok: false, reason: 'closed' });
    // Filling the memory takes time of its own, which a busy machine has less of.
    const hungry = new MailParser({ processes: 1, childFile, wallMs: 15_000, cpuMs: 15_000, memoryMiB: 64 });
    expect(await hungry.parse(Buffer.from('memory'))).toMatchObject({ ok: false, reason: 'out-of-memory' });
    await hungry.close();
  });

  it('that cannot start is not started for ever, and no mail is to blame', async () => {
    const absent = new MailParser({ childFile: join(import.meta.dirname, 'absent.ts') });
    const outcomes = [absent.parse(Buffer.from('')), absent.parse(Buffer.from(''))];
    for (const outcome of await Promise.all(outcomes))
      expect(outcome).toMatchObject({ ok: false, reason: 'not-started' });
    await absent.close();
  });

  it('that starts late is waited for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-late-'));
    const late = new MailParser({ processes: 1, childFile: join(folder, 'late.ts') });
    const outcome = late.parse(Buffer.from('fine'));
    await sleep(300);
    copyFileSync(childFile, join(folder, 'late.ts'));
    expect(await outcome).toMatchObject({ ok: true });
    await late.close();
    rmSync(folder, { recursive: true });
  });
});

describe('the content key', () => {
  const base = 'From: a@b.example\nSubject: Eins\nMessage-ID: <1@x>';
  const key = contentKey(mail(base, 'Text\r\n'));

  it.each([
    [
      'other trace fields',
      mail(`Received: from x\n\tby y\nX-Spam: no\n${base}\nDelivered-To: c@d.example`, 'Text\r\n'),
    ],
    ['other ends of line', Buffer.from(`${base}\n\nText\n`)],
    ['another fold', mail('From:  a@b.example\nSubject:\n Eins\nMessage-ID: <1@x>', 'Text')],
  ])('is the same with %s', (_name, raw) => expect(contentKey(raw)).toBe(key));

  it.each([
    ['another body', mail(base, 'Text 2\r\n')],
    ['another subject', mail(base.replace('Eins', 'Zwei'), 'Text\r\n')],
  ])('is another with %s', (_name, raw) => expect(contentKey(raw)).not.toBe(key));
});

it('reads the headers of what cannot be parsed', () => {
  const raw = mail(
    'From: "Paul" <p@x.example>\nSubject: =?utf-8?B?R3LDvMOfZQ==?=\nDate: Mon, 2 Nov 2026 10:00:00 +0100',
    '',
  );
  expect(crudeHeaders(raw)).toMatchObject({
    subject: 'Grüße',
    from: { name: 'Paul', address: 'p@x.example' },
    date: Date.UTC(2026, 10, 2, 9),
  });
  expect(crudeHeaders(Buffer.from([0, 255, 10, 13]))).toMatchObject({ subject: '', from: null, date: null });
});

describe('file names', () => {
  it.each([
    ['con .txt', '_con .txt'],
    ['CON', '_CON'],
    ['aux\t.tar.gz', '_aux .tar.gz'],
    ['com1.pdf', '_com1.pdf'],
    ['lpt² .pdf', '_lpt² .pdf'],
    ['conin$', '_conin$'],
    ['console.txt', 'console.txt'],
    ['com10.txt', 'com10.txt'],
  ])('%j, which Windows may take for a device, is %j', (name, clean) => expect(cleanFilename(name, 'x')).toBe(clean));

  const names = v.parse(v.array(v.string()), JSON.parse(readFileSync(join(fixtures, 'filenames.json'), 'utf8')));

  it.each(names)('%j becomes harmless', (name) => {
    const clean = cleanFilename(name, 'attachment-1');
    expect(clean).toMatch(/^[^/\\<>:"|?*;]{1,150}$/);
    expect(clean).not.toMatch(/^\.|[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\ufeff]|^(con|aux|nul|prn)(\.|$)/iu);
    expect(clean.isWellFormed()).toBe(true);
  });
});
