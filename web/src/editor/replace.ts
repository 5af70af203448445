import { Fragment, type Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { diffIndices } from 'node-diff3';
import { keyOf } from './merge-tokens.ts';

/** Says of a change that others have made it: it is no news to the page, and not to be undone here. */
export const OUTSIDE = 'kontorOutside';

interface Change {
  readonly from: number;
  readonly to: number;
  readonly content: Fragment;
}

const keyOfNode = (node: DocumentNode): string => keyOf(node.toJSON());
const childrenOf = (node: DocumentNode): DocumentNode[] =>
  Array.from({ length: node.childCount }, (_, index) => node.child(index));

/** Words, blanks and other things among them, each where it begins in its line. */
function tokensOf(line: DocumentNode): readonly { readonly key: string; readonly from: number; readonly to: number }[] {
  const tokens: { key: string; from: number; to: number }[] = [];
  line.forEach((child, offset) => {
    if (!child.isText) return void tokens.push({ key: keyOfNode(child), from: offset, to: offset + child.nodeSize });
    const marks = keyOf(child.marks.map((mark) => mark.toJSON() as unknown));
    let from = offset;
    for (const word of (child.text ?? '').split(/(\s+)/)) {
      if (word !== '') tokens.push({ key: `${marks} ${word}`, from, to: from + word.length });
      from += word.length;
    }
  });
  return tokens;
}

/** `at`: where the line's content begins. */
function changesOfLine(was: DocumentNode, now: DocumentNode, at: number): Change[] {
  const [before, after] = [tokensOf(was), tokensOf(now)];
  const keys = (tokens: typeof before): string[] => tokens.map(({ key }) => key);
  return diffIndices(keys(before), keys(after)).map(({ buffer1: [i, length], buffer2: [j, count] }) => {
    const from = before[i]?.from ?? was.content.size;
    const start = after[j]?.from ?? now.content.size;
    return {
      from: at + from,
      to: at + (length === 0 ? from : (before[i + length - 1]?.to ?? from)),
      content: now.content.cut(start, count === 0 ? start : (after[j + count - 1]?.to ?? start)),
    };
  });
}

/** The least of what is to be changed so that one node has the other's content, in its order. `at`: where its content begins. */
function changesOf(was: DocumentNode, now: DocumentNode, at: number): Change[] {
  if (was.isTextblock && now.isTextblock) return changesOfLine(was, now, at);
  const [before, after] = [childrenOf(was), childrenOf(now)];
  const starts: number[] = [];
  let offset = at;
  for (const child of before) {
    starts.push(offset);
    offset += child.nodeSize;
  }
  const startOf = (index: number): number => starts[index] ?? offset;
  return diffIndices(before.map(keyOfNode), after.map(keyOfNode)).flatMap(
    ({ buffer1: [i, length], buffer2: [j, count] }): Change[] => {
      const pairs = before.slice(i, i + length).map((one, index) => [one, after[j + index]] as const);
      const isPaired =
        length === count && pairs.every(([one, other]) => other !== undefined && one.sameMarkup(other) && !one.isAtom);
      if (isPaired)
        return pairs.flatMap(([one, other], index) =>
          other === undefined ? [] : changesOf(one, other, startOf(i + index) + 1),
        );
      return [{ from: startOf(i), to: startOf(i + length), content: Fragment.from(after.slice(j, j + count)) }];
    },
  );
}

/**
 * A change of a text to what others have made of it, by as little as can be: where nothing has changed, the selection stays where it is, and
 * what was written here can be undone as before. Undefined where nothing is to be done.
 */
export function replaceDocument(state: EditorState, next: DocumentNode): Transaction | undefined {
  const changes = changesOf(state.doc, next, 0);
  if (changes.length === 0) return undefined;
  const { tr } = state;
  for (const { from, to, content } of changes.toReversed()) tr.replaceWith(from, to, content);
  return tr.setMeta('addToHistory', false).setMeta(OUTSIDE, true);
}
