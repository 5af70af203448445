import { nodesOf, type WrittenNode } from '../../../../editor/document.ts';

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
