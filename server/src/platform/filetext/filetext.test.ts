import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { FileReader, ReaderAwayError, type FileText } from './index.ts';
import { MAX_CHARACTERS } from './reading.ts';
import { readText } from './read.ts';
import { EnoughError, Gathering } from './gathering.ts';
import { pdfBomb, pdfOf, pdfOfPages } from './testing/pdf.ts';
import { docxOf, openDocumentOf, zipOf } from './testing/zip.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const fixture = (name: string): Buffer => readFileSync(join(fixtures, name));
const folder = mkdtempSync(join(tmpdir(), 'kontor-texts-'));
const LIMITS = { processes: 2, seconds: 5, memoryMiB: 256, maxBytes: 32 * 1024 * 1024 };
/** With time enough on any machine, for what is no matter of time. */
const reader = new FileReader({ ...LIMITS, seconds: 60 });
const hasty = new FileReader({ ...LIMITS, processes: 1 });
afterAll(async () => {
  await reader.close();
  await hasty.close();
  rmSync(folder, { recursive: true });
});

let files = 0;
/** Has a file read as the server does: in a process of its own. */
function read(
  bytes: Uint8Array | string,
  name = 'datei',
  type = 'application/octet-stream',
  by = reader,
): Promise<FileText> {
  files += 1;
  const file = join(folder, String(files));
  writeFileSync(file, bytes);
  return by.read({ file, size: Buffer.byteLength(bytes), name, type });
}
const whole = (text: string) => ({ text, cut: false, reason: null });
const not = (reason: string) => ({ text: '', cut: false, reason });
const lines = (...all: string[]) => whole(all.join('\n'));

test.each<[string, string[]]>([
  [
    'rechnung.pdf',
    [
      'Rechnung 2026-0815 der Werft Süd',
      'Kondensatabscheider für die Großpumpe, Lieferung nach Husum',
      'Die Druckluftanlage ist geprüft.',
      'Zweite Seite: Gewährleistung zwölf Monate',
    ],
  ],
  ['nur-besitzer.pdf', ['Lesbar ohne Kennwort']],
  [
    'bericht.docx',
    [
      'Prüfbericht Kreiselpumpe',
      'Die Wellendichtungen der Größe 4711 sind undicht.',
      'Zelle eins',
      'Zelle zwei',
      'Fußnote zum Dichtungssatz',
      'Fußzeile Seite',
      'Kopfzeile Nordwerk',
    ],
  ],
  ['angebot.docx', ['Angebot Schraubenverdichter', 'Lieferung frei Haus, Zahlungsziel 30 Tage.']],
  [
    'teile.xlsx',
    [
      'Ersatzteile',
      'Zweites Blatt',
      'Artikel Menge Preis',
      'Gleitringdichtung 12 1234.5',
      'Kugellager 3 6',
      'Überdruckventil',
      'Anmerkung Lieferzeit',
    ],
  ],
  ['lager.xlsx', ['Lager', 'Bezeichnung Bestand', 'Flanschverbindung 42']],
  [
    'vcf/gmail-list.vcf',
    [
      'Arnold Smith',
      'Smith Arnold',
      'asmithk@gmail.com',
      'Chris Beatle',
      'Beatle Chris',
      'chrisy55d@yahoo.com',
      'Doug White',
      'White Doug',
      'dwhite@gmail.com',
    ],
  ],
  ['ics/tests__calendars__issue_526_calendar_with_events.ics', ["Some event ':'", 'Some other event']],
  ['zip/windows-7-zip.zip', ['a.txt', 'b.txt', 'asdf', 'bsdf']],
])('%s says what it says, whatever it is called', async (name, expected) => {
  expect(await read(fixture(name))).toEqual(lines(...expected));
  expect(await read(fixture(name), 'bild.jpg', 'image/jpeg')).toEqual(lines(...expected));
});

test('slides are read in their order, with what is noted under them', async () => {
  const { text } = await read(fixture('folien.pptx'));
  expect(text).toMatch(
    /^1\nWerftbesuch Übersicht\nSprechernotiz Trockendock\n2\nFolie Nummer 2\n[^]*\n10\nFolie Nummer 10\n11\nFolie Nummer 11$/,
  );
});

const RTF = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Times Cyr;}}{\colortbl;\red0;}{\*\generator Word;}
\uc1\f0 Gr\'fc\'dfe aus {\b K\u246?ln}\par Zeile\tab zwei \{1\}\line {\f1 \'cf\'f0\'e8\'e2\'e5\'f2}{\pict\pngblip 89504e47}\par {\field{\*\fldinst HYPERLINK "x"}{\fldrslt Verweis}}}`;
const EML = `From: =?utf-8?Q?J=C3=BCrgen?= <j@werft.example>
To: Anna <anna@nordwerk.example>
Subject: Mail in der Mail
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/plain; charset=utf-8

Innerer Text
--x
Content-Type: application/pdf; name="rechnung.pdf"
Content-Disposition: attachment; filename="rechnung.pdf"
Content-Transfer-Encoding: base64

${fixture('rechnung.pdf').toString('base64')}
--x--
`;
/** As Windows writes it where people write so. */
const cyrillic = (text: string): Buffer =>
  Buffer.from(Array.from(text, (letter) => letter.charCodeAt(0) - (letter > '~' ? 0x350 : 0)));
const html =
  '<!doctype html><html><head><title>Titel</title><style>p{}</style></head><body><p>Häu<b>ser</b></p><script>nie()</script><td>a</td><td>b</td><img alt="Bildtext"></body></html>';

test.each<[string, Buffer | string, [string, string], string]>([
  ['RTF', RTF, ['a.rtf', ''], 'Grüße aus Köln\nZeile zwei {1}\nПривет\nVerweis'],
  [
    'ODT',
    openDocumentOf(
      'text',
      '<text:tracked-changes><text:p>gelöscht</text:p></text:tracked-changes><text:p>Ein<text:span>zel</text:span>teil<text:tab/>zwei</text:p><text:h>Kapitel</text:h>',
    ),
    ['a.odt', ''],
    'Einzelteil zwei\nKapitel\nKopf der Seite',
  ],
  [
    'ODS',
    openDocumentOf(
      'spreadsheet',
      '<table:table-row><table:table-cell><text:p>Artikel</text:p></table:table-cell><table:table-cell office:value="3"><text:p>3,50</text:p></table:table-cell></table:table-row>',
    ),
    ['a.ods', ''],
    'Artikel\n3,50\nKopf der Seite',
  ],
  [
    'ODP',
    openDocumentOf('presentation', '<draw:page><text:p>Folie</text:p></draw:page>'),
    ['a.odp', ''],
    'Folie\nKopf der Seite',
  ],
  [
    'a mail with its attachments',
    EML,
    ['a.eml', 'message/rfc822'],
    'Mail in der Mail\nJürgen j@werft.example\nAnna anna@nordwerk.example\nInnerer Text\nrechnung.pdf\nRechnung 2026-0815 der Werft Süd\nKondensatabscheider für die Großpumpe, Lieferung nach Husum\nDie Druckluftanlage ist geprüft.\nZweite Seite: Gewährleistung zwölf Monate',
  ],
  [
    'an archive with what is in it',
    zipOf([
      { name: 'Ordner/Büro.txt', bytes: 'Inhalt' },
      { name: 'bild.png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
      { name: 'b.docx', bytes: docxOf('Dokument') },
    ]),
    ['a.zip', ''],
    'Ordner/Büro.txt\nbild.png\nb.docx\nInhalt\nDokument',
  ],
  ['HTML', html, ['a.html', 'text/html'], 'Titel\nHäuser\na b\nBildtext'],
  ['a part of HTML that only its name tells of', 'Ein <b>Wort</b><br>&Uuml;ber', ['a.htm', ''], 'Ein Wort\nÜber'],
  [
    'an invoice as XML',
    '<?xml version="1.0"?><rsm:Invoice><ram:Name>Ventil</ram:Name><ram:ID>R-17 &amp; 18</ram:ID></rsm:Invoice>',
    ['a.xml', ''],
    'Ventil\nR-17 & 18',
  ],
  ['UTF-8', 'Größe\r\nÄpfel', ['a.txt', 'text/plain'], 'Größe\nÄpfel'],
  ['UTF-8 with a mark', '\ufeffGröße', ['a.csv', 'text/csv'], 'Größe'],
  [
    'what Windows wrote',
    Buffer.from('Gr\xf6\xdfe der K\xf6rner; \x80 5', 'latin1'),
    ['a.csv', 'text/csv'],
    'Größe der Körner; € 5',
  ],
  ['two bytes a sign', Buffer.from('\ufeffGröße', 'utf16le'), ['a.txt', ''], 'Größe'],
  ['two bytes a sign without a mark', Buffer.from('Menge und Preis', 'utf16le'), ['a.txt', ''], 'Menge und Preis'],
  [
    'Cyrillic of Windows',
    cyrillic('Привет, как дела? Новое сообщение пришло'),
    ['a.txt', ''],
    'Привет, как дела? Новое сообщение пришло',
  ],
  ['Markdown', '# Kopf\n\n* eins', ['a.md', ''], '# Kopf\n* eins'],
  [
    'a calendar',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Abnahme\\, Dock\r\n  zwei\r\nATTENDEE;CN="Voss, Karin":mailto:karin@werft.example\r\nDTSTART:20261122T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR',
    ['a.ics', 'text/calendar'],
    'Abnahme, Dock zwei\n"Voss, Karin" karin@werft.example',
  ],
  [
    'a card of an old program',
    'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Gro=DF;J=FCr=\ngen\nTEL;WORK:+49 40 1234\nEND:VCARD',
    ['a.vcf', ''],
    'Groß Jürgen\n+49 40 1234',
  ],
])('%s', async (_name, bytes, [name, type], expected) => {
  expect(await read(bytes, name, type)).toEqual(whole(expected));
});

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'ha'.repeat(50)}">${Array.from({ length: 12 }, (_, n) => `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`).join('')}]>`;
const nested = (name: string, depth: number) => `<${name}>`.repeat(depth) + 'tief' + `</${name}>`.repeat(depth);
let deepZip = zipOf([{ name: 'innen.txt', bytes: 'zuinnerst' }]);
for (let n = 0; n < 20; n += 1) deepZip = zipOf([{ name: `${n}.zip`, bytes: deepZip }]);
const loop = pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 9/Kids[2 0 R 2 0 R 2 0 R]>>']);

describe('a hostile file', () => {
  it.each<[string, () => Buffer | string, object]>([
    ['locked PDF', () => fixture('verschluesselt.pdf'), not('encrypted')],
    [
      'locked document of Office',
      () =>
        Buffer.concat([
          Buffer.from('d0cf11e0a1b11ae1', 'hex'),
          Buffer.alloc(600),
          Buffer.from('EncryptedPackage', 'utf16le'),
        ]),
      not('encrypted'),
    ],
    ['locked OpenDocument', () => openDocumentOf('text', 'xxxx', '<manifest:encryption-data/>'), not('encrypted')],
    [
      'locked archive, found by its names',
      () => fixture('zip/traditional-encryption.zip'),
      { text: 'a.txt', cut: false, reason: 'encrypted' },
    ],
    ['PDF of a picture', () => fixture('bild.pdf'), not('noText')],
    ['empty file', () => '', not('noText')],
    ['file of white space', () => ' \n\t ', not('noText')],
    ['PDF of its first line', () => '%PDF-1.4\n', not('broken')],
    ['half of a PDF', () => fixture('rechnung.pdf').subarray(0, 900), expect.objectContaining({ cut: false })],
    ['PDF that is its own page', () => loop, not('broken')],
    ['half of a document', () => fixture('bericht.docx').subarray(0, 6000), not('broken')],
    ['document that is no XML', () => docxOf('', Buffer.alloc(5000, 7)), not('noText')],
    ['document that says less than it inflates to', () => docxOf('', 'x'.repeat(100_000), { says: 10 }), not('broken')],
    ['document that inflates to too much', () => docxOf('', Buffer.alloc(60 * 1024 * 1024, ' ')), not('tooBig')],
    [
      'archive of bombs',
      () => zipOf([1, 2, 3, 4].map((n) => ({ name: `${n}.txt`, bytes: Buffer.alloc(40 * 1024 * 1024) }))),
      whole('1.txt\n2.txt\n3.txt\n4.txt'),
    ],
    ['archives in each other', () => deepZip, whole('19.zip\n18.zip\n17.zip\n16.zip')],
    [
      'entities that grow',
      () => docxOf('', `${LAUGHS}<w:document><w:t>davor &l; danach</w:t></w:document>`),
      whole('davor &l; danach'),
    ],
    ['entities of XML', () => `${LAUGHS}<x>davor &l; danach</x>`, whole('davor &l; danach')],
    [
      'entity from outside',
      () => '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY p SYSTEM "file:///etc/passwd">]><x>vor &p; nach</x>',
      whole('vor &p; nach'),
    ],
    ['deep document', () => docxOf('', nested('w:p', 1_000_000)), not('noText')],
    ['deep page', () => `<html>vorne${nested('b', 300_000)}`, { text: 'vorne', cut: true, reason: null }],
    ['deep RTF', () => `{\\rtf1 vorne ${'{'.repeat(3_000_000)}tief`, { text: 'vorne tief', cut: true, reason: null }],
    [
      'RTF that skips more than there is',
      () => '{\\rtf1 vorne \\bin2000000000 hinten}',
      { text: 'vorne', cut: true, reason: null },
    ],
    ['old document', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000)]), not('unknown')],
    ['other archive', () => gzipSync('text'), not('unknown')],
    ['program', () => Buffer.from('4d5a900003000000040000ffff0000b800000000000000', 'hex'), not('unknown')],
    ['picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), not('media')],
    ['long text', () => 'wort '.repeat(100_000), { text: 'wort '.repeat(40_000), cut: true, reason: null }],
    [
      'nothing but signs that cannot be stored',
      () => `a\0b\ud800c\u00add ${'wort '.repeat(200)}`,
      whole(`ab\ufffdcd ${'wort '.repeat(200)}`.trim()),
    ],
  ])('%s', async (_name, make, expected) => {
    expect(await read(make())).toEqual(expected);
  });

  it('PDF of thousands of pages is read as far as there is time and room', async () => {
    const { text, cut, reason } = await read(pdfOfPages(6000), 'datei', '', hasty);
    expect(reason).toBeNull();
    expect(cut).toBe(true);
    expect(text).toMatch(/^Blatt Nummer 1 mit einigen Worten\nBlatt Nummer 2 mit/);
  });

  it('is left by the clock, too, where others keep the processor busy, with what was read by then', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const gathering = new Gathering(1000);
      gathering.add('erst');
      now.mockReturnValue(2999);
      gathering.checkTime();
      now.mockReturnValue(3001);
      expect(() => gathering.checkTime()).toThrow(EnoughError);
      expect([gathering.text(), gathering.cut]).toEqual(['erst', true]);
    } finally {
      now.mockRestore();
    }
  });

  it('PDF that inflates to a gigabyte ends with its process', async () => {
    const { reason } = await read(pdfBomb(1024 ** 3 - 1), 'datei', '', hasty);
    expect(['tooBig', 'tooSlow', 'noText']).toContain(reason);
  });

  it.each(readdirSync(join(fixtures, 'zip')))('zip/%s', async (name) => {
    const { text, reason } = await read(fixture(`zip/${name}`));
    expect(reason === null || ['broken', 'encrypted', 'noText', 'unknown'].includes(reason)).toBe(true);
    expect(text.isWellFormed()).toBe(true);
  });
});

test('whatever is cut off or written over in a file, there is an answer that can be stored', async () => {
  const all = readdirSync(fixtures)
    .filter((name) => /\.(pdf|docx|xlsx|pptx)$/.test(name))
    .map(fixture);
  all.push(
    Buffer.from(RTF),
    Buffer.from(EML),
    Buffer.from(html),
    fixture('zip/deflate.zip'),
    fixture('vcf/outlook-2007.vcf'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...all),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.boolean(),
      async (bytes, where, noise, cuts) => {
        const at = Math.floor(bytes.length * where);
        const other = cuts
          ? bytes.subarray(0, at)
          : Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)]);
        const { text, reason } = await readText(other, '', 3000);
        expect(text.isWellFormed() && !text.includes('\0') && text.length <= MAX_CHARACTERS).toBe(true);
        expect(reason !== null || /[\p{L}\p{N}]/u.test(text)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

/** A reader in one process that fails as the files say, given this many seconds for one. */
function failingReader(seconds: number) {
  const ended: string[] = [];
  const childFile = join(import.meta.dirname, 'testing', 'failing-process.ts');
  const onKill = (reason: string): void => void ended.push(reason);
  const failing = new FileReader({ ...LIMITS, processes: 1, seconds, memoryMiB: 96, childFile, onKill });
  const outcomes = async (kinds: readonly string[]): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (const kind of kinds) {
      const { text, reason } = await read(kind, 'x', '', failing);
      all.push(reason ?? text);
    }
    return all;
  };
  return { failing, ended, outcomes };
}

test('a process that takes too long is ended, and the next file has another one', async () => {
  const { failing, ended, outcomes } = failingReader(1);
  expect(await outcomes(['spin', 'fine', 'hang', 'fine'])).toEqual(['tooSlow', 'fein', 'tooSlow', 'fein']);
  expect(ended).toEqual(['out-of-time', 'out-of-time']);
  await failing.close();
  await expect(read('fine', 'x', '', failing)).rejects.toThrow(ReaderAwayError);
});

test('a process that takes too much or crashes is ended, and the next file has another one', async () => {
  // The engine's own memory is watched where the system tells of it; elsewhere its time runs out.
  const isWatched = process.platform === 'linux';
  const { failing, ended, outcomes } = failingReader(isWatched ? 30 : 1);
  expect(await outcomes(['bytes', 'crash', 'fine'])).toEqual([isWatched ? 'tooBig' : 'tooSlow', 'broken', 'fein']);
  expect(ended).toEqual([isWatched ? 'out-of-memory' : 'out-of-time', 'crashed', 'crashed']);
  await failing.close();
});

test('what is larger than the operator allows is not opened', async () => {
  const small = new FileReader({ ...LIMITS, maxBytes: 10 });
  expect(await read('elf Zeichen', 'a.txt', '', small)).toEqual(not('tooBig'));
  await expect(small.read({ file: join(folder, 'nirgends'), size: 1, name: '', type: '' })).rejects.toThrow('ENOENT');
  await small.close();
});
