import type { Schema } from '@tiptap/pm/model';
import type { WrittenNode } from '../../../../editor/document.ts';
import { toDocument, toFragment, type Marks } from '../../../../editor/parse.ts';

/** Placeholders, the quoted mail and the signature. */
export const MAIL_MARKS: Marks = {
  attributes: ['data-kontor-field', 'data-kontor-quote', 'data-kontor-signature', 'data-kontor-whole'],
  blocks: '[data-kontor-signature]',
};

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
export async function fromHtml(schema: Schema, html: string): Promise<WrittenNode> {
  const fragment = await toFragment(html, MAIL_MARKS);
  takeQuotes(fragment);
  return toDocument(schema, fragment);
}
