import { decodeText } from '../charset.ts';
import { startOfBody } from './content-key.ts';

const SCAFFOLD = /^(?:--\S.*|[\w-]{1,80}[ \t]*:.*(?:\r?\n[ \t]+.*)*)$/gm;
const FIELD = /^(?:[!-9;-~]+[ \t]*:|[ \t]|>?From )/;
const MAX_REST = 1024 * 1024;

/** The text of a mail that nobody took for one; where it has no body, what stands among its fields and is none. */
export function restOfBody(raw: Uint8Array): string {
  const start = startOfBody(raw);
  const body = decodeText(raw.subarray(start).subarray(0, MAX_REST)).replace(SCAFFOLD, '');
  if (body.trim() !== '') return body;
  const lines = decodeText(raw.subarray(0, Math.min(start, MAX_REST))).split(/\r?\n/);
  return lines.filter((line) => line !== '' && !FIELD.test(line)).join('\n');
}

/** The same for a mail with HTML that says nothing: of what stands beside that nothing is read that is letters of an encoding. */
export function restBesideHtml(raw: Uint8Array): string {
  const whole = Buffer.from(raw.subarray(0, MAX_REST)).toString('latin1');
  const isEncoded = (name: string): boolean =>
    new RegExp(`^content-transfer-encoding[ \\t]*:[ \\t]*"?${name}`, 'im').test(whole);
  let rest = restOfBody(raw);
  if (isEncoded('base64')) rest = rest.replace(/^[A-Za-z0-9+/]+={0,2}\s*$/gm, '');
  if (isEncoded('quoted-printable')) rest = rest.replace(/=(?:[0-9a-f]{2}|\r?$)/gim, '');
  return unseenText(rest);
}

/** What nobody reads, and what ends it. */
const UNREAD: readonly (readonly [begin: RegExp, end: string])[] = [
  [/<style\b/gi, '</style'],
  [/<script\b/gi, '</script'],
  [/<!--/g, '-->'],
];

/** HTML without what begins so and ends somewhere. What never ends is looked for once. */
function withoutUnread(html: string): string {
  let rest = html;
  for (const [begin, end] of UNREAD) {
    const lower = rest.toLowerCase();
    let kept = '';
    let from = 0;
    for (const { index } of rest.matchAll(begin)) {
      if (index < from) continue;
      const at = lower.indexOf(end, index);
      if (at === -1) break;
      kept += rest.slice(from, index);
      // What closes an element ends with its bracket.
      from = end === '-->' ? at + end.length : lower.indexOf('>', at) + 1 || rest.length;
    }
    rest = `${kept}${rest.slice(from)}`;
  }
  return rest;
}

/** What is written in HTML where no element shows it: titles, what fields hold, and what stands behind something that never ends. Tags are gone, entities not. */
export const unseenText = (html: string): string =>
  withoutUnread(html)
    .replace(/<[^<>]*>/g, (tag) => {
      const [, double, single] =
        /\s(?:value|alt|title|placeholder)\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag.slice(0, 2000)) ?? [];
      return ` ${double ?? single ?? ''} `;
    })
    .replace(/<!--|<(?=\/?[a-z])/gi, ' ')
    .replace(/[ \t]+/g, ' ');
