import { Node, type Extensions } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { schemaExtensions } from '../extensions.ts';
import { opening, RECORD_KEY, type OpenRecord } from './record-opening.ts';

/** A person who is mentioned, as one thing among the words. */
const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
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
}

/** What the schema of texts is made of that stay inside the company. */
export const noteExtensions = ({
  taskLabel = (text) => text,
  openRecord = () => undefined,
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
  Mention,
  RecordName.configure({ open: openRecord }),
];
