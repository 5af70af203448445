import { expect, test } from 'vitest';
import { EMPTY } from '../../../editor/document.ts';
import { isNothing } from './nothing.ts';
import type { Writing } from './state.ts';

const NOTHING: Writing = {
  draftKey: 'a',
  kind: 'mail',
  draftId: null,
  version: null,
  draftName: '',
  isGlobal: false,
  subject: '',
  receiversTo: [],
  receiversCC: [],
  receiversBCC: [],
  doc: EMPTY,
  isPlain: false,
  senderAccountId: 1,
  signatureId: 2,
  templateId: null,
  answer: null,
  files: [],
  importance: 'normal',
  wantsDelivery: false,
};
const somebody = [{ receiver: 'paul@werft.example', receiverRealName: '' }];
const text = (words: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});
const signed = {
  type: 'doc',
  content: [{ type: 'paragraph' }, { type: 'signature', content: [{ type: 'paragraph' }] }],
};

test.each<[string, Partial<Writing>, boolean]>([
  ['nothing at all', {}, true],
  ['blanks', { subject: ' ', doc: text('  ') }, true],
  ['a signature alone', { doc: signed }, true],
  ['a subject', { subject: 'Plan' }, false],
  ['a word', { doc: text('Hallo') }, false],
  ['somebody to be sent to', { receiversTo: somebody }, false],
  ['somebody in blind copy', { receiversBCC: somebody }, false],
  ['an answer', { answer: { type: 'reply', aggregateId: 'x' } }, false],
  ['a template, which has a name', { kind: 'template', draftName: 'Gruß' }, false],
])('a mail with %s', (_, part, isNone) => {
  expect(isNothing({ ...NOTHING, ...part })).toBe(isNone);
});
