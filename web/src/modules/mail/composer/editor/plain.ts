import type { WrittenNode } from '../../../../editor/document.ts';
import { quoteText } from '../../../../editor/to-text.ts';
import { fromText, toText } from './to-text.ts';

const DOC = 'doc';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Letters without a look: placeholders stay what they are, pictures leave their description. */
function bare(node: WrittenNode): WrittenNode[] {
  if (node.type === 'image') {
    const alt = node.attrs?.['alt'];
    return typeof alt === 'string' && alt !== '' ? [{ type: 'text', text: alt }] : [];
  }
  if (node.type === 'text') return [{ type: 'text', text: node.text ?? '' }];
  return [node];
}
const hasLink = ({ content = [] }: WrittenNode): boolean =>
  content.some(({ marks = [] }) => marks.some(({ type }) => type === 'link'));

function blockOf(block: WrittenNode): readonly WrittenNode[] {
  if (block.type === 'signature') return [{ ...block, content: (block.content ?? []).flatMap(blockOf) }];
  if (block.type === 'quotedMail') {
    const text = block.attrs?.['text'];
    return typeof text === 'string' && text !== '' ? (fromText(quoteText(text)).content ?? []) : [];
  }
  if (block.type === 'paragraph' && !hasLink(block))
    return [{ type: 'paragraph', content: (block.content ?? []).flatMap(bare) }];
  return fromText(toText({ type: DOC, content: [block] })).content ?? [];
}

/** The document as text alone: quotes with `> ` before each line, lists with their signs. The signature stays one that can be changed. */
export const toPlain = (doc: WrittenNode): WrittenNode => {
  const content = (doc.content ?? []).flatMap(blockOf);
  return { type: DOC, content: content.length === 0 ? [{ type: 'paragraph' }] : content };
};

/** Whether a document has a quote whose text is not known here yet. */
export const lacksQuote = (doc: WrittenNode): boolean =>
  (doc.content ?? []).some(({ type, attrs }) => type === 'quotedMail' && !attrs?.['text']);

/** The document with the text of its quotes, which `load` brings. */
export async function withQuoteText(
  doc: WrittenNode,
  load: (aggregateId: string, html: string) => Promise<string>,
): Promise<WrittenNode> {
  const content = await Promise.all(
    (doc.content ?? []).map(async (node) => {
      if (node.type !== 'quotedMail' || node.attrs?.['text']) return node;
      const text = await load(textOf(node.attrs?.['aggregateId']), textOf(node.attrs?.['html']));
      return { ...node, attrs: { ...node.attrs, text } };
    }),
  );
  return { ...doc, content };
}
