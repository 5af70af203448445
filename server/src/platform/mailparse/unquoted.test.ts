import { expect, test } from 'vitest';
import { sanitizeMailHtml } from './sanitize.ts';
import { textToHtml } from './text-to-html.ts';
import { withoutQuotes } from './unquoted.ts';

const plain = (html: string): string => html.replaceAll('<br>', '\n').replace(/<[^>]+>/g, '');

test.each([
  ['Ja.\nGern.', 'Ja.\nGern.'],
  ['Ja.\n\n> Kommt ihr?', 'Ja.'],
  ['Ja.\n\nAm 28.11.2026 um 10:00 schrieb Anna <anna@nordwerk.example>:\n> Kommt ihr?', 'Ja.'],
  ['Am 28.11.2026 schrieb Anna:\n> Kommt ihr?\n\nJa.', 'Ja.'],
  ['> Kommt ihr?\nJa.\n> Alle?\nAlle.', 'Ja.Alle.'],
  ['Ja.\n-- \nPaul Neumann\nWerft', 'Ja.'],
  ['Anna schrieb mir: ja.\n\n> Kommt ihr?', 'Anna schrieb mir: ja.'],
  ['Ö & <b> € 🚢', 'Ö &amp; &lt;b&gt; € 🚢'],
  ['> Kommt ihr?', ''],
])('of a plain mail is left what was written: %j', (text, expected) => {
  expect(plain(withoutQuotes(textToHtml(text))).trim()).toBe(expected);
});

test.each([
  [
    '<div>Ja.</div><div class="gmail_quote"><div dir="ltr">On Sat, Anna wrote:<br></div><blockquote>Kommt ihr?</blockquote></div>',
    'Ja.',
  ],
  ['<p>Ja.</p><blockquote><p>Kommt ihr?</p></blockquote><p>Alle.</p>', 'Ja.Alle.'],
  ['<p>Ja.</p>', 'Ja.'],
])('of a mail in HTML, too: %s', (html, expected) => {
  expect(plain(withoutQuotes(sanitizeMailHtml(html).html)).trim()).toBe(expected);
});
