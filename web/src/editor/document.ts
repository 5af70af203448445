/** A document of the editor as plain data, as it gives it. */
export interface WrittenNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly WrittenNode[];
  readonly marks?: readonly WrittenMark[];
  readonly text?: string;
}

export interface WrittenMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
}

/** Marks from the outermost to the innermost. */
export const MARKED: readonly string[] = [
  'link',
  'textStyle',
  'bold',
  'italic',
  'underline',
  'strike',
  'superscript',
  'subscript',
  'code',
];

export const EMPTY: WrittenNode = { type: 'doc', content: [{ type: 'paragraph' }] };

/** All nodes, in their order, those within others after these. `skip`: what is not looked into. */
export function* nodesOf(node: WrittenNode, skip: readonly string[] = []): Generator<WrittenNode> {
  if (skip.includes(node.type)) return;
  yield node;
  for (const child of node.content ?? []) yield* nodesOf(child, skip);
}

/** Names of uploads that stand as pictures in the text. */
export const picturesOf = (doc: WrittenNode): readonly string[] =>
  [...nodesOf(doc)].flatMap(({ type, attrs }) => {
    const upload = attrs?.['upload'];
    return type === 'image' && typeof upload === 'string' && upload !== '' ? [upload] : [];
  });

/** Whether nothing is written in a document: neither a word nor anything that is shown. */
export const isBlankDocument = ({ type, text = '', content = [] }: WrittenNode): boolean =>
  type === 'text' ? text.trim() === '' : ['doc', 'paragraph'].includes(type) && content.every(isBlankDocument);
