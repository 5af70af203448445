import { mailQueries } from '@kontor/contract/mail';
import type { Editor } from '@tiptap/core';
import { DOMParser as DocumentParser } from '@tiptap/pm/model';
import type { Client } from '../../../client/client.ts';
import { fillInline } from '../parts/images.ts';
import { quotedContent } from '../parts/quote.ts';
import { writeAddress } from './address.ts';
import type { WrittenNode } from '../../../editor/document.ts';
import { toFragment, toSlice } from '../../../editor/parse.ts';
import { adapt } from '../../../editor/paste.ts';
import { MAIL_MARKS } from './editor/parse.ts';
import type { QuoteOptions } from './editor/quote.ts';
import { toText } from './editor/to-text.ts';
import { mailSchema } from './schema.ts';
import type { ComposerTexts } from './texts.ts';

/** The quoted mail as it may be shown, by its id or, where the draft has a quote of its own, by that. */
async function loadQuote(client: Client, aggregateId: string, html: string): Promise<DocumentFragment> {
  const mail = html === '' ? await client.ask.run(mailQueries.details, { aggregateId }) : undefined;
  const fragment = await quotedContent(mail?.readableContentHTML ?? html, '');
  const quoted = fragment.querySelector('blockquote');
  const content = fragment.ownerDocument.createDocumentFragment();
  content.append(...(quoted?.childNodes ?? []));
  if (mail !== undefined) await fillInline(client, aggregateId, content, new AbortController().signal);
  return content;
}

/** HTML of another's mail as text: paragraphs and lists as they stand, without any look. */
export async function textOfHtml(html: string): Promise<string> {
  const fragment = adapt(await toFragment(html, MAIL_MARKS), '', MAIL_MARKS.blocks);
  return toText(
    DocumentParser.fromSchema(mailSchema()).parse(fragment, { preserveWhitespace: false }).toJSON() as WrittenNode,
  );
}

/** The text of a quote, for a mail that is text. */
export async function quoteTextOf(client: Client, aggregateId: string, html: string): Promise<string> {
  const content = await loadQuote(client, aggregateId, html);
  const holder = content.ownerDocument.createElement('div');
  holder.append(content);
  return textOfHtml(holder.innerHTML);
}

/** What a quote is called in the text, how it is filled, and made one that can be changed. */
export const quoteGiven = (client: Client, t: ComposerTexts, open: (address: string) => void): QuoteOptions => ({
  texts: {
    quote: t.quote,
    shorten: t.shorten,
    shortenHint: t.shortenHint,
    remove: t.removeQuote,
    failed: t.quoteFailed,
  },
  load: (aggregateId, html) => loadQuote(client, aggregateId, html),
  onMailto: (mailto) => open(writeAddress(client, { kind: 'new', mailto })),
  shorten: (target: Editor, position, size, content) => {
    const holder = document.createElement('div');
    holder.append(content);
    void toFragment(holder.innerHTML, MAIL_MARKS).then((fragment) => {
      const slice = toSlice(target.schema, adapt(fragment, '', MAIL_MARKS.blocks));
      const block = target.schema.nodes['blockquote']?.createAndFill(null, slice.content);
      if (block) target.view.dispatch(target.state.tr.replaceWith(position, position + size, block));
    });
  },
});
