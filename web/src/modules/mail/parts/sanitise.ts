import type { Config } from 'dompurify';
import { markNumbers } from '../../../shell/numbers/mark-numbers.ts';
import { loadPurify } from '../../../ui/purify.ts';

const TAGS =
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr';
const ATTRIBUTES =
  'align alt bgcolor border cellpadding cellspacing color colspan data-kontor-external data-kontor-inline data-kontor-other-host data-kontor-quote data-kontor-signature dir face height href hspace lang nowrap open rowspan size span src start style title type valign value vspace width';

/** What is left of a mail: nothing that a browser would fetch by itself, run, submit, or lay over the page. */
const STRICT: Config = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ATTRIBUTES.split(' '),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  // Without this the rule for addresses is applied to the value of every attribute.
  ADD_URI_SAFE_ATTR: ATTRIBUTES.split(' ').filter((name) => name !== 'href' && name !== 'src'),
  FORBID_CONTENTS: [
    'script',
    'style',
    'title',
    'template',
    'svg',
    'math',
    'noscript',
    'iframe',
    'object',
    'audio',
    'video',
    'select',
    'textarea',
  ],
  RETURN_DOM_FRAGMENT: true,
};

/** Texts that are put into a mail. */
export interface Words {
  readonly quote: string;
  readonly linkTo: (host: string) => string;
  readonly otherHost: (host: string) => string;
  readonly otherHostHint: (host: string) => string;
}

/** What may stay of a mail's HTML. */
export async function clean(html: string): Promise<DocumentFragment> {
  const instance = await loadPurify();
  // Where a mail consists of nothing that may stay, the answer is null. It is in a document of its own, in which nothing is fetched.
  const fragment =
    (instance.sanitize(html, STRICT) as unknown as DocumentFragment | null) ??
    document.implementation.createHTMLDocument('').createDocumentFragment();
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  for (const image of fragment.querySelectorAll('img:not([data-kontor-inline], [data-kontor-external], [src])'))
    image.remove();
  return fragment;
}

/** A mail's HTML as a fragment that may be shown, with what a reader should know written into it. */
export async function sanitise(html: string, words: Words): Promise<DocumentFragment> {
  const fragment = await clean(html);
  markNumbers(fragment);
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const host = hostOf(link.getAttribute('href') ?? '');
    link.title = words.linkTo(host);
    if (!link.hasAttribute('data-kontor-other-host')) continue;
    // No mail has classes of its own left: what carries this one is ours.
    const mark = link.ownerDocument.createElement('span');
    mark.className = 'other-host';
    mark.textContent = words.otherHost(host);
    link.title = mark.title = words.otherHostHint(host);
    link.after(mark);
  }
  for (const quote of fragment.querySelectorAll('details[data-kontor-quote]')) {
    const summary = quote.querySelector(':scope > summary') ?? quote.ownerDocument.createElement('summary');
    summary.textContent = words.quote;
    quote.prepend(summary);
  }
  return fragment;
}

/** True where a mail's HTML has nothing to see. */
export const isBlank = (html: string): boolean =>
  !/<(?:img|hr|table)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|&#160;/g, '').trim() === '';

/** Where a link really leads, as the person should read it: host of a page, else the address itself. */
export function hostOf(href: string): string {
  try {
    const url = new URL(href);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.host : decodeURIComponent(url.pathname);
  } catch {
    return href;
  }
}
