import { Node, type Extensions } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { schemaExtensions } from '../extensions.ts';
import { opening, RECORD_KEY, type OpenRecord } from './record-opening.ts';

/** Has something drawn in an element behind the name of a person. Returns the function that ends it. */
export type AtMention = (host: HTMLElement, userId: number) => () => void;

/** A person who is mentioned, as one thing among the words. */
const Mention = Node.create<{ readonly at: AtMention | undefined }>({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ at: undefined }),
  addAttributes: () => ({
    userId: { default: 0, parseHTML: (element: HTMLElement) => Number(element.dataset['mention']) || 0 },
    label: { default: '', parseHTML: (element: HTMLElement) => element.textContent.replace(/^@/, '') },
  }),
  parseHTML: () => [{ tag: 'span[data-mention]', priority: 100 }],
  renderHTML: ({ node }) => [
    'span',
    { class: 'written-mention', 'data-mention': String(node.attrs['userId']) },
    `@${String(node.attrs['label'])}`,
  ],
  renderText: ({ node }) => `@${String(node.attrs['label'])}`,
  // What is drawn behind the name is no part of what is written: it is neither copied nor kept.
  addNodeView() {
    const { at } = this.options;
    if (at === undefined) return null;
    return ({ node }) => {
      const [dom, host] = [document.createElement('span'), document.createElement('span')];
      dom.className = 'written-mention';
      dom.dataset['mention'] = String(node.attrs['userId']);
      dom.append(`@${String(node.attrs['label'])}`, host);
      return { dom, destroy: at(host, Number(node.attrs['userId'])) };
    };
  },
});

/** A record, as one thing among the words that leads to it. */
const RecordName = Node.create<{ readonly open: OpenRecord }>({
  name: 'record',
  // Enter opens it before it does anything else.
  priority: 1000,
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ open: () => undefined }),
  addAttributes: () => ({
    key: { default: '', parseHTML: (element: HTMLElement) => element.dataset['record'] ?? '' },
    label: { default: '', parseHTML: (element: HTMLElement) => element.textContent.replace(/^#/, '') },
  }),
  parseHTML: () => [
    {
      tag: 'span[data-record]',
      priority: 100,
      getAttrs: (element) => (RECORD_KEY.test(element.dataset['record'] ?? '') ? {} : false),
    },
  ],
  renderHTML: ({ node }) => [
    'span',
    { class: 'written-record', 'data-record': String(node.attrs['key']) },
    `#${String(node.attrs['label'])}`,
  ],
  renderText: ({ node }) => `#${String(node.attrs['label'])}`,
  addProseMirrorPlugins() {
    return [opening(this.editor, this.options.open)];
  },
});

interface Options {
  /** What the box of a point is called that says `text`. */
  readonly taskLabel?: (text: string) => string;
  readonly openRecord?: OpenRecord;
  readonly atMention?: AtMention;
}

/** What the schema of texts is made of that stay inside the company. */
export const noteExtensions = ({
  taskLabel = (text) => text,
  openRecord = () => undefined,
  atMention,
}: Options = {}): Extensions => [
  ...schemaExtensions(),
  TaskList.extend({
    // Its own key is that of quotes here.
    addKeyboardShortcuts() {
      return { 'Mod-Shift-6': () => this.editor.commands.toggleTaskList() };
    },
  }),
  TaskItem.extend({
    addKeyboardShortcuts() {
      return {
        ...this.parent?.(),
        'Mod-Shift-Enter': () =>
          this.editor.isActive('taskItem') &&
          this.editor.commands.updateAttributes('taskItem', {
            checked: this.editor.getAttributes('taskItem')['checked'] !== true,
          }),
      };
    },
  }).configure({ nested: true, a11y: { checkboxLabel: (node) => taskLabel(node.firstChild?.textContent ?? '') } }),
  Mention.configure({ at: atMention }),
  RecordName.configure({ open: openRecord }),
];
