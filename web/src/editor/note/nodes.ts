import { Node, type Extensions } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { schemaExtensions } from '../extensions.ts';

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

/** What the schema of texts is made of that stay in the house. `taskLabel`: what the box of a point is called that says `text`. */
export const noteExtensions = (taskLabel: (text: string) => string = (text) => text): Extensions => [
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
];
