import type { Config, DOMPurify } from 'dompurify';

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

/** Pictures that a mail brings along in its text: nothing is fetched for them, and none of these kinds runs anything. */
const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i;

const SAFE_FUNCTION = /\b(?:rgba?|hsla?|calc)\([^()"'\\]*\)/gi;
const HARMLESS_PROPERTY =
  /^(?:color|background-color|background|border(?:-.+)?|caption-side|direction|display|empty-cells|float|clear|font(?:-.+)?|height|width|(?:min|max)-(?:height|width)|letter-spacing|line-height|list-style(?:-type|-position)?|margin(?:-.+)?|padding(?:-.+)?|opacity|overflow-wrap|table-layout|text-(?:align|decoration|decoration-.+|indent|transform)|unicode-bidi|vertical-align|visibility|white-space(?:-collapse)?|text-wrap(?:-mode)?|word-break|word-spacing)$/;

/** Declarations of a style that only change how text and boxes look; an address or an escape sequence in one drops it. */
export function safeStyle(declarations: Iterable<readonly [property: string, value: string]>): string {
  const kept: string[] = [];
  for (const [property, value] of declarations) {
    if (!HARMLESS_PROPERTY.test(property)) continue;
    if (/[\\@<>"]|\/\*/.test(value) && !property.startsWith('font')) continue;
    if (/[\\@<>(]/.test(value.replace(SAFE_FUNCTION, ''))) continue;
    if (property === 'display' && !/^(?:block|inline|inline-block|none|table.*|list-item)$/.test(value)) continue;
    kept.push(`${property}: ${value}`);
  }
  return kept.join('; ');
}

function* declarationsOf(style: CSSStyleDeclaration): Generator<readonly [string, string]> {
  for (const property of style) yield [property, style.getPropertyValue(property)];
}

let purify: DOMPurify | undefined;

/** The sanitiser, with the rules of this file; loaded once. */
export async function loadPurify(): Promise<DOMPurify> {
  if (purify !== undefined) return purify;
  const { default: instance } = await import('dompurify');
  instance.addHook('uponSanitizeAttribute', (node, data) => {
    if (data.attrName === 'style') data.attrValue = safeStyle(declarationsOf((node as HTMLElement).style));
    if (data.attrName === 'href' && node.nodeName !== 'A') data.keepAttr = false;
    // An image is in the mail itself, or comes from the server, by its key.
    if (data.attrName === 'src' && !(node.nodeName === 'IMG' && DATA_IMAGE.test(data.attrValue))) data.keepAttr = false;
  });
  return (purify = instance);
}

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
