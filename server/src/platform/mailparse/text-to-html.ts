import { LIMITS } from './parsed-mail.ts';
import { NO_MARK } from './flowed.ts';
import { finishDocument } from './fold-quotes.ts';
import { escapeHtml } from './text.ts';

const LINK = /\b(?:https?:\/\/|mailto:)[^\s<>"'`]{1,2000}|\b[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}\b/gi;
const TRAILING = /[.,;:!?'"»”]+$/;
const ORIGINAL = /^-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Originalnachricht)\s*-{2,}\s*$/i;
const MAX_QUOTE_DEPTH = 20;

/** A plain text as HTML: line breaks kept, web and mail addresses linked, quotes folded, the signature marked. */
export function textToHtml(text: string): string {
  const lines = text.slice(0, LIMITS.body).replace(/\r\n?/g, '\n').split('\n');
  const original = lines.findIndex((line) => ORIGINAL.test(line));
  if (original === -1) return finishDocument(block(lines, 0));
  const quoted = `<blockquote>${block(lines.slice(original), 0)}</blockquote>`;
  return finishDocument(block(lines.slice(0, original), 0) + quoted);
}

/** Lines at one depth of quoting; runs of deeper lines become a quote of their own. */
function block(lines: readonly string[], depth: number): string {
  let html = '';
  let index = 0;
  while (index < lines.length) {
    const start = index;
    const quoted = isQuoted(lines[index]) && depth < MAX_QUOTE_DEPTH;
    while (index < lines.length && (isQuoted(lines[index]) && depth < MAX_QUOTE_DEPTH) === quoted) index += 1;
    const run = lines.slice(start, index);
    html += quoted
      ? `<blockquote>${block(
          run.map((line) => line.replace(/^\s?> ?/, '')),
          depth + 1,
        )}</blockquote>`
      : paragraphs(run, depth === 0);
  }
  return html;
}

const isQuoted = (line: string | undefined): boolean => line !== undefined && /^\s?>/.test(line);

function paragraphs(lines: readonly string[], top: boolean): string {
  const signature = top ? lines.findIndex((line) => line === '-- ') : -1;
  if (signature === -1) return plain(lines);
  return `${plain(lines.slice(0, signature))}<div data-kontor-signature="">${plain(lines.slice(signature))}</div>`;
}

const plain = (lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `<div style="white-space:pre-wrap">${linkify(lines.join('\n').replaceAll(`${NO_MARK}>`, '>'))}</div>`;

/** Escaped text with its addresses as links. */
export function linkify(text: string): string {
  let html = '';
  let last = 0;
  for (const match of text.matchAll(LINK)) {
    let shown = match[0].replace(TRAILING, '');
    // A closing bracket belongs to the sentence unless the address opened it.
    while (shown.endsWith(')') && shown.split('(').length < shown.split(')').length) shown = shown.slice(0, -1);
    const target = /^(https?:\/\/|mailto:)/i.test(shown) ? shown : `mailto:${shown}`;
    if (/^https?:/i.test(target) && !URL.canParse(target)) continue;
    html += escapeHtml(text.slice(last, match.index));
    html += `<a href="${escapeHtml(target)}" target="_blank" rel="noopener noreferrer">${escapeHtml(shown)}</a>`;
    last = match.index + shown.length;
  }
  return html + escapeHtml(text.slice(last));
}
