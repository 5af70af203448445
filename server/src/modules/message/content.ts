import type { ParamsOf } from '@kontor/contract/kernel';
import { MAX_MENTIONS, type Addressee, type messageCommands } from '@kontor/contract/message';
import { cleanNote, escapeHtml } from '../../platform/html/index.ts';
import { fail } from '../../platform/operation/problem.ts';
import { isHtml } from './rules.ts';
import type { DraftRow } from './store/drafts.ts';

type Compose = ParamsOf<typeof messageCommands.composeSend>;

/** What is given of a draft. */
export interface DraftGiven extends Partial<Pick<Compose, 'isOpen' | 'seeEachOther' | 'confirm'>> {
  readonly messageContent: string;
  readonly addressee: readonly Addressee[];
}

/** What somebody has said, as it is kept. */
export interface Content {
  /** HTML as notes may have it, without pictures. */
  readonly html: string;
  /** Its words, as they are searched. */
  readonly words: string;
  /** People whom it names, each once. */
  readonly mentions: readonly number[];
  /** Records that it names, each once. */
  readonly records: readonly number[];
}

export const NO_CONTENT: Content = { html: '', words: '', mentions: [], records: [] };

/** Records of one text that are linked. */
const MAX_RECORDS = 50;
const RECORDS = /<span\b[^>]*\bdata-record="\d+-(\d+)"/g;

const PICTURES = /<img\b[^>]*>/gi;

/** Plain text as HTML: each line a paragraph. */
const fromPlain = (text: string): string =>
  text
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');

/** Cleans what somebody has written, HTML or plain text. Empty where nothing is left of it. */
export function contentOf(given: string): Content {
  if (given.trim() === '') return NO_CONTENT;
  const html = cleanNote(isHtml(given) ? given : fromPlain(given)).html.replace(PICTURES, '');
  const { text, mentions } = cleanNote(html);
  const records = new Set([...html.matchAll(RECORDS)].map(([, id]) => Number(id)));
  return { html, words: text, mentions, records: [...records].slice(0, MAX_RECORDS) };
}

/** What is written of a message, or of an answer in a thread, as its draft keeps it. */
export const draftOf = ({
  messageContent,
  addressee,
  isOpen = false,
  seeEachOther = false,
  confirm = false,
}: DraftGiven): DraftRow => ({
  content: contentOf(messageContent).html,
  addressee,
  is_open: isOpen,
  see_each_other: seeEachOther,
  confirm,
});

/** The same for what is sent. Fails with PARAMETERS_INVALID where it says nothing and has no files, or names too many people. */
export function contentToSend(given: string, files: readonly unknown[] = []): Content {
  const content = contentOf(given);
  const refuse = (message: string) => fail('PARAMETERS_INVALID', { errors: [{ path: 'messageContent', message }] });
  if (content.words === '' && files.length === 0) refuse('TEXT_EMPTY');
  if (content.mentions.length > MAX_MENTIONS) refuse(`At most ${MAX_MENTIONS} people can be mentioned`);
  return content;
}
