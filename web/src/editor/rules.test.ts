import { describe, expect, test } from 'vitest';
import type { WrittenNode } from './document.ts';
import { linkOf } from './link.ts';
import { colourOf, fontOf, lineHeightOf, sizeOf } from './letter-styles.ts';
import { listOf } from './paste.ts';
import { toHtml } from './to-html.ts';
import { fromText, quoteText, toText, wrapLine } from './to-text.ts';
import { coveredBy } from './use-keyboard-room.ts';

const p = (text: string): WrittenNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...texts: string[]): WrittenNode => ({ type: 'doc', content: texts.map(p) });

describe('text', () => {
  test('a quote is marked, and wrapped so that no line is wider than 72', () => {
    expect(quoteText('Guten Tag\n\n> alt\n')).toBe('> Guten Tag\n>\n>> alt');
    expect(wrapLine('ein '.repeat(40).trim()).every((line) => line.length <= 72)).toBe(true);
    expect(
      quoteText('ein '.repeat(40))
        .split('\n')
        .every((line) => line.length <= 72),
    ).toBe(true);
  });
  test('goes there and back', () => {
    expect(toText(fromText('Guten Tag\n\nanbei\nder Plan'))).toBe('Guten Tag\n\nanbei\nder Plan');
  });
  test('blanks are kept where a browser would take them for one', () => {
    expect(toHtml(doc('a  b'))).toBe('<p style="margin:0 0 10px">a\u00a0 b</p>');
  });
});

test.each<[string, string | null]>([
  ['#FFF', '#ffffff'],
  ['rgb(31, 95, 174)', '#1f5fae'],
  ['rgba(0,0,0,0)', null],
  ['windowtext', null],
  ['red', '#ff0000'],
])('colour %s', (given, expected) => expect(colourOf(given)).toBe(expected));
test.each([
  ['"Aptos", sans-serif', 'Calibri,Carlito,sans-serif'],
  ['Arial', 'Arial,Helvetica,sans-serif'],
  ['Comic Sans MS', null],
])('face %s', (given, expected) => expect(fontOf(given)).toBe(expected));
test.each([
  ['11pt', '15px'],
  ['90px', '48px'],
  ['large', null],
])('size %s', (given, expected) => expect(sizeOf(given)).toBe(expected));
test.each([
  ['115%', '115%'],
  ['1.5', '150%'],
  ['12pt', null],
])('lines %s', (given, expected) => expect(lineHeightOf(given)).toBe(expected));
test.each([
  ['nordwerk.example', 'https://nordwerk.example'],
  ['info@nordwerk.example', 'mailto:info@nordwerk.example'],
  ['tel:+49413112', 'tel:+49413112'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['nordwerk.example:8080/a', 'https://nordwerk.example:8080/a'],
  ['zwei worte', undefined],
])('link %s', (given, expected) => expect(linkOf(given)).toBe(expected));
test.each([
  ['3.', { tag: 'ol', style: '', start: 3 }],
  ['b)', { tag: 'ol', style: 'lower-alpha', start: 2 }],
  ['iv.', { tag: 'ol', style: 'lower-roman', start: 1 }],
  ['·', { tag: 'ul', style: '', start: 1 }],
  ['o', { tag: 'ul', style: 'circle', start: 1 }],
  ['§', { tag: 'ul', style: 'square', start: 1 }],
])('sign %s of a list', (given, expected) => expect(listOf(given)).toEqual(expected));

test.each([
  [800, { height: 500, offsetTop: 0, scale: 1 }, 300],
  [800, { height: 500, offsetTop: 120, scale: 1 }, 180],
  [800, { height: 800, offsetTop: 0, scale: 1 }, 0],
  [800, { height: 400, offsetTop: 0, scale: 2 }, 0],
])('of %d pixels, with %j seen, the keyboard covers %d', (inner, view, expected) =>
  expect(coveredBy(inner, view)).toBe(expected),
);
