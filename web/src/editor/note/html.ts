import { getSchema } from '@tiptap/core';
import type { Schema } from '@tiptap/pm/model';
import { EMPTY, type WrittenNode } from '../document.ts';
import { toDocument, toFragment, type Marks } from '../parse.ts';
import { escape, inside, toHtml, type Renderers } from '../to-html.ts';
import { toText } from '../to-text.ts';
import { noteExtensions } from './nodes.ts';

/** Check-lists, people and records. */
export const NOTE_MARKS: Marks = { attributes: ['data-checked', 'data-mention', 'data-record', 'data-type'] };

const wordsOf =
  (sign: '@' | '#') =>
  ({ attrs }: WrittenNode): string =>
    `${sign}${typeof attrs?.['label'] === 'string' ? attrs['label'] : ''}`;
const [personOf, recordOf] = [wordsOf('@'), wordsOf('#')];

const NODES: Renderers = {
  taskList: (node, write) => `<ul data-type="taskList">${(node.content ?? []).map(write).join('')}</ul>`,
  taskItem: (node, write) =>
    `<li data-type="taskItem" data-checked="${node.attrs?.['checked'] === true}">${inside(node, write) || '<br>'}</li>`,
  mention: (node) => `<span data-mention="${Number(node.attrs?.['userId'])}">${escape(personOf(node))}</span>`,
  record: (node) => `<span data-record="${escape(String(node.attrs?.['key']))}">${escape(recordOf(node))}</span>`,
};

let made: Schema | undefined;
const schemaOfNotes = (): Schema => (made ??= getSchema(noteExtensions()));

const isEmpty = ({ content = [] }: WrittenNode): boolean =>
  content.length === 0 ||
  (content.length === 1 && content[0]?.type === 'paragraph' && (content[0].content ?? []).length === 0);

/** Blanks as they were typed: those at an edge and in a row stand in HTML as ones that do not break. */
export const withTypedBlanks = (text: string): string =>
  text.replace(/\u00a0+ |^\u00a0|\u00a0$/g, (blanks) => ' '.repeat(blanks.length));

const typed = (node: WrittenNode): WrittenNode => ({
  ...node,
  ...(node.text === undefined ? {} : { text: withTypedBlanks(node.text) }),
  ...(node.content === undefined ? {} : { content: node.content.map(typed) }),
});

/** A text of a task, note or memo as a document. */
export async function docOfHtml(html: string): Promise<WrittenNode> {
  if (html.trim() === '') return EMPTY;
  const fragment = await toFragment(html, NOTE_MARKS);
  // What gives an empty line its height is no break in it.
  for (const line of fragment.querySelectorAll('p, h1, h2, h3, li, td, th'))
    if (line.childNodes.length === 1 && line.firstChild?.nodeName === 'BR') line.replaceChildren();
  for (const cell of fragment.querySelectorAll('td[width], th[width]'))
    cell.setAttribute('colwidth', cell.getAttribute('width') ?? '');
  return typed(toDocument(schemaOfNotes(), fragment));
}

/** A document as the text that the server keeps; nothing where nothing is written. */
export const htmlOfDoc = (doc: WrittenNode): string => (isEmpty(doc) ? '' : toHtml(doc, NODES, 'own'));

/** What is written, without any look. */
export const textOfDoc = (doc: WrittenNode): string => toText(doc, { inline: { mention: personOf, record: recordOf } });
