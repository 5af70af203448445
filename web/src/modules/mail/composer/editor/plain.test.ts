import { describe, expect, test } from 'vitest';
import type { WrittenNode } from '../../../../editor/document.ts';
import { lacksQuote, toPlain, withQuoteText } from './plain.ts';
import { wrapText } from '../../../../editor/to-text.ts';
import { fromText, toText } from './to-text.ts';

const text = (value: string, ...marks: string[]): WrittenNode => ({
  type: 'text',
  text: value,
  marks: marks.map((type) => ({ type })),
});
const p = (...content: WrittenNode[]): WrittenNode => ({ type: 'paragraph', content });
const doc = (...content: WrittenNode[]): WrittenNode => ({ type: 'doc', content });

describe('a mail made text', () => {
  test('has no look left, and says the same', () => {
    const made = toPlain(
      doc(
        p(text('fett', 'bold'), text(' und '), text('rot', 'textStyle')),
        { type: 'heading', attrs: { level: 1 }, content: [text('Titel', 'italic')] },
        { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('eins'))] }] },
        p({ type: 'image', attrs: { alt: 'Plan 7' } }),
      ),
    );
    expect(toText(made)).toBe('fett und rot\n\nTitel\n\n- eins\n\nPlan 7');
    expect(JSON.stringify(made)).not.toMatch(/bold|italic|textStyle|heading|bulletList|image/);
  });
  test('names where a link leads', () => {
    const link = { ...text('hier'), marks: [{ type: 'link', attrs: { href: 'https://werft.example' } }] };
    expect(toText(toPlain(doc(p(link))))).toBe('hier <https://werft.example>');
  });
  test('keeps the signature as one, so that another can take its place', () => {
    const made = toPlain(
      doc(p(text('Hallo')), { type: 'signature', attrs: { signatureId: 3 }, content: [p(text('Anna', 'bold'))] }),
    );
    expect(made.content?.[1]).toEqual({
      type: 'signature',
      attrs: { signatureId: 3 },
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Anna' }] }],
    });
    expect(toText(made)).toBe('Hallo\n\n-- \nAnna');
  });
  test('quotes with signs before each line, once what is quoted is known', async () => {
    const quote: WrittenNode = { type: 'quotedMail', attrs: { aggregateId: 'x', html: '', text: '' } };
    expect(lacksQuote(doc(p(text('ja')), quote))).toBe(true);
    const whole = await withQuoteText(doc(p(text('ja')), quote), (id) => Promise.resolve(`Von ${id}\n\n> älter`));
    expect(lacksQuote(whole)).toBe(false);
    expect(toText(toPlain(whole))).toBe('ja\n\n> Von x\n>\n>> älter');
  });
  test('keeps placeholders, there and back', () => {
    const made = toPlain(doc(p(text('Hallo '), { type: 'field', attrs: { name: 'receiver.name', label: 'Name' } })));
    expect(toText(made)).toBe('Hallo {receiver.name}');
    expect(fromText('Hallo {receiver.name}, {nichts}').content?.[0]?.content).toEqual([
      { type: 'text', text: 'Hallo ' },
      { type: 'field', attrs: { name: 'receiver.name', label: '' } },
      { type: 'text', text: ', {nichts}' },
    ]);
  });
  test('is never nothing', () => expect(toPlain(doc()).content).toEqual([{ type: 'paragraph' }]));
});

describe('a text that is sent', () => {
  const words = 'ein Satz mit einigen Worten '.repeat(8).trim();
  test('has no line over 72 signs, and the same words', () => {
    const wrapped = wrapText(words);
    expect(wrapped.split('\n').every((line) => line.length <= 72)).toBe(true);
    expect(wrapped.replaceAll('\n', ' ')).toBe(words);
  });
  test('has the signs of a quote before each of its lines', () => {
    const lines = wrapText(`> > ${words}`).split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.every((line) => line.startsWith('> > ') && line.length <= 72)).toBe(true);
  });
  test('leaves alone what cannot be cut', () => {
    const link = `https://werft.example/${'a'.repeat(90)}`;
    expect(wrapText(link)).toBe(link);
    expect(wrapText('a\n-- \nAnna')).toBe('a\n-- \nAnna');
  });
});
