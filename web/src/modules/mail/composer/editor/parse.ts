import type { Schema as DocumentSchema, Slice } from '@tiptap/pm/model';
import { DOMParser as DocumentParser } from '@tiptap/pm/model';
import type { Config } from 'dompurify';
import { loadPurify } from '../../../../ui/purify.ts';
import type { WrittenNode } from './document.ts';

const TAGS =
  'a b blockquote br center code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins li ol p pre s span strike strong sub sup table tbody td tfoot th thead tr tt u ul';
const ATTRIBUTES =
  'align alt bgcolor border cellpadding cellspacing class color colspan data-kontor-field data-kontor-inline data-kontor-list data-kontor-quote data-kontor-signature data-kontor-upload data-kontor-whole face height href id rowspan size src start style type valign width';

const CONFIG: Config = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ATTRIBUTES.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  ADD_URI_SAFE_ATTR: ATTRIBUTES.split(' ').filter((name) => name !== 'href' && name !== 'src'),
  FORBID_CONTENTS: ['script', 'style', 'title', 'template', 'svg', 'math', 'noscript', 'iframe', 'object', 'xml'],
  RETURN_DOM_FRAGMENT: true,
};

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
export async function toFragment(html: string): Promise<DocumentFragment> {
  const purify = await purifier();
  return (
    (purify.sanitize(html, CONFIG) as unknown as DocumentFragment | null) ??
    document.implementation.createHTMLDocument('').createDocumentFragment()
  );
}

/** A quoted mail is not looked into: what stands in it stays as it is, as text. */
function takeQuotes(fragment: DocumentFragment): void {
  for (const quote of fragment.querySelectorAll<HTMLElement>('blockquote[data-kontor-quote]')) {
    if (quote.parentElement?.closest('blockquote[data-kontor-quote]')) continue;
    // Read out of a tree that was sanitised, and shown only after it was once more.
    quote.dataset['html'] = quote.innerHTML;
    quote.replaceChildren();
  }
}

/** What mails of ours, drafts, templates and signatures are, as a document. */
export async function fromHtml(schema: DocumentSchema, html: string): Promise<WrittenNode> {
  const fragment = await toFragment(html);
  takeQuotes(fragment);
  return DocumentParser.fromSchema(schema).parse(fragment, { preserveWhitespace: true }).toJSON() as WrittenNode;
}

export const toSlice = (schema: DocumentSchema, fragment: DocumentFragment): Slice =>
  DocumentParser.fromSchema(schema).parseSlice(fragment, { preserveWhitespace: false });
