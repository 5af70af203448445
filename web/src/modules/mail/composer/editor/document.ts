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

/** Placeholders that nothing stands for yet. */
export const fieldsOf = (doc: WrittenNode): readonly string[] => [
  ...new Set(
    [...nodesOf(doc, ['quotedMail'])].flatMap(({ type, attrs }) =>
      type === 'field' && typeof attrs?.['name'] === 'string' ? [attrs['name']] : [],
    ),
  ),
];

/** True where nothing was written: signature and quote are not the person's. */
export const isUnwritten = (doc: WrittenNode): boolean =>
  [...nodesOf(doc, ['signature', 'quotedMail'])].every(({ type, text = '', attrs }) =>
    ['doc', 'paragraph'].includes(type) && attrs?.['isIntro'] !== true && text === ''
      ? true
      : type === 'text' && text.trim() === '',
  );

/** The document with a text in the place of each placeholder that has one. */
export function withFields(node: WrittenNode, values: Readonly<Record<string, string>>): WrittenNode {
  const value = node.type === 'field' ? values[String(node.attrs?.['name'])] : undefined;
  if (value !== undefined && value !== '')
    return { type: 'text', text: value, ...(node.marks === undefined ? {} : { marks: node.marks }) };
  return node.content === undefined
    ? node
    : { ...node, content: node.content.map((child) => withFields(child, values)) };
}
