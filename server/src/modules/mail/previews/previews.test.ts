import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ListEntry } from '@kontor/contract/activity';
import sharp from 'sharp';
import { fromBufferPromise } from 'yauzl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MailParser } from '../../../platform/mailparse/index.ts';
import { packTnef } from '../../../platform/mailparse/testing/tnef.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import { OfficeConverter } from '../../../platform/preview/index.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedBox } from '../../activity/factory.ts';
import { rawMail } from '../testing/factory.ts';
import { importMails } from '../arrival/import.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let aggregateId: string;
const parser = new MailParser({ processes: 1 });

const inner = (files: Record<string, Uint8Array>) =>
  Buffer.from(
    rawMail({
      subject: 'Innen',
      from: 'Ina Innen <ina@werft.example>',
      html: '<p>Hallo</p><img src="cid:bild.png"><img src="https://b.example/x.png" width=90 height=90><script>x</script>',
      files,
    }),
  );
const calendar =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20261101T000000Z\r\nSUMMARY:Montage\r\nDTSTART;TZID=Mars:20261130T090000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
const files: Record<string, Uint8Array> = {};

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('nordwerk');
  const annaId = await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
  const boxId = await seedBox(server.change, instance, [annaId]);
  const picture = sharp({ create: { width: 3000, height: 10, channels: 3, background: '#c00' } });
  const png = await picture.clone().png().toBuffer();
  Object.assign(files, {
    'bild.jpg': await picture
      .clone()
      .withExif({ IFD0: { Artist: 'geheim' } })
      .jpeg()
      .toBuffer(),
    'zeichnung.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>',
    ),
    'a.pdf': Buffer.from('%PDF-1.4 Inhalt'),
    'notiz.txt': Buffer.from('Gr\xfc\xdfe aus L\xfcbeck und viele sch\xf6ne Gr\xfc\xdfe', 'latin1'),
    'seite.html': Buffer.from('<script>alert(1)</script>'),
    'lang.txt': Buffer.alloc(600 * 1024, 'a'),
    'brief.rtf': Buffer.from('{\\rtf1\\ansi Guten Tag}'),
    'alt.doc': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    'zu.docx': Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(99),
    ]),
    'kaputt.gif': Buffer.from('GIF89a kaputt'),
    'programm.exe': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 1)]),
    'termin.ics': Buffer.from(calendar),
    'leute.vcf': Buffer.from('BEGIN:VCARD\r\nFN:Paul\r\nEMAIL:paul@werft.example\r\nEND:VCARD\r\n'),
    'winmail.dat': packTnef({ html: '', files: [{ title: 'aus-outlook.txt', bytes: Buffer.from('TNEF') }] }),
    'mail.eml': inner({
      'tief.txt': Buffer.from('tief'),
      'bild.png': png,
      'noch.eml': inner({ 'ganz.txt': Buffer.from('ganz tief') }),
    }),
  });
  const parts = { platform: server.platform, change: server.change, parser };
  const target = { boxId, channel: 'info@nordwerk.example', memberIds: [annaId] };
  await importMails(parts, instance, target, [{ raw: Buffer.from(rawMail({ subject: 'Alles', files })), status: 1 }]);
  const [entry] = await anna.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' });
  aggregateId = entry?.aggregateId ?? '';
});
afterAll(async () => {
  await parser.close();
  await server?.close();
});

interface Attachment {
  readonly filename: string;
  readonly storageKey: string;
  readonly fileSize: number;
}
const keyOf = async (name: string): Promise<string> => {
  const list = await anna.query<Attachment[]>('mail.attachments', { aggregateId });
  return list.find(({ filename }) => filename === name)?.storageKey ?? 'none';
};
async function bytes(query: string, parameters: object) {
  const search = new URLSearchParams([
    ['query', query],
    ['parameters', JSON.stringify({ aggregateId, ...parameters })],
  ]);
  const response = await fetch(`${anna.base}/query?${search.toString()}`, { headers: anna.headers() });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: Buffer.from(await response.arrayBuffer()),
  };
}
const preview = async (name: string) => bytes('mail.attachmentPreview', { storageKey: await keyOf(name) });

describe('a file is looked at', () => {
  it.each(['bild.jpg', 'zeichnung.svg'])('as a picture that was made anew: %s', async (name) => {
    const { status, type, body } = await preview(name);
    expect([status, type]).toEqual([200, 'image/webp']);
    const { width, exif } = await sharp(body).metadata();
    expect(width).toBe(name === 'bild.jpg' ? 2000 : 20);
    expect(exif).toBeUndefined();
  });

  it.each([
    ['a.pdf', 'application/pdf', '%PDF-1.4 Inhalt'],
    ['notiz.txt', 'text/plain; charset=utf-8', 'Grüße aus Lübeck und viele schöne Grüße'],
    ['seite.html', 'text/plain; charset=utf-8', '<script>alert(1)</script>'],
    ['brief.rtf', 'text/plain; charset=utf-8', 'Guten Tag'],
    ['aus-outlook.txt', 'text/plain; charset=utf-8', 'TNEF'],
  ])('as what it says: %s', async (name, type, text) => {
    const answer = await preview(name);
    expect([answer.status, answer.type, answer.body.toString().trim()]).toEqual([200, type, text]);
  });

  it.each([
    ['lang.txt', 'tooBig'],
    ['alt.doc', 'noOffice'],
    ['zu.docx', 'encrypted'],
    ['kaputt.gif', 'broken'],
    ['programm.exe', 'kind'],
  ])('and says why not: %s, %s', async (name, why) => {
    const answer = await anna.tryQuery('mail.attachmentPreview', { aggregateId, storageKey: await keyOf(name) });
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([422, 'PREVIEW_NOT_AVAILABLE', why]);
  });
});

describe('a mail in the mail', () => {
  interface Inner {
    readonly readableContentHTML: string;
    readonly mailModelAttachments: readonly Attachment[];
  }
  const open = (storageKey: string) => anna.query<Inner>('mail.attachedMail', { aggregateId, storageKey });

  it('is read with its files, three deep, and nothing from outside', async () => {
    const outer = await keyOf('mail.eml');
    const mail = await open(outer);
    expect(mail).toMatchObject({ subject: 'Innen', senderAddress: 'ina@werft.example', senderRealName: 'Ina Innen' });
    expect(mail.readableContentHTML).toContain(`data-kontor-inline="${outer}.1"`);
    expect(mail.readableContentHTML).not.toMatch(/script|external|b\.example/);
    const names = Object.fromEntries(
      mail.mailModelAttachments.map(({ filename, storageKey }) => [filename, storageKey]),
    );
    expect((await bytes('mail.attachmentContent', { storageKey: names['tief.txt'] })).body.toString()).toBe('tief');
    expect((await bytes('mail.attachmentPreview', { storageKey: names['bild.png'] })).type).toBe('image/webp');
    const deeper = await open(names['noch.eml'] ?? '');
    const deepest = deeper.mailModelAttachments.find(({ filename }) => filename === 'ganz.txt');
    expect((await bytes('mail.attachmentPreview', { storageKey: deepest?.storageKey })).body.toString()).toBe(
      'ganz tief',
    );
    expect((await anna.tryQuery('mail.attachedMail', { aggregateId, storageKey: `${outer}.99` })).body.code).toBe(
      'NOT_FOUND',
    );
  });

  it('is none where the file is something else', async () => {
    for (const query of ['attachedMail', 'attachedEvents', 'attachedContacts']) {
      const answer = await anna.tryQuery(`mail.${query}`, { aggregateId, storageKey: await keyOf('a.pdf') });
      expect([answer.status, answer.body.code, answer.body.detail]).toEqual([422, 'PREVIEW_NOT_AVAILABLE', 'broken']);
    }
  });
});

it('appointments and people of files are read', async () => {
  const events = await anna.query('mail.attachedEvents', { aggregateId, storageKey: await keyOf('termin.ics') });
  // In a zone that nobody knows the clock is that of the instance.
  expect(events).toMatchObject([
    { title: 'Montage', startDate: '2026-11-30T08:00:00.000Z', isZoneKnown: false, me: null },
  ]);
  const people = await anna.query('mail.attachedContacts', { aggregateId, storageKey: await keyOf('leute.vcf') });
  expect(people).toMatchObject([{ name: 'Paul', emails: ['paul@werft.example'] }]);
});

describe('all files in one archive', () => {
  const unpack = async (parameters: object) => {
    const { status, type, body } = await bytes('mail.attachmentsArchive', parameters);
    expect([status, type]).toEqual([200, 'application/zip']);
    const found: Record<string, Buffer> = {};
    const archive = await fromBufferPromise(body, { lazyEntries: true });
    for await (const entry of archive.eachEntry())
      found[entry.fileName] = await buffer(await archive.openReadStreamPromise(entry));
    return found;
  };

  it('or those that are named', async () => {
    const all = await unpack({});
    expect(Object.keys(all)).toHaveLength(Object.keys(files).length);
    expect(all['a.pdf']?.toString()).toBe('%PDF-1.4 Inhalt');
    expect(all['aus-outlook.txt']?.toString()).toBe('TNEF');
    expect(all['mail.eml']).toEqual(files['mail.eml']);
    const one = await unpack({ storageKeys: [await keyOf('notiz.txt')] });
    expect(Object.keys(one)).toEqual(['notiz.txt']);
    expect((await anna.tryQuery('mail.attachmentsArchive', { aggregateId, storageKeys: ['77'] })).body.code).toBe(
      'NOT_FOUND',
    );
  });
});

describe('LibreOffice', () => {
  it('makes a PDF, is ended when it takes too long, and leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-test-'));
    const program = join(folder, 'soffice');
    const write = async (script: string) => {
      await writeFile(program, `#!/bin/sh\n${script}\n`);
      await chmod(program, 0o755);
    };
    const office = new OfficeConverter(program, { wallMs: 1500 });
    await write(
      'while [ "$1" != --outdir ]; do shift; done; mkdir -p "$2"; (printf "%%PDF-"; cat "$3") > "$2/document.pdf"',
    );
    expect(String(await office.convert(Buffer.from('Brief'), 'Brief.docx'))).toBe('%PDF-Brief');
    await write('exit 1');
    expect(await office.convert(Buffer.from('Brief'), 'Brief.docx')).toBe('broken');
    await write('sleep 60 & sleep 60');
    expect(await office.convert(Buffer.from('Brief'), 'Brief.docx')).toBe('tooSlow');
    await office.close();
    expect(await new OfficeConverter(join(folder, 'nothing')).convert(Buffer.from('x'), 'x.doc')).toBe('broken');
    await rm(folder, { recursive: true });
  });
});
