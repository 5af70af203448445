import { Node, mergeAttributes, type Extensions } from '@tiptap/core';
import { schemaExtensions } from '../../../../editor/extensions.ts';

/** A placeholder, as one thing among the words. */
const Field = Node.create({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    name: { default: '', parseHTML: (element: HTMLElement) => element.dataset['kontorField'] ?? '' },
    label: { default: '', parseHTML: (element: HTMLElement) => element.textContent },
  }),
  parseHTML: () => [{ tag: 'span[data-kontor-field]', priority: 100 }],
  renderHTML: ({ node }) => [
    'span',
    { class: 'written-field', 'data-kontor-field': node.attrs['name'] as string },
    (node.attrs['label'] || node.attrs['name']) as string,
  ],
});

/** The signature, so that another one can take its place. */
const Signature = Node.create({
  name: 'signature',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    signatureId: { default: 0, parseHTML: (element: HTMLElement) => Number(element.dataset['kontorSignature']) || 0 },
  }),
  parseHTML: () => [{ tag: 'div[data-kontor-signature]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { class: 'written-signature' }), 0],
});

/** What the schema of mails is made of; the quoted mail comes with how it is shown. */
export const mailExtensions = (): Extensions => [...schemaExtensions(['signature', 'quotedMail']), Field, Signature];
