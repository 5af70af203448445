import { getSchema } from '@tiptap/core';
import { history, undo } from '@tiptap/pm/history';
import { Node as DocumentNode } from '@tiptap/pm/model';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WrittenNode } from './document.ts';
import { noteExtensions } from './note/nodes.ts';
import { replaceDocument } from './replace.ts';
import { documentsOf, notes } from './testing/documents.ts';

const schema = getSchema(noteExtensions());
const p = (text: string): WrittenNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const tasks = (...items: readonly (readonly [boolean, string])[]): WrittenNode => ({
  type: 'taskList',
  content: items.map(([checked, text]) => ({ type: 'taskItem', attrs: { checked }, content: [p(text)] })),
});
const node = (...content: readonly (string | WrittenNode)[]): DocumentNode =>
  DocumentNode.fromJSON(schema, {
    type: 'doc',
    content: content.map((one) => (typeof one === 'string' ? p(one) : one)),
  });

/** A text with the caret behind the first `word` in it. */
function writing(doc: DocumentNode, word: string): EditorState {
  let at = 0;
  doc.descendants((child, position) => {
    const found = child.isText ? (child.text ?? '').indexOf(word) : -1;
    if (found >= 0 && at === 0) at = position + found + word.length;
  });
  const state = EditorState.create({ schema, doc, plugins: [history()] });
  return state.apply(state.tr.setSelection(TextSelection.create(doc, at)));
}
const before = ({ doc, selection }: EditorState): string => doc.textBetween(0, selection.from, '|', '*');

describe('what others have written comes in', () => {
  test.each<[what: string, was: DocumentNode, word: string, now: DocumentNode, caret: string]>([
    [
      'above and below',
      node('eins', 'hier bin ich', 'drei'),
      'hier',
      node('EINS ganz neu', 'hier bin ich', 'DREI', 'vier'),
      'EINS ganz neu|hier',
    ],
    ['in the same line, on both sides', node('eins hier drei'), 'hier', node('EINS hier DREI'), 'EINS hier'],
    ['as a new line above', node('hier'), 'hier', node('neu', 'hier'), 'neu|hier'],
    [
      'in other points of a list',
      node(tasks([false, 'a'], [false, 'hier'])),
      'hier',
      node(tasks([true, 'aa'], [false, 'hier'], [false, 'b'])),
      'aa|hier',
    ],
    ['in the place of what stood there', node('weg', 'hier'), 'hier', node('hier'), 'hier'],
  ])('%s, and the caret stays', (_what, was, word, now, caret) => {
    const state = writing(was, word);
    const change = replaceDocument(state, now);
    expect(change).toBeDefined();
    const after = change === undefined ? state : state.apply(change);
    expect(after.doc.toJSON()).toEqual(now.toJSON());
    expect(before(after)).toBe(caret);
  });

  test('and what was written here is undone alone', () => {
    let state = writing(node('eins', 'zwei'), 'zwei');
    state = state.apply(state.tr.insertText(' meins'));
    const change = replaceDocument(state, node('eins von Ben', 'zwei meins'));
    if (change !== undefined) state = state.apply(change);
    undo(state, (tr) => (state = state.apply(tr)));
    expect(state.doc.toJSON()).toEqual(node('eins von Ben', 'zwei').toJSON());
  });

  test('and nothing is done where nothing is new', () =>
    expect(replaceDocument(writing(node('a'), 'a'), node('a'))).toBeUndefined());

  test('whatever it is', () =>
    fc.assert(
      fc.property(documentsOf(notes), documentsOf(notes), (one, other) => {
        const [was, now] = [one, other].map((given) => DocumentNode.fromJSON(schema, given)) as [
          DocumentNode,
          DocumentNode,
        ];
        const state = EditorState.create({ schema, doc: was });
        const change = replaceDocument(state, now);
        expect((change?.doc ?? was).toJSON()).toEqual(now.toJSON());
      }),
      { numRuns: 200 },
    ));
});
