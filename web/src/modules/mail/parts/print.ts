import type { MailDetail } from '@kontor/contract/mail';
import type { Client } from '../../../client/client.ts';
import { PRINT_SANDBOX, fill, printPage } from './frame.ts';
import { fillExternal, fillInline } from './images.ts';
import { sanitise, type Words } from './sanitise.ts';

/** What stands above a mail on paper, in the person's words. */
export interface PrintHead {
  readonly subject: string;
  /** Label and text of each line: people, time, mailbox, attachments. */
  readonly lines: readonly (readonly [label: string, text: string])[];
  /** What is odd about the sender; empty where nothing is. */
  readonly warning: string;
}

/** A mail with its head as a fragment for paper: quotes open, for nobody can open them there. */
export async function printedMail(html: string, head: PrintHead, words: Words): Promise<DocumentFragment> {
  const content = await sanitise(html, words);
  // In the document that the content is in, where nothing is fetched: in the app's own an image would be.
  const inert = content.ownerDocument;
  const page = inert.createDocumentFragment();
  const add = (parent: ParentNode, tag: string, text = '', className = ''): HTMLElement => {
    const element = inert.createElement(tag);
    element.textContent = text;
    if (className !== '') element.className = className;
    parent.append(element);
    return element;
  };
  const top = add(page, 'header', '', 'printed-head');
  add(top, 'h1', head.subject);
  if (head.warning !== '') add(top, 'p', head.warning, 'printed-warning');
  const list = add(top, 'dl');
  for (const [label, text] of head.lines) {
    add(list, 'dt', label);
    add(list, 'dd', text);
  }
  const mail = add(page, 'main', '', 'printed-mail');
  mail.append(content);
  for (const quote of mail.querySelectorAll('details')) quote.open = true;
  return page;
}

const FRAME = 'print-frame';

/** One mail that goes onto paper, with what stands above it. */
export interface Printed {
  readonly mail: Pick<MailDetail, 'aggregateId' | 'readableContentHTML'>;
  readonly head: PrintHead;
  /** Whether the person let external images be loaded. */
  readonly external: boolean;
}

/**
 * Prints mails, one below the other, from a frame of its own, through the same layers as the reader: they are cleaned, nothing runs,
 * nothing is fetched.
 */
export async function printMails(
  client: Client,
  mails: readonly Printed[],
  how: { readonly title: string; readonly words: Words; readonly language: string },
): Promise<void> {
  document.querySelector(`.${FRAME}`)?.remove();
  const frame = document.createElement('iframe');
  frame.className = FRAME;
  frame.setAttribute('sandbox', PRINT_SANDBOX);
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.title = how.title;
  frame.srcdoc = printPage(how.language);
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument;
  if (!inside || !frame.contentWindow) throw new Error('The frame has no page');
  inside.title = how.title;
  const pages = await Promise.all(
    mails.map(({ mail, head }) => printedMail(mail.readableContentHTML, head, how.words)),
  );
  const [first] = pages;
  if (first === undefined) throw new Error('There is nothing to print');
  // Each in a box of its own, by whose place its images are told from those of the others. In the document that the content is in.
  const inert = first.ownerDocument;
  const all = inert.createDocumentFragment();
  for (const page of pages) {
    const box = inert.createElement('section');
    box.append(page);
    all.append(box);
  }
  fill(inside, all);
  const { signal } = new AbortController();
  await Promise.all(
    mails.flatMap(({ mail, external }, index) => {
      const box = inside.body.children[index];
      if (box === undefined) return [];
      return [
        fillInline(client, mail.aggregateId, box, signal),
        ...(external ? [fillExternal(client, mail.aggregateId, box, signal)] : []),
      ];
    }),
  );
  await Promise.allSettled([...inside.images].filter((image) => image.src !== '').map((image) => image.decode()));
  frame.contentWindow.addEventListener('afterprint', () => frame.remove(), { once: true });
  frame.contentWindow.focus();
  frame.contentWindow.print();
}
