import { isUtf8 } from 'node:buffer';
import { decodeText } from '../charset.ts';

/** A piece of a parameter's value (RFC 2231): its name, its number, whether it is in percents, and what it says. */
const PIECE = /;\s*([\w-]{1,40})\*(?:(\d{1,3})(\*)?)?\s*=\s*("[^"]*"|[^;\s"]*)/g;

/** Longer fields are read as they are: no name is that long. */
const MAX_MENDED = 20_000;

interface Piece {
  readonly order: number;
  readonly isEncoded: boolean;
  readonly value: string;
}

const unquoted = (value: string): string => value.replace(/^"|"$/g, '');

const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/**
 * A field whose parameters in percents are UTF-8, whatever they were said to be: the library would replace each letter that is none. A field that
 * is all right stays as it is.
 */
export function mendParameters(field: string): string {
  if (field.length > MAX_MENDED || !/%[89a-f][0-9a-f]/i.test(field)) return field;
  const pieces = Map.groupBy(field.matchAll(PIECE), ([, name = '']) => name.toLowerCase());
  let mended = field;
  for (const [name, found] of pieces) {
    const parts: Piece[] = found.map(([, , order, star, value = '']) => ({
      order: Number(order ?? 0),
      isEncoded: order === undefined || star !== undefined,
      value: unquoted(value),
    }));
    const [first, ...rest] = parts.toSorted((a, b) => a.order - b.order);
    if (first === undefined) continue;
    const [, charset = '', text = ''] = /^([^']*)'[^']*'(.*)$/s.exec(first.value) ?? [undefined, '', first.value];
    const all = [{ ...first, value: text }, ...rest];
    const bytes = Buffer.concat(all.map(({ isEncoded, value }) => (isEncoded ? bytesOf(value) : Buffer.from(value))));
    if (isUtf8(bytes) || !/^(?:utf-?8|us-ascii|)$/i.test(charset)) continue;
    const written = `; ${name}*=utf-8''${encodeURIComponent(decodeText(bytes, charset))}`;
    for (const [index, [whole]] of found.entries()) mended = mended.replace(whole, () => (index === 0 ? written : ''));
  }
  return mended;
}
