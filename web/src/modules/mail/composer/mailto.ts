import type { ReceiverInput } from '@kontor/contract/mail';
import { parseReceivers, withReceivers } from './receivers/parse.ts';

/** What a `mailto:` link asks for, by RFC 6068. What it may not ask for, as a file, is left out. */
export interface Mailto {
  readonly receiversTo: readonly ReceiverInput[];
  readonly receiversCC: readonly ReceiverInput[];
  readonly receiversBCC: readonly ReceiverInput[];
  readonly subject: string;
  readonly body: string;
}

/** Most signs of a link that is looked at. */
const MOST = 50_000;

/** A plus is a plus there, and what is no encoding stays as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run;
      }
    });
  }
}

/** One line, as heads are: whoever makes a link cannot add lines to them. */
const lineOf = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
/** Commas part addresses before they are decoded: one within an address is encoded. */
const addressesOf = (text: string): readonly ReceiverInput[] =>
  text
    .split(',')
    .map((one) => lineOf(decoded(one)))
    .flatMap((one) => (one === '' ? [] : parseReceivers(one.includes(',') && !one.includes('<') ? `<${one}>` : one)));

/** What a link asks for; undefined where it is no `mailto:` link. */
export function parseMailto(link: string): Mailto | undefined {
  const [, path = '', query = ''] = /^\s*mailto:([^?#]*)(?:\?([^#]*))?/i.exec(link.slice(0, MOST)) ?? [undefined];
  if (!/^\s*mailto:/i.test(link)) return undefined;
  const fields = query
    .replaceAll('&amp;', '&')
    .split('&')
    .flatMap((part) => {
      const at = part.indexOf('=');
      return at < 1 ? [] : [[decoded(part.slice(0, at)).trim().toLowerCase(), part.slice(at + 1)] as const];
    });
  const all = (name: string): readonly string[] => fields.flatMap(([key, value]) => (key === name ? [value] : []));
  const people = (first: string, name: string): readonly ReceiverInput[] =>
    [first, ...all(name)].reduce<readonly ReceiverInput[]>(
      (known, text) => withReceivers(known, addressesOf(text)),
      [],
    );
  return {
    receiversTo: people(path, 'to'),
    receiversCC: people('', 'cc'),
    receiversBCC: people('', 'bcc'),
    subject: lineOf(decoded(all('subject')[0] ?? '')),
    body: all('body')
      .map((text) => decoded(text).replace(/\r\n?/g, '\n'))
      .join('\n'),
  };
}
