// A page that shows mails through one layer of the reader alone, for the test that proves each. It is in no build of the product.
import { PRINT_SANDBOX, SANDBOX, fill, printPage, readerPage } from '../parts/frame.ts';
import { printedMail } from '../parts/print.ts';
import { quotedContent } from '../parts/quote.ts';
import { sanitise, type Words } from '../parts/sanitise.ts';

/** `none` shows what is given as it is, to prove that what is counted happens at all. */
export type Layer = 'none' | 'server' | 'client' | 'frame';
/** `text`: as a part of the text of the frame's page, as no mail of ours ever is; the policy and the sandbox are then alone. */
export type Surface = 'reader' | 'quote' | 'print' | 'text';

const words: Words = {
  quote: 'quote',
  linkTo: (host) => host,
  otherHost: (host) => host,
  otherHostHint: (host) => host,
};

/** A frame with a page in it; unprotected where no sandbox is given. */
async function frameOf(page: string, sandbox: string | undefined): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox);
  // Some vectors never let their page finish loading.
  const loaded = new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    setTimeout(resolve, 1000);
  });
  frame.srcdoc = page;
  document.body.append(frame);
  await loaded;
  return frame;
}

const htmlOf = (fragment: DocumentFragment): string => {
  const holder = document.implementation.createHTMLDocument('').createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
};

/** What the client's layer makes of a mail, as a text: it must be safe even where it is parsed again. */
async function cleaned(surface: Surface, payload: string): Promise<string> {
  if (surface === 'quote') return htmlOf(await quotedContent(payload, payload));
  if (surface === 'reader') return htmlOf(await sanitise(payload, words));
  const head = { subject: payload, lines: [[payload, payload]] as const, warning: payload };
  return htmlOf(await printedMail(payload, head, words));
}

async function showAll(layer: Layer, surface: Surface, payloads: readonly string[]): Promise<unknown> {
  // Each by itself: one that never ends would take the others along.
  if (layer === 'none') return Promise.all(payloads.map((payload) => frameOf(payload, undefined)));
  // What was cleaned ends where it should, or else it deserves to be found out.
  if (layer === 'server') return frameOf(payloads.map((payload) => `<div>${payload}</div>`).join(''), undefined);
  if (layer === 'client') {
    const pieces = await Promise.all(payloads.map((payload) => cleaned(surface, payload)));
    return frameOf(pieces.map((piece) => `<div>${piece}</div>`).join(''), undefined);
  }
  const [page, sandbox] = surface === 'print' ? [printPage('de'), PRINT_SANDBOX] : [readerPage('de'), SANDBOX];
  if (surface === 'text')
    return Promise.all(
      payloads.map((payload) =>
        frameOf(
          page.replace('</body>', () => `${payload}</body>`),
          sandbox,
        ),
      ),
    );
  const inside = (await frameOf(page, sandbox)).contentDocument;
  const mail = new DOMParser().parseFromString('', 'text/html');
  const all = mail.createDocumentFragment();
  for (const payload of payloads) {
    const piece = mail.createElement('div');
    piece.innerHTML = payload;
    all.append(piece);
  }
  if (inside) fill(inside, all);
  return undefined;
}

/** Whether a click would be the wish to go to a web page, which is granted. */
function leadsToPage(element: Element): boolean {
  const link = element.closest('a, area');
  const href = link?.getAttribute('href') ?? link?.getAttribute('xlink:href');
  if (href == null || !URL.canParse(href, element.baseURI)) return false;
  return /^(?:https?|mailto|about):/.test(new URL(href, element.baseURI).protocol);
}

/** Does what a reader may do without meaning anything by it: touches, focuses, and clicks what is no link to a page. */
function poke(): number {
  let count = 0;
  for (const frame of document.querySelectorAll('iframe')) {
    // One that went elsewhere tells nothing of itself.
    const inside = frame.contentDocument;
    if (!inside) continue;
    for (const element of inside.querySelectorAll<HTMLElement>('*')) {
      count += 1;
      for (const type of ['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'wheel', 'copy', 'dragstart'])
        element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
      element.focus?.();
      if (!leadsToPage(element)) element.click?.();
    }
  }
  return count;
}

Object.assign(window, { hostile: { show: showAll, poke } });
