import { nodesOf, type WrittenNode } from '../../../editor/document.ts';
import { fieldsOf } from './editor/document.ts';
import type { Oddity } from './receivers/rules.ts';
import { filesOf, type Writing } from './state.ts';

/** Words that say that something is attached, and those that take it back. */
const NAMES_FILE =
  /\b(anbei|beiliegend\w*|im anhang|als anhang|angehängt\w*|beigefügt\w*|anliegend\w*|hänge\b.{0,40}\ban\b|attached|enclosed|attachments?)\b/iu;
const NAMES_NONE = /\b(ohne anhang|kein(en)? anhang|no attachments?|without (an )?attachments?|nothing attached)\b/iu;

const ownText = (doc: WrittenNode): string =>
  [...nodesOf(doc, ['quotedMail', 'signature', 'blockquote'])]
    .map(({ text, type }) => text ?? (type === 'paragraph' || type === 'hardBreak' ? '\n' : ''))
    .join('');

/** Whether the text speaks of a file that is not there. */
export function forgetsFile(writing: Pick<Writing, 'doc' | 'files' | 'isPlain' | 'subject'>): boolean {
  if (filesOf(writing).some(({ isInline }) => !isInline)) return false;
  return ownText(writing.doc)
    .split(/[.!?\n]/)
    .some((sentence) => NAMES_FILE.test(sentence) && !NAMES_NONE.test(sentence));
}

/** What a person should look at before a mail goes. */
export type Odd =
  | { readonly kind: 'file' }
  | { readonly kind: 'subject' }
  | { readonly kind: 'text' }
  | { readonly kind: 'many'; readonly count: number }
  | {
      readonly kind: 'receiver';
      readonly address: string;
      readonly oddity: Exclude<Oddity, { kind: 'invalid' | 'twice' }>;
    }
  | { readonly kind: 'field'; readonly name: string };

const MANY = 10;

export function oddOf(
  writing: Writing,
  given: {
    readonly asksForFile: boolean;
    readonly asksBeforeAll: boolean;
    readonly receivers: readonly { readonly address: string; readonly oddity: Oddity }[];
  },
): readonly Odd[] {
  const count = writing.receiversTo.length + writing.receiversCC.length;
  const isEmpty = !writing.isPlain && ownText(writing.doc).trim() === '' && filesOf(writing).length === 0;
  return [
    ...(writing.subject.trim() === '' ? [{ kind: 'subject' } as const] : []),
    ...(isEmpty && writing.answer?.type !== 'forward' && writing.answer?.type !== 'forwardAsAttachment'
      ? [{ kind: 'text' } as const]
      : []),
    ...(given.asksForFile && forgetsFile(writing) ? [{ kind: 'file' } as const] : []),
    ...(given.asksBeforeAll && writing.answer?.type === 'replyAll' && count > MANY
      ? [{ kind: 'many', count } as const]
      : []),
    ...fieldsOf(writing.doc).map((name) => ({ kind: 'field', name }) as const),
    ...given.receivers.flatMap(({ address, oddity }) =>
      oddity.kind === 'invalid' || oddity.kind === 'twice' ? [] : [{ kind: 'receiver', address, oddity } as const],
    ),
  ];
}
