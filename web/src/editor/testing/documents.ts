import { WRITTEN_FONTS } from '@kontor/contract/kernel';
import fc from 'fast-check';
import type { WrittenNode } from '../document.ts';

const text = fc.oneof(
  fc.constantFrom(
    'Guten Tag',
    'anbei das Angebot',
    'Müller & Söhne <info>',
    'a  b',
    ' am Rand ',
    '"Wort"',
    '日本',
    '1 < 2',
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map((value) => value.replace(/[\p{Cc}\p{Cf}\s]/gu, '·') || '·'),
);
const hex = fc.constantFrom('#1f5fae', '#b3261e', '#fff2a8', '#222222');
const simple = fc.constantFrom('bold', 'italic', 'underline', 'strike', 'superscript');
const letterStyles = fc.record({
  color: fc.option(hex),
  backgroundColor: fc.option(hex),
  fontFamily: fc.option(fc.constantFrom(...WRITTEN_FONTS)),
  fontSize: fc.option(fc.integer({ min: 9, max: 48 }).map((size) => `${size}px`)),
});
const marks = fc.tuple(
  fc.uniqueArray(simple, { maxLength: 2 }),
  fc.option(letterStyles),
  fc.option(fc.constantFrom('https://nordwerk.example/a?b=1&c=2', 'mailto:info@nordwerk.example', 'tel:+494131123')),
);

const words = fc.tuple(text, marks).map(([value, [simple, style, href]]): WrittenNode => ({
  type: 'text',
  text: value,
  marks: [
    ...(href === null ? [] : [{ type: 'link', attrs: { href } }]),
    ...(style === null || Object.values(style).every((one) => one === null)
      ? []
      : [{ type: 'textStyle', attrs: style }]),
    ...simple.map((type) => ({ type })),
  ],
}));
const picture = fc
  .record({
    upload: fc.uuid(),
    width: fc.integer({ min: 1, max: 900 }),
    height: fc.integer({ min: 1, max: 900 }),
    alt: fc.constantFrom('', 'Plan 7', 'a "b" <c>'),
  })
  .map((attrs): WrittenNode => ({ type: 'image', attrs }));
/** What a module has of its own: among words, and as blocks, which are made of plain paragraphs. */
interface Own {
  readonly inline?: fc.Arbitrary<WrittenNode>;
  readonly block?: (paragraph: fc.Arbitrary<WrittenNode>) => fc.Arbitrary<WrittenNode>;
}

/** Documents that the editor may hold, with all that it has. */
export function documentsOf(own: Own = {}): fc.Arbitrary<WrittenNode> {
  const inline = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: words },
      { weight: 1, arbitrary: fc.constant<WrittenNode>({ type: 'hardBreak' }) },
      { weight: 1, arbitrary: picture },
      ...(own.inline === undefined ? [] : [{ weight: 1, arbitrary: own.inline }]),
    ),
    { maxLength: 5 },
  );

  const blockAttrs = fc.record({
    align: fc.constantFrom(null, 'center', 'right', 'justify'),
    indent: fc.integer({ min: 0, max: 10 }),
    lineHeight: fc.constantFrom(null, '100%', '150%'),
  });
  const paragraph = fc
    .tuple(blockAttrs, inline)
    .map(([attrs, content]): WrittenNode => ({ type: 'paragraph', attrs, content }));
  const bare = inline.map((content): WrittenNode => ({ type: 'paragraph', content }));
  const heading = fc
    .tuple(blockAttrs, fc.integer({ min: 1, max: 3 }), inline)
    .map(([attrs, level, content]): WrittenNode => ({ type: 'heading', attrs: { ...attrs, level }, content }));
  const code = text.map((value): WrittenNode => ({
    type: 'codeBlock',
    content: [{ type: 'text', text: `${value}\n${value}` }],
  }));

  const list = (depth: number): fc.Arbitrary<WrittenNode> => {
    const below = depth > 0 ? fc.array(list(depth - 1), { maxLength: 1 }) : fc.constant([]);
    const item = fc
      .tuple(bare, below)
      .map(([first, rest]): WrittenNode => ({ type: 'listItem', content: [first, ...rest] }));
    const items = fc.array(item, { minLength: 1, maxLength: 3 });
    return fc.oneof(
      fc
        .tuple(items, fc.constantFrom(null, 'circle', 'square'))
        .map(([content, listStyle]): WrittenNode => ({ type: 'bulletList', attrs: { listStyle }, content })),
      fc
        .tuple(items, fc.integer({ min: 1, max: 9 }), fc.constantFrom(null, 'lower-alpha', 'lower-roman'))
        .map(([content, start, listStyle]): WrittenNode => ({
          type: 'orderedList',
          attrs: { start, listStyle },
          content,
        })),
    );
  };

  const cellAttrs = fc.record({
    backgroundColor: fc.option(hex),
    border: fc.constantFrom(null, '2px solid #1f5fae'),
    align: fc.constantFrom(null, 'center', 'right'),
    valign: fc.constantFrom(null, 'middle'),
  });
  const table = fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.constantFrom(null, '100%'))
    .chain(([rows, columns, lines, width]) => {
      const cell = fc
        .tuple(
          fc.constantFrom('tableCell', 'tableHeader'),
          cellAttrs,
          fc.oneof(
            bare.map((one) => [one]),
            fc.array(paragraph, { minLength: 1, maxLength: 2 }),
          ),
        )
        .map(([type, attrs, content]): WrittenNode => ({ type, attrs, content }));
      const row = fc
        .array(cell, { minLength: columns, maxLength: columns })
        .map((content): WrittenNode => ({ type: 'tableRow', content }));
      return fc
        .array(row, { minLength: rows, maxLength: rows })
        .map((content): WrittenNode => ({ type: 'table', attrs: { lines, width }, content }));
    });

  const block = fc.oneof(
    { weight: 4, arbitrary: paragraph },
    { weight: 1, arbitrary: heading },
    { weight: 2, arbitrary: list(2) },
    { weight: 1, arbitrary: table },
    { weight: 1, arbitrary: code },
    { weight: 1, arbitrary: fc.constant<WrittenNode>({ type: 'horizontalRule' }) },
    {
      weight: 1,
      arbitrary: fc
        .array(paragraph, { minLength: 1, maxLength: 2 })
        .map((content): WrittenNode => ({ type: 'blockquote', content })),
    },
  );

  return fc.array(block, { minLength: 1, maxLength: 6 }).map((content) => ({ type: 'doc', content }));
}

const person = fc
  .constantFrom({ userId: 7, label: 'Anna Berger' }, { userId: 12, label: 'Ömer "Ö" <Yıldız>' })
  .map((attrs): WrittenNode => ({ type: 'mention', attrs }));
const record = fc
  .constantFrom({ key: '1-70021', label: 'Werft Neumann' }, { key: '12-7', label: '# "Ö" <Söhne> & Co' })
  .map((attrs): WrittenNode => ({ type: 'record', attrs }));
const checks = (line: fc.Arbitrary<WrittenNode>, depth = 1): fc.Arbitrary<WrittenNode> => {
  const below = depth > 0 ? fc.array(checks(line, depth - 1), { maxLength: 1 }) : fc.constant([]);
  const item = fc.tuple(fc.boolean(), line, below).map(([checked, first, rest]): WrittenNode => ({
    type: 'taskItem',
    attrs: { checked },
    content: [first, ...rest],
  }));
  return fc.array(item, { minLength: 1, maxLength: 3 }).map((content): WrittenNode => ({ type: 'taskList', content }));
};

/** What texts have beside that stay inside the company. */
export const notes: Own = { inline: fc.oneof(person, record), block: (line) => checks(line) };
