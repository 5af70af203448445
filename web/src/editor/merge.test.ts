import { getSchema } from '@tiptap/core';
import { Node as DocumentNode } from '@tiptap/pm/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodesOf, type WrittenNode } from './document.ts';
import { noteExtensions } from './note/nodes.ts';
import { mergeDocs, mergeTexts } from './merge.ts';
import { documentsOf, notes } from './testing/documents.ts';
import { toText } from './to-text.ts';

const t = (text: string, ...marks: string[]): WrittenNode =>
  marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks: marks.map((type) => ({ type })) };
const p = (...content: (string | WrittenNode)[]): WrittenNode => {
  const inside = content.map((one) => (typeof one === 'string' ? t(one) : one));
  return inside.length === 0 ? { type: 'paragraph' } : { type: 'paragraph', content: inside };
};
const doc = (...content: (string | WrittenNode)[]): WrittenNode => ({
  type: 'doc',
  content: content.map((one) => (typeof one === 'string' ? p(one) : one)),
});
const bullets = (...items: string[]): WrittenNode => ({
  type: 'bulletList',
  content: items.map((one) => ({ type: 'listItem', content: [p(one)] })),
});
/** The merged document, and how many conflicts it has. */
const merged = (base: WrittenNode, mine: WrittenNode, theirs: WrittenNode): [WrittenNode, number] => {
  const { doc: made, conflicts } = mergeTexts(base, mine, theirs);
  return [made, conflicts.length];
};

test('a line that one has added stands there, whatever became of the words before it', () => {
  const [made, conflicts] = merged(doc('eins'), doc('einszwei'), doc('EINS', 'neu'));
  expect([toText(made).trim(), conflicts]).toEqual(['einszwei\n\nneu', 1]);
});

describe('two in one paragraph', () => {
  test.each<[what: string, base: string, mine: string, theirs: string, both: string]>([
    [
      'each writes at another place',
      'Der Plan ist da',
      'Der neue Plan ist da',
      'Der Plan ist da.',
      'Der neue Plan ist da.',
    ],
    ['both write at its end', 'Anrufen', 'Anrufen bei Anna', 'Anrufen um neun', 'Anrufen bei Anna um neun'],
    ['one writes on where the other rewrites', 'eins', 'eins zwei', 'EINS', 'EINS zwei'],
    ['one takes out what the other leaves', 'eins zwei drei', 'eins drei', 'eins zwei drei vier', 'eins drei vier'],
    ['both write the same, and one goes on', 'eins', 'eins zwei', 'eins zwei drei', 'eins zwei drei'],
  ])('%s', (_what, base, mine, theirs, both) => {
    expect(merged(doc(base), doc(mine), doc(theirs))).toEqual([doc(both), 0]);
    expect(merged(doc(base), doc(theirs), doc(mine))).toEqual([doc(both), 0]);
  });
  test('words keep how they look', () =>
    expect(
      merged(
        doc(p('eins ', t('zwei', 'bold'), ' drei')),
        doc(p('eins ', t('zwei', 'bold'), ' DREI')),
        doc(p('EINS ', t('zwei', 'bold'), ' drei')),
      ),
    ).toEqual([doc(p('EINS ', t('zwei', 'bold'), ' DREI')), 0]));
  test('one parts it, the other writes in what is parted', () =>
    expect(merged(doc('eins zwei drei vier'), doc('eins zwei', 'drei vier'), doc('eins zwei drei VIER'))).toEqual([
      doc('eins zwei', 'drei VIER'),
      0,
    ]));
  test('both begin an empty one: each has a line', () =>
    expect(merged(doc(p()), doc('Anna schreibt'), doc('Ben schreibt'))).toEqual([
      doc('Anna schreibt', 'Ben schreibt'),
      0,
    ]));
  test('a picture that this page shows is the one that the server has', () => {
    const picture = (src: string | null): WrittenNode => ({ type: 'image', attrs: { src, upload: 'u' } });
    expect(
      merged(doc(p(picture(null), ' a b')), doc(p(picture('blob:x'), ' A b')), doc(p(picture(null), ' a B'))),
    ).toEqual([doc(p(picture('blob:x'), ' A B')), 0]);
  });
  test('what both have rewritten is told, with what else each has changed in both', () => {
    const made = mergeTexts(doc('Rot', 'eins zwei drei'), doc('Rot', 'EINS zwei drei'), doc('Blau', 'ein zwei DREI'));
    expect(made.doc).toEqual(doc('Blau', 'EINS zwei DREI'));
    expect(made.conflicts).toEqual([{ index: 1, mine: [p('EINS zwei DREI')], theirs: [p('ein zwei DREI')] }]);
  });
  test('or stands below in a frame, under a heading', () => {
    const { doc: made, isClean } = mergeDocs(doc('eins', 'z'), doc('meins', 'z'), doc('deins', 'z'), 'Fassung von Ben');
    expect(isClean).toBe(false);
    expect(made).toEqual(
      doc('meins', { type: 'blockquote', content: [p(t('Fassung von Ben', 'bold')), p('deins')] }, 'z'),
    );
  });
});

describe('two in one list', () => {
  test('each item is merged with what it was', () =>
    expect(
      merged(
        doc(bullets('Milch holen', 'Brot', 'Eier')),
        doc(bullets('Milch holen', 'zwei Brot', 'Eier', 'Mehl')),
        doc(bullets('frische Milch holen', 'Brot', 'Eier')),
      ),
    ).toEqual([doc(bullets('frische Milch holen', 'zwei Brot', 'Eier', 'Mehl')), 0]));
  test('both add an item: both are there', () =>
    expect(merged(doc(bullets('a')), doc(bullets('a', 'von Anna')), doc(bullets('a', 'von Ben')))).toEqual([
      doc(bullets('a', 'von Anna', 'von Ben')),
      0,
    ]));
  test('one checks what the other rewrites', () => {
    const tasks = (checked: boolean, text: string): WrittenNode => ({
      type: 'taskList',
      content: [{ type: 'taskItem', attrs: { checked }, content: [p(text)] }],
    });
    expect(
      merged(
        doc(tasks(false, 'Müller anrufen')),
        doc(tasks(true, 'Müller anrufen')),
        doc(tasks(false, 'Frau Müller anrufen')),
      ),
    ).toEqual([doc(tasks(true, 'Frau Müller anrufen')), 0]);
  });
});

/** What somebody does with a text: each number chooses something of it. */
type Edit = readonly [kind: number, position: number, more: number];
const edits = fc.array(fc.tuple(fc.nat(5), fc.nat(1000), fc.nat(1000)), { maxLength: 6 });

const lines = (node: WrittenNode): number => [...nodesOf(node)].filter(({ type }) => type === 'paragraph').length;
/** The document with its nth paragraph changed. */
function onLine(node: WrittenNode, n: { at: number }, change: (line: WrittenNode) => WrittenNode[]): WrittenNode[] {
  if (node.type === 'paragraph') {
    n.at -= 1;
    return n.at === -1 ? change(node) : [node];
  }
  return [
    node.content === undefined ? node : { ...node, content: node.content.flatMap((one) => onLine(one, n, change)) },
  ];
}
function edit(given: WrittenNode, [kind, position, more]: Edit, word: string): WrittenNode {
  const count = lines(given);
  const content = given.content ?? [];
  if (kind === 0 || count === 0) {
    const at = position % (content.length + 1);
    return { ...given, content: [...content.slice(0, at), p(`${word} ${word}x`), ...content.slice(at)] };
  }
  if (kind === 1 && content.length > 1)
    return { ...given, content: content.filter((_, index) => index !== position % content.length) };
  const [made = given] = onLine(given, { at: position % count }, (line) => {
    const inside = line.content ?? [];
    const at = more % (inside.length + 1);
    const before = inside.slice(0, at);
    if (kind === 2) return [{ ...line, content: [...before, t(`${word} `), ...inside.slice(at)] }];
    if (kind === 3) return [{ ...line, content: [...before, t(word, 'bold'), ...inside.slice(at + 1)] }];
    if (kind === 4) return [{ ...line, content: [...inside, t(` ${word}`)] }];
    return inside.length < 2
      ? [line]
      : [
          { ...line, content: before },
          { ...line, content: inside.slice(at) },
        ];
  });
  return made;
}
const schema = getSchema(noteExtensions());
const whole = (node: WrittenNode): WrittenNode => {
  const made = DocumentNode.fromJSON(schema, node);
  made.check();
  return made.toJSON() as WrittenNode;
};
const changed = (base: WrittenNode, list: readonly Edit[], who: string): WrittenNode =>
  whole(list.reduce((now, one, index) => edit(now, one, `${who}${index}w`), base));
const cases = fc.tuple(documentsOf(notes), edits, edits).map(([given, mine, theirs]) => {
  const base = whole(given);
  return { base, mine: changed(base, mine, 'anna'), theirs: changed(base, theirs, 'ben') };
});
const wordsOf = (node: WrittenNode): string[] => JSON.stringify(node).match(/(anna|ben)\dwx?/g) ?? [];

describe('whatever two do', () => {
  const runs = { numRuns: 200 };
  test('no word that either has written is lost, and the result is a document', () =>
    fc.assert(
      fc.property(cases, ({ base, mine, theirs }) => {
        const { doc: both } = mergeDocs(base, mine, theirs, 'Fassung');
        whole(both);
        const there = new Set(wordsOf(both));
        expect([...wordsOf(mine), ...wordsOf(theirs)].filter((word) => !there.has(word))).toEqual([]);
        const { doc: made, conflicts } = mergeTexts(base, mine, theirs);
        whole(made);
        const kept = new Set([made, ...conflicts.flatMap((one) => one.theirs)].flatMap(wordsOf));
        expect([...wordsOf(mine), ...wordsOf(theirs)].filter((word) => !kept.has(word))).toEqual([]);
        for (const { index, mine: here } of conflicts)
          expect(made.content?.slice(index, index + here.length)).toEqual(here);
      }),
      runs,
    ));
  test('with one who has changed nothing it is what the other has made', () =>
    fc.assert(
      fc.property(cases, ({ base, mine, theirs }) => {
        expect(mergeTexts(base, mine, base)).toEqual({ doc: mine, conflicts: [] });
        expect(mergeTexts(base, base, theirs)).toEqual({ doc: theirs, conflicts: [] });
      }),
      runs,
    ));
  test('it is the same on both sides where nothing is at odds', () =>
    fc.assert(
      fc.property(cases, ({ base, mine, theirs }) => {
        const [here, there] = [mergeTexts(base, mine, theirs), mergeTexts(base, theirs, mine)];
        expect(here.conflicts.length).toBe(there.conflicts.length);
        if (here.conflicts.length === 0) expect(here.doc).toEqual(there.doc);
      }),
      runs,
    ));
  test('what each does in a line of its own is no conflict', () =>
    fc.assert(
      fc.property(fc.nat(3), fc.nat(3), (one, other) => {
        const words = ['eins', 'zwei', 'drei', 'vier'];
        const at = (n: number, word: string): WrittenNode =>
          doc(...words.map((old, index) => (index === n ? word : old)));
        fc.pre(one !== other);
        const { doc: both, conflicts } = mergeTexts(doc(...words), at(one, 'ANNA'), at(other, 'BEN'));
        expect(conflicts).toEqual([]);
        expect(toText(both).split('\n\n')).toEqual(
          words.map((old, n) => (n === one ? 'ANNA' : n === other ? 'BEN' : old)),
        );
      }),
    ));
});
