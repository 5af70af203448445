import type { WrittenNode } from '../../../../editor/document.ts';
import { escape, toHtml as writtenHtml, type Renderers } from '../../../../editor/to-html.ts';

const value = (node: WrittenNode, name: string): string => {
  const given = node.attrs?.[name];
  return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
};
const all = (node: WrittenNode, inside: (node: WrittenNode) => string): string =>
  (node.content ?? []).map(inside).join('');

const NODES: Renderers = {
  /** The mail that is answered stays as it is: whole, the server puts it there itself, byte for byte. */
  quotedMail: (node) => {
    const isWhole = node.attrs?.['whole'] === true;
    const quoted = escape(value(node, 'aggregateId'));
    return isWhole
      ? `<blockquote type="cite" data-kontor-quote="${quoted}" data-kontor-whole=""></blockquote>`
      : `<blockquote type="cite" data-kontor-quote="${quoted}">${value(node, 'html')}</blockquote>`;
  },
  signature: (node, inside) =>
    `<div data-kontor-signature="${escape(value(node, 'signatureId'))}">${all(node, inside)}</div>`,
  field: (node) =>
    `<span data-kontor-field="${escape(value(node, 'name'))}">${escape(value(node, 'label') || value(node, 'name'))}</span>`,
};

/**
 * What is written as the HTML that a mail may use, without the wrapper, which the server makes. What is for the server alone to know is
 * marked by attributes of ours: pictures, placeholders, the signature and the quoted mail.
 */
export const toHtml = (doc: WrittenNode): string => writtenHtml(doc, NODES);
