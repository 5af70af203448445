import { clean } from './sanitise.ts';

/**
 * What an answer quotes of a mail, below a line that says who wrote it. Safe in any document, also outside of the reader's frame: it
 * holds nothing that runs, is fetched or laid over other things, and only marks of images that came with the mail
 * (`data-kontor-inline`). External images leave their description.
 */
export async function quotedContent(html: string, wrote: string): Promise<DocumentFragment> {
  const content = await clean(html);
  for (const image of content.querySelectorAll('img[data-kontor-external]'))
    image.replaceWith(image.getAttribute('alt') ?? '');
  for (const fold of content.querySelectorAll('details')) {
    fold.querySelector(':scope > summary')?.remove();
    fold.replaceWith(...fold.childNodes);
  }
  for (const element of content.querySelectorAll('[data-kontor-other-host]'))
    element.removeAttribute('data-kontor-other-host');
  // In the document that the content is in, where nothing is fetched.
  const inert = content.ownerDocument;
  const line = inert.createElement('p');
  line.textContent = wrote;
  const quote = inert.createElement('blockquote');
  quote.setAttribute('type', 'cite');
  quote.append(content);
  const quoted = inert.createDocumentFragment();
  quoted.append(line, quote);
  return quoted;
}
