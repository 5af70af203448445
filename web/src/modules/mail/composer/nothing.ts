import { isUnwritten } from './editor/document.ts';
import { FIELDS } from './receivers/rules.ts';
import type { Writing } from './state.ts';

/** Whether nothing was written in a mail that answers none: no address, no subject, no word, no file. */
export const isNothing = ({ kind, answer, subject, doc, files, ...writing }: Writing): boolean =>
  kind === 'mail' &&
  answer === null &&
  subject.trim() === '' &&
  files.length === 0 &&
  FIELDS.every((field) => writing[field].length === 0) &&
  isUnwritten(doc);
