import type { Schema as DocumentSchema, Slice } from '@tiptap/pm/model';
import { DOMParser as DocumentParser } from '@tiptap/pm/model';
import type { Config } from 'dompurify';
import { loadPurify } from '../ui/purify.ts';
import type { WrittenNode } from './document.ts';

const TAGS =
  'a b blockquote br center code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins li ol p pre s span strike strong sub sup table tbody td tfoot th thead tr tt u ul';
const ATTRIBUTES =
  'align alt bgcolor border cellpadding cellspacing class color colspan data-kontor-inline data-kontor-list data-kontor-upload face height href id rowspan size src start style type valign width';

/** How HTML names what only the texts of one module have. */
export interface Marks {
  /** Attributes that its nodes are read from. */
  readonly attributes: readonly string[];
  /** Selector of the blocks that are its nodes. */
  readonly blocks?: string;
}

const configOf = (attributes: readonly string[]): Config => ({
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: [...attributes],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  ADD_URI_SAFE_ATTR: attributes.filter((name) => name !== 'href' && name !== 'src'),
  FORBID_CONTENTS: ['script', 'style', 'title', 'template', 'svg', 'math', 'noscript', 'iframe', 'object', 'xml'],
  RETURN_DOM_FRAGMENT: true,
});

/** Word says of each paragraph which list it is in by a property that browsers do not know: it is kept as an attribute of ours. */
const LIST = /mso-list:\s*(?:(Ignore)|(l\d+)\s+level(\d+))/i;

let isHooked = false;
async function purifier() {
  const purify = await loadPurify();
  if (!isHooked) {
    isHooked = true;
    purify.addHook('beforeSanitizeAttributes', (node) => {
      const [, ignored, list = '', level = ''] = LIST.exec(node.getAttribute?.('style') ?? '') ?? [];
      if (ignored !== undefined) node.setAttribute('data-kontor-list', 'ignore');
      else if (list !== '') node.setAttribute('data-kontor-list', `${list} ${level}`);
    });
  }
  return purify;
}

/** HTML of anybody's as a tree in which nothing runs and nothing is fetched. */
export async function toFragment(html: string, marks?: Marks): Promise<DocumentFragment> {
  const purify = await purifier();
  const config = configOf([...ATTRIBUTES.split(' '), ...(marks?.attributes ?? [])]);
  return (
    (purify.sanitize(html, config) as unknown as DocumentFragment | null) ??
    document.implementation.createHTMLDocument('').createDocumentFragment()
  );
}

/** HTML of ours that was cleaned, as a document. */
export const toDocument = (schema: DocumentSchema, fragment: DocumentFragment): WrittenNode =>
  DocumentParser.fromSchema(schema).parse(fragment, { preserveWhitespace: true }).toJSON() as WrittenNode;

export const toSlice = (schema: DocumentSchema, fragment: DocumentFragment): Slice =>
  DocumentParser.fromSchema(schema).parseSlice(fragment, { preserveWhitespace: false });
