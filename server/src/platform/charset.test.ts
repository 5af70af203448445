import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeText } from './charset.ts';

const windows = (text: string): Buffer => iconv.encode(text, 'windows-1252');
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LITTLE = Buffer.from([0xff, 0xfe]);
const BIG = Buffer.from([0xfe, 0xff]);
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const LABELS = [
  '',
  'utf-8',
  'us-ascii',
  'iso-8859-1',
  'unknown-8bit',
  'x-foo',
  'cp850x',
  '"utf-8"',
  'UTF8',
  'unicode-1-1-utf-8',
];

describe('bytes as text', () => {
  test.each<[string, Uint8Array, string]>([
    ['', windows('Größe 5 €'), 'Größe 5 €'],
    ['utf-8', windows('Größe 5 €'), 'Größe 5 €'],
    ['us-ascii', Buffer.from('Größe 5 €'), 'Größe 5 €'],
    ['iso-8859-1', Buffer.from('Größe 5 €'), 'Größe 5 €'],
    ['iso-8859-1', windows('Größe 5 €'), 'Größe 5 €'],
    ['windows-1251', iconv.encode('Привет', 'windows-1251'), 'Привет'],
    ['koi8-r', iconv.encode('Привет', 'koi8-r'), 'Привет'],
    ['iso-8859-2', iconv.encode('Łódź', 'iso-8859-2'), 'Łódź'],
    ['cp850', iconv.encode('Größe', 'cp850'), 'Größe'],
    ['ibm437', iconv.encode('Größe', 'cp437'), 'Größe'],
    ['utf-7', Buffer.from('Gr+APwA3w-e'), 'Grüße'],
    ['unicode-1-1-utf-7', Buffer.from('Gr+APwA3w-e'), 'Grüße'],
    ['shift_jis', iconv.encode('電子', 'shift_jis'), '電子'],
    ['x-sjis', iconv.encode('電子', 'shift_jis'), '電子'],
    ['cp932', iconv.encode('電子', 'shift_jis'), '電子'],
    ['gb2312', iconv.encode('报价单', 'gbk'), '报价单'],
    ['x-gbk', iconv.encode('报价单', 'gbk'), '报价单'],
    ['iso-8859-8-i', iconv.encode('שלום', 'iso-8859-8'), 'שלום'],
    ['utf-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße', 'utf16le')]), 'Grüße'],
    ['iso-8859-1', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('Grüße')]), 'Grüße'],
    ['utf-16', Buffer.from('Grün', 'utf16le').swap16(), 'Grün'],
    ['dos-850', iconv.encode('Größe', 'cp850'), 'Größe'],
    ['x-user-defined', windows('Größe'), 'Größe'],
    ['utf-8', Buffer.from('Größe').subarray(0, 5), 'Grö'],
    // One part in UTF-8, another one in Windows' code page, as programs put together what they have.
    ['utf-8', Buffer.concat([Buffer.from('Köln '), windows('Köln')]), 'Köln Köln'],
    ['', Buffer.from([0x47, 0x81, 0x8d]), 'G\u0081\u008d'],
    ['', windows('Viel Spaß“'), 'Viel Spaß“'],
    ['us-ascii', windows('Fuß…'), 'Fuß…'],
    ['utf-8', windows('„Gefäß“'), '„Gefäß“'],
    ['utf8mb4', Buffer.from('Größe').subarray(0, 5), 'Grö'],
  ])('in %j: %s', (label, bytes, text) => {
    expect(decodeText(bytes, label)).toBe(text);
  });

  test.each<[string, Uint8Array, string]>([
    ['', Buffer.concat([MARK, windows('Größe')]), 'Größe'],
    ['utf-8', Buffer.concat([MARK, windows('Größe 5 €')]), 'Größe 5 €'],
    ['iso-8859-2', Buffer.concat([MARK, iconv.encode('Łódź', 'iso-8859-2')]), 'Łódź'],
    ['utf-16', Buffer.concat([MARK, windows('Größe')]), 'Größe'],
    ['', Buffer.concat([MARK, Buffer.from('Köln\n'), windows('-- \nKöln')]), 'Köln\n-- \nKöln'],
    ['iso-8859-1', Buffer.concat([MARK, Buffer.from('Köln\n'), windows('-- \nKöln')]), 'Köln\n-- \nKöln'],
    ['', Buffer.concat([MARK, Buffer.from('Größe').subarray(0, 5)]), 'Grö'],
    ['', Buffer.concat([LITTLE, windows('Grüße aus Köln')]), 'Grüße aus Köln'],
    ['utf-16', Buffer.concat([BIG, windows('Grüße aus Köln.')]), 'Grüße aus Köln.'],
    ['', Buffer.concat([LITTLE, Buffer.from('Grüße')]), 'Grüße'],
    ['', Buffer.concat([LITTLE, wide('Grüße'), Buffer.from('\n')]), 'Grüße'],
    ['', Buffer.concat([BIG, wide('Grüße aus Łódź').swap16()]), 'Grüße aus Łódź'],
    ['', Buffer.concat([LITTLE, wide('電子メール')]), '電子メール'],
    ['', Buffer.concat([LITTLE, wide('Привет')]), 'Привет'],
  ])('with a mark of its order, in %j: %#', (label, bytes, text) => {
    expect(decodeText(bytes, label)).toBe(text);
  });

  test.each<[string, Uint8Array, string]>([
    ['utf-16', Buffer.from('Plain text.\r\n'), 'Plain text.\r\n'],
    ['utf-16le', Buffer.from('-----\r\n== Nr. 5 ==\r\n'), '-----\r\n== Nr. 5 ==\r\n'],
    ['utf-16', windows('Größe für Köln'), 'Größe für Köln'],
    ['utf-16be', windows('„Größe“ – 40 €'), '„Größe“ – 40 €'],
    ['utf-16', Buffer.from('Größe'), 'Größe'],
    ['unicode', Buffer.from('Größe €'), 'Größe €'],
    ['utf-8', wide('Grün für 5 €'), 'Grün für 5 €'],
    ['', wide('Grün für 5 €').swap16(), 'Grün für 5 €'],
    ['iso-8859-15', windows('„Größe“ – 40 €'), '„Größe“ – 40 €'],
    ['iso-8859-15', Buffer.concat([windows('„5 '), Buffer.from([0xa4]), windows('“')]), '„5 €“'],
    ['iso-8859-2', windows('„Größe“ – 40 €'), '„Größe“ – 40 €'],
    ['iso-8859-2', iconv.encode('„Książka” – źle', 'windows-1250'), '„Książka” – źle'],
    ['iso-8859-5', windows('„Größe“ – 40 €'), '„Größe“ – 40 €'],
    ['iso-8859-5', iconv.encode('«Привет» – „да“', 'windows-1251'), '«Привет» – „да“'],
    ['iso-8859-7', windows('„Größe“ für 40 €'), '„Größe“ für 40 €'],
    ['koi8-r', windows('Grüße aus Köln'), 'Grüße aus Köln'],
    ['windows-1251', windows('Grüße aus Köln'), 'Grüße aus Köln'],
    ['windows-1253', windows('schöne Straße'), 'schöne Straße'],
    ['macintosh', windows('für Übung'), 'für Übung'],
    ['cp850', windows('für Straße'), 'für Straße'],
    ['shift_jis', windows('Straße für Köln'), 'Straße für Köln'],
    ['shift_jis', windows('„Guten Tag“ – 5 €'), '„Guten Tag“ – 5 €'],
    ['gb18030', windows('Größe für Köln, Übung'), 'Größe für Köln, Übung'],
    ['gb2312', Buffer.from('Größe für Köln'), 'Größe für Köln'],
    ['gb2312', Buffer.from('für'), 'für'],
    ['gbk', Buffer.from('GRÖSSE'), 'GRÖSSE'],
    ['gb2312', Buffer.from('电子邮件'), '电子邮件'],
    ['gbk', Buffer.from('Привет'), 'Привет'],
    ['euc-kr', windows('Größe für Köln'), 'Größe für Köln'],
    ['euc-kr', Buffer.from('Größe – 5 €'), 'Größe – 5 €'],
    ['big5', windows('Ähnlich'), 'Ähnlich'],
    ['big5', Buffer.from('20 °C heute'), '20 °C heute'],
    ['iso-2022-jp', windows('Größe'), 'Größe'],
    ['iso-2022-jp', Buffer.from('Größe'), 'Größe'],
    ['utf-7', Buffer.from('C++ und +49 40 1234'), 'C++ und +49 40 1234'],
    ['utf-7', windows('Größe'), 'Größe'],
    ['iso-8859-1', Buffer.concat([Buffer.from('Köln '), windows('Köln')]), 'Köln Köln'],
    // A letter that is cut off takes none of the others along.
    ['gb2312', iconv.encode('您好,报价单', 'gbk').subarray(0, -1), '您好,报价µ'],
  ])('in %j, which they are not: %#', (label, bytes, text) => {
    expect(decodeText(bytes, label)).toBe(text);
  });

  test.each<[string, string]>([
    ['shift_jis', '電子メール、カタカナ'],
    ['shift_jis', 'ｱｲｳ'],
    ['shift_jis', 'Excelファイルとweb用iPhone版'],
    ['shift_jis', '2026年5月1日'],
    ['gb2312', '您好,报价单在附件中。'],
    ['gb2312', '没'],
    ['gb2312', '李'],
    ['gb2312', '3楼'],
    ['gb2312', '小写'],
    ['gb18030', '联通'],
    ['gb18030', 'iPhone和iPad的报价'],
    ['gbk', '一'],
    ['big5', '電子郵件與報價單'],
    ['big5', 'A股'],
    ['euc-kr', '안녕하세요 견적서'],
    ['euc-jp', '電子メール'],
    ['koi8-r', 'Привет, это письмо из WiFi-сети'],
    ['koi8-r', 'я'],
    ['windows-1251', 'Смета «3G» – 40 €'],
    ['windows-1253', 'Καλημέρα'],
    ['windows-1255', 'שלום'],
    ['iso-8859-2', 'Łódź, Příliš žluťoučký kůň'],
    ['iso-8859-15', 'Œuvre à 40 €'],
    ['iso-8859-9', 'İstanbul da ığdır'],
    ['iso-8859-5', 'Привет'],
    ['iso-8859-7', 'Καλημέρα'],
    ['macintosh', 'Größe für Übung'],
    ['cp850', 'São põe Größe'],
    ['cp437', 'Größe für 5 ½'],
    ['utf-16le', '電子'],
    ['utf-16le', '电子邮件'],
    ['utf-16be', '報價單'],
    ['utf-16le', '안녕하세요'],
    ['utf-16le', 'Привет'],
    ['utf-16be', 'Καλημέρα'],
    ['utf-16le', 'Größe – 5 €'],
    ['utf-16be', 'Größe – 5 €'],
  ])('in %s, which they are: %s', (label, text) => {
    expect(decodeText(iconv.encode(text, label), label)).toBe(text);
  });

  test.each([
    ['<meta charset="windows-1252">', 'windows-1252'],
    ['<META http-equiv=Content-Type content="text/html; charset=iso-8859-2">', 'iso-8859-2'],
    ["<meta charset='koi8-r'>", 'koi8-r'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<?xml version="1.0" encoding="windows-1252"?>', 'windows-1252'],
    ['\n<?xml version="1.0" encoding=\'iso-8859-2\' standalone="yes"?>', 'iso-8859-2'],
    ['<?xml version="1.0" encoding="koi8-r"?><html>', 'koi8-r'],
    ['<?xml version="1.0" encoding="windows-1251"?><meta charset="koi8-r">', 'koi8-r'],
  ])('that is HTML and says %s', (meta, charset) => {
    const text = { 'iso-8859-2': 'Łódź', 'koi8-r': 'Привет' }[charset] ?? 'Größe';
    const bytes = Buffer.concat([Buffer.from(meta), iconv.encode(text, charset)]);
    for (const label of ['', 'utf-8', 'x-unknown'])
      expect(decodeText(bytes, label, { isHtml: true })).toBe(meta + text);
    expect(decodeText(Buffer.from('<meta charset="iso-8859-1">Größe €'), '', { isHtml: true })).toContain('Größe €');
  });

  test('that is HTML is in what its header says, whatever it says itself', () => {
    const page = '<?xml version="1.0" encoding="iso-8859-2"?>Привет';
    expect(decodeText(iconv.encode(page, 'koi8-r'), 'koi8-r', { isHtml: true })).toBe(page);
    expect(decodeText(windows('<?xml encoding="koi8-r"?>Größe'))).toContain('Größe');
  });

  /** German as people write it: words and signs. */
  const german = fc
    .array(
      fc.constantFrom(
        ...'für Größe Köln Straße schöne Übung Äpfel Öl täglich Füße Gemäß GRÖSSE Maße und die Rechnung Nr. 5 „alles“ „Spaß“ – 40 € …'.split(
          ' ',
        ),
      ),
      { minLength: 3, maxLength: 30 },
    )
    .map((words) => words.join(' '))
    .filter((text) => /(?=[a-z]*[äöüß])[a-zäöüß]{3}/i.test(text));
  const FALSE_LABELS = `utf-16 utf-16le utf-16be iso-8859-15 iso-8859-2 iso-8859-5 iso-8859-7 koi8-r windows-1251
    windows-1250 windows-1254 shift_jis gb2312 gb18030 big5 euc-kr euc-jp iso-2022-jp utf-7`.split(/\s+/);

  test('that are German show no sign of anything else, whatever they are said to be in', () => {
    fc.assert(
      fc.property(
        german,
        fc.constantFrom(...LABELS, ...FALSE_LABELS),
        fc.boolean(),
        fc.constantFrom(Buffer.alloc(0), MARK, LITTLE, BIG),
        (text, label, isUnicode, mark) => {
          const bytes = isUnicode ? Buffer.from(text) : windows(text);
          expect(decodeText(Buffer.concat([mark, bytes]), label)).toBe(text);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('never loses a letter of Windows’ Western code page, whatever it is said to be', () => {
    // Beside each other some of them happen to be UTF-8.
    const letters = fc
      .array(fc.constantFrom(...Array.from('ÄÖÜäöüß€„“–…éèñåøæ ')), { minLength: 1, maxLength: 40 })
      .map((all) => all.join('e'));
    fc.assert(
      fc.property(letters, fc.constantFrom(...LABELS), (text, label) => {
        expect(decodeText(windows(text), label)).toBe(text);
      }),
    );
  });

  test('reads UTF-8 whatever it is said to be in single bytes, and never fails', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom(...LABELS, 'koi8-r'),
        (text, label) => {
          expect(decodeText(Buffer.from(text), label)).toBe(text.toWellFormed().replace(/^\ufeff/, ''));
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.string({ maxLength: 20 }),
        fc.boolean(),
        (bytes, label, isHtml) => {
          expect(decodeText(bytes, label, { isHtml }).isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
