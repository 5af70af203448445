import { expect, test } from 'vitest';
import { sanitizeMailHtml } from './sanitize.ts';
import { signatureOf } from './signature.ts';
import { textToHtml } from './text-to-html.ts';

test.each([
  ['Ja.\n\n-- \nPaul Neumann\n0431 5550-12', 'Paul Neumann\n0431 5550-12'],
  ['Ja.\n\nMit freundlichen Grüßen\nPaul Neumann\nTel. 0431 5550-12', 'Paul Neumann\nTel. 0431 5550-12'],
  ['Yes.\n\nBest regards,\nPaul', 'Paul'],
  ['Rufen Sie 0431 999999 an.', ''],
  // What somebody else has signed is quoted.
  ['Ja.\n\nAm 28.11.2026 schrieb Eva:\n> Gruß\n> Eva\n> 0431 1234567', ''],
  ['Viele Grüße\nPaul\n\n> Gruß\n> Eva 0431 1234567', 'Paul'],
  ['Schöne Grüße soll ich ausrichten.\nIch rufe an.\n\nVG Paul\n0171 3920014', '0171 3920014'],
])('of a plain mail: %j', (text, expected) => {
  expect(signatureOf(textToHtml(text))).toBe(expected);
});

test.each([
  [
    '<p>Ja.</p><p>Freundliche Grüße<br>Paul Neumann</p><table><tr><td>Telefon:</td><td>+49 431 5550-12</td></tr></table>',
    'Paul Neumann\nTelefon:\n+49 431 5550-12',
  ],
  ['<div>Ja.</div><div>-- <br></div><div>Paul<br>0431 555012</div>', 'Paul\n0431 555012'],
  ['<p>Ja.</p><blockquote><p>Gruß<br>Eva</p></blockquote>', ''],
  [`<p>Gruß<br>${'x'.repeat(400_000)}</p>`, ''],
])('of a mail in HTML: %#', (html, expected) => {
  expect(signatureOf(sanitizeMailHtml(html).html)).toBe(expected);
});
