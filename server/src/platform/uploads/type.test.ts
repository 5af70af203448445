import { expect, test } from 'vitest';
import { fileName, mediaType, typeOf } from './type.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['a picture that says so', '\x89PNG\r\n\x1a\n\0\0', 'image/png', 'image/png'],
  ['a picture that is called a text', '\xff\xd8\xff\xe0', 'text/plain', 'image/jpeg'],
  ['a page that is called a picture', '<!doctype html><script>', 'image/png', 'text/html'],
  ['a page after a mark', '\xef\xbb\xbf <html>', 'application/octet-stream', 'text/html'],
  ['a script that is called a picture', 'alert(1)', 'image/png', 'text/plain'],
  ['bytes that are called a picture', '\0\x01\x02', 'image/png', 'application/octet-stream'],
  [
    'a document that is an archive',
    'PK\x03\x04',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.text',
  ],
  ['an archive that is called a document of no such kind', 'PK\x03\x04', 'application/pdf', 'application/zip'],
  ['an old document', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/msword', 'application/msword'],
  ['a program', `MZ${'\0'.repeat(62)}PE\0\0`, 'application/pdf', 'application/vnd.microsoft.portable-executable'],
  ['a text of its own kind', 'a;b\n1;2\n', 'text/csv; charset=utf-8', 'text/csv'],
  ['a text of which nothing was said', 'Guten Tag', '', 'text/plain'],
  ['nothing at all', '', '', 'application/octet-stream'],
  ['a film', '\0\0\0\x20ftypisom', 'video/mp4', 'video/mp4'],
  ['a type that is none', 'Guten Tag', 'text/html\r\nX: y', 'text/plain'],
])('%s', (_what, bytes, said, type) => {
  expect(typeOf(latin(bytes), said)).toBe(type);
});

test('a media type is kept without what follows it', () => {
  expect(mediaType('Text/Plain; charset=utf-8')).toBe('text/plain');
  expect(mediaType('quatsch')).toBe('application/octet-stream');
});

test.each([
  ['Angebot.pdf', 'Angebot.pdf'],
  [String.raw`C:\Users\anna\Angebot.pdf`, 'Angebot.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['rechnung\u202efdp.exe', 'rechnungfdp.exe'],
  ['zwei\r\nZeilen.txt', 'zweiZeilen.txt'],
  ['\ud800.txt', '\ufffd.txt'],
  ['/', ''],
])('the name %j is kept as %j', (given, kept) => {
  expect(fileName(given)).toBe(kept);
});
