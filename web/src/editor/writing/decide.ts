import type { Conflict } from '../co-edit.ts';
import type { WrittenNode } from '../document.ts';

const keyOf = (node: unknown): string => JSON.stringify(node);

/**
 * The text in which a place that two have changed is decided: the blocks of `mine` are found again and replaced. Where they stand there no
 * more, the others are put at the end: nothing is lost.
 */
export function decideText(
  doc: WrittenNode,
  { mine, theirs }: Pick<Conflict, 'mine' | 'theirs'>,
  decision: 'theirs' | 'both',
): WrittenNode {
  const [here, there] = [mine as readonly WrittenNode[], theirs as readonly WrittenNode[]];
  const content = [...(doc.content ?? [])];
  const keys = content.map(keyOf);
  const at =
    here.length === 0 ? -1 : keys.findIndex((_, index) => here.every((one, by) => keys[index + by] === keyOf(one)));
  if (at === -1) return { ...doc, content: [...content, ...there] };
  content.splice(at, here.length, ...(decision === 'both' ? [...here, ...there] : there));
  return { ...doc, content };
}
