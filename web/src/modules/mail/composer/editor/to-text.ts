import type { WrittenNode } from '../../../../editor/document.ts';
import {
  fromText as writtenDocument,
  quoteText,
  toText as writtenText,
  type TextNodes,
} from '../../../../editor/to-text.ts';

const NODES: TextNodes = {
  inline: { field: (node) => `{${String(node.attrs?.['name'])}}` },
  blocks: {
    quotedMail: (node) => [typeof node.attrs?.['text'] === 'string' ? quoteText(node.attrs['text']) : ''],
    signature: (_node, lines) => ['-- ', ...lines()],
  },
};

/** A mail without any look: paragraphs with an empty line between. */
export const toText = (doc: WrittenNode): string => writtenText(doc, NODES);

const FIELD = /(\{(?:receiver|sender|instance|record)\.[a-zA-Z0-9]+\}|\{(?:date|time|subject)\})/;
const pieces = (line: string): WrittenNode[] =>
  line.split(FIELD).flatMap((piece): WrittenNode[] => {
    if (piece === '') return [];
    return FIELD.test(piece)
      ? [{ type: 'field', attrs: { name: piece.slice(1, -1), label: '' } }]
      : [{ type: 'text', text: piece }];
  });

/** A text as a mail, a line each. Placeholders in it are placeholders again. */
export const fromText = (text: string): WrittenNode => writtenDocument(text, pieces);
