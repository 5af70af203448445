import { MAX_MENTIONS } from '@kontor/contract/message';
import { cleanNote, escapeHtml } from '../../platform/html/index.ts';
import { fail } from '../../platform/operation/problem.ts';
import { isHtml } from './rules.ts';

/** What somebody has said, as it is kept. */
export interface Content {
  /** HTML as notes may have it, without pictures. */
  readonly html: string;
  /** Its words, as they are searched. */
  readonly words: string;
  /** People whom it names, each once. */
  readonly mentions: readonly number[];
}

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
  if (given.trim() === '') return { html: '', words: '', mentions: [] };
  const { html } = cleanNote(isHtml(given) ? given : fromPlain(given));
  const { text, mentions } = cleanNote(html.replace(PICTURES, ''));
  return { html: html.replace(PICTURES, ''), words: text, mentions };
}

/** The same for what is sent. Fails with PARAMETERS_INVALID where it says nothing, or names too many people. */
export function contentToSend(given: string): Content {
  const content = contentOf(given);
  const refuse = (message: string) => fail('PARAMETERS_INVALID', { errors: [{ path: 'messageContent', message }] });
  if (content.words === '') refuse('TEXT_EMPTY');
  if (content.mentions.length > MAX_MENTIONS) refuse(`At most ${MAX_MENTIONS} people can be mentioned`);
  return content;
}
