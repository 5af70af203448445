import { Node, type Editor } from '@tiptap/core';
import { takeMailtoLinks } from '../mailto-links.ts';

/** What the quote is called on its buttons, and how it is filled. */
export interface QuoteOptions {
  readonly texts: {
    readonly quote: string;
    readonly shorten: string;
    readonly shortenHint: string;
    readonly remove: string;
    readonly failed: string;
  };
  /** The mail as it may be shown, by its id or, where the draft has a quote of its own, by that. */
  readonly load: (aggregateId: string, html: string) => Promise<DocumentFragment>;
  /** What a `mailto:` link in it does. */
  readonly onMailto: (link: string) => void;
  /** Puts the mail's own text in the place of the quote, to be changed. */
  readonly shorten: (editor: Editor, position: number, size: number, content: DocumentFragment) => void;
}

const STYLE =
  ':host{all:initial;display:block}div{max-height:50vh;overflow:auto;padding:12px;color:#14181f;background:#fff;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere;color-scheme:light}img{max-width:100%;height:auto;filter:var(--sheet-filter)}blockquote{margin:8px 0;padding-left:12px;border-left:3px solid rgb(0 0 0/18%)}table{max-width:100%}';

function button(className: string, label: string, title = label): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = label;
  made.title = title;
  return made;
}

/**
 * The mail that is answered, as one thing that nothing in it is changed of: no editor keeps the HTML of others as it is. It is shown in a
 * tree of its own, where its looks do not meet ours.
 */
export const QuotedMail = Node.create<QuoteOptions>({
  name: 'quotedMail',
  group: 'block',
  atom: true,
  selectable: true,
  draggable: false,
  addOptions: () => ({
    texts: { quote: '', shorten: '', shortenHint: '', remove: '', failed: '' },
    load: () => Promise.reject(new Error('nothing to show')),
    onMailto: () => undefined,
    shorten: () => undefined,
  }),
  addAttributes: () => ({
    aggregateId: { default: '', parseHTML: (element: HTMLElement) => element.dataset['kontorQuote'] ?? '' },
    whole: { default: true, parseHTML: (element: HTMLElement) => element.hasAttribute('data-kontor-whole') },
    html: { default: '', parseHTML: (element: HTMLElement) => element.dataset['html'] ?? '' },
    /** The same without looks, for mails that are text. */
    text: { default: '', parseHTML: (element: HTMLElement) => element.dataset['text'] ?? '' },
    label: { default: '', parseHTML: () => '' },
  }),
  parseHTML: () => [{ tag: 'blockquote[data-kontor-quote]', priority: 100 }],
  renderHTML: ({ node }) => [
    'blockquote',
    {
      'data-kontor-quote': node.attrs['aggregateId'] as string,
      ...(node.attrs['whole'] === true ? { 'data-kontor-whole': '' } : {}),
      'data-html': node.attrs['html'] as string,
    },
  ],
  addNodeView() {
    const { texts, load, onMailto, shorten } = this.options;
    return ({ node, editor, getPos }) => {
      const dom = document.createElement('div');
      dom.className = 'written-quote';
      dom.contentEditable = 'false';
      const [aggregateId, html] = [node.attrs['aggregateId'] as string, node.attrs['html'] as string];
      const bar = document.createElement('div');
      bar.className = 'written-quote-bar';
      const fold = button('written-quote-fold', (node.attrs['label'] as string) || texts.quote);
      fold.setAttribute('aria-expanded', 'false');
      const cut = button('button written-quote-act', texts.shorten, texts.shortenHint);
      const remove = button('button written-quote-act', texts.remove);
      bar.append(fold, cut, remove);
      const host = document.createElement('div');
      host.hidden = true;
      dom.append(bar, host);
      let shown: Promise<DocumentFragment> | undefined;
      const content = (): Promise<DocumentFragment> => (shown ??= load(aggregateId, html));
      const position = (): number | undefined => getPos();
      fold.addEventListener('click', () => {
        host.hidden = !host.hidden;
        fold.setAttribute('aria-expanded', String(!host.hidden));
        if (host.shadowRoot !== null) return;
        const root = host.attachShadow({ mode: 'open' });
        const style = document.createElement('style');
        style.textContent = STYLE;
        const sheet = document.createElement('div');
        sheet.tabIndex = 0;
        root.append(style, sheet);
        takeMailtoLinks(root, onMailto);
        content().then(
          (fragment) => sheet.append(document.importNode(fragment, true)),
          () => (sheet.textContent = texts.failed),
        );
      });
      cut.addEventListener('click', () => {
        void content().then(
          (fragment) => {
            const at = position();
            if (at !== undefined) shorten(editor, at, node.nodeSize, document.importNode(fragment, true));
          },
          () => {
            host.hidden = true;
            fold.click();
          },
        );
      });
      remove.addEventListener('click', () => {
        const at = position();
        if (at !== undefined)
          editor
            .chain()
            .focus()
            .deleteRange({ from: at, to: at + node.nodeSize })
            .run();
      });
      return {
        dom,
        // Its buttons and its text are the browser's; the editor only has it as one thing.
        stopEvent: (event: Event) => event.type !== 'dragstart',
        ignoreMutation: () => true,
      };
    };
  },
});
