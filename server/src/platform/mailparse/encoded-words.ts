import { decodeAs, decodeText } from '../charset.ts';

/**
 * An encoded word of RFC 2047, as strictly as mailers keep to it: some leave question marks and blanks in it, and some cut off its end with that of
 * the line.
 */
const WORD =
  /=\?([^?\s]+)\?([QqBb])\?(?:((?:[^?=]|=(?!\?[^?\s]+\?[QqBb]\?)|\?(?!=))*)\?=|((?:[^?=\s<>"]|=(?!\?))+)\??(?=\s*(?:[<"]|$)))/g;
const GAP = /^[ \t\r\n]+$/;

interface Word {
  readonly charset: string;
  readonly encoding: string;
  readonly text: string;
}

/** Texts and words of a value in turn, without the gaps between words, which are no text. */
function tokensOf(value: string): (string | Word)[] {
  const tokens: (string | Word)[] = [];
  let at = 0;
  for (const match of value.matchAll(WORD)) {
    const [whole, charset = '', encoding = '', ended, cut = ''] = match;
    const text = ended ?? cut;
    const between = value.slice(at, match.index);
    if (between !== '' && !(typeof tokens.at(-1) === 'object' && GAP.test(between))) tokens.push(between);
    tokens.push({ charset: charset.replace(/\*.*$/, '').toLowerCase(), encoding: encoding.toUpperCase(), text });
    at = match.index + whole.length;
  }
  if (at < value.length) tokens.push(value.slice(at));
  return tokens;
}

const bytesOf = ({ encoding, text }: Word): Buffer =>
  encoding === 'B'
    ? Buffer.from(text.replace(/[^\w+/=-]+/g, ''), 'base64')
    : Buffer.concat(
        text
          .replace(/=\s+([0-9a-f])/gi, '=$1')
          .replace(/[_\s]/g, ' ')
          .split(/(=[0-9a-f]{2})/i)
          .map((part, index) => (index % 2 === 1 ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part))),
      );

/** Words that follow each other in one charset are one text, whose letters may be cut between them: bytes are joined, then read. */
function textOf(words: readonly Word[]): string {
  const [first] = words;
  if (first === undefined) return '';
  // Base64 that is cut without padding is one piece of base64.
  const isBase64 = words.every(({ encoding }) => encoding === 'B');
  const isCut = words.some(({ text }, index) => {
    return isBase64 && index < words.length - 1 && text.length % 4 !== 0 && !text.endsWith('=');
  });
  const joined = isCut
    ? bytesOf({ ...first, text: words.map(({ text }) => text).join('') })
    : Buffer.concat(words.map(bytesOf));
  if (first.charset.startsWith('iso-2022')) {
    // Its words begin and end in ASCII, and some readers take what stands between them for a fault.
    const apart = words.map((word) => decodeAs(bytesOf(word), word.charset));
    if (apart.every((text) => text !== undefined)) return apart.join('');
  }
  return decodeText(joined, first.charset);
}

/** Puts `write` of the text of each run of words in its place. */
function replaceWords(value: string, write: (text: string) => string): string {
  let result = '';
  let run: Word[] = [];
  let runs = '';
  const flushWords = (): void => {
    runs += textOf(run);
    run = [];
  };
  const flush = (): void => {
    flushWords();
    if (runs !== '') result += write(runs);
    runs = '';
  };
  for (const token of tokensOf(value)) {
    if (typeof token === 'string') {
      flush();
      result += token;
      continue;
    }
    const last = run.at(-1);
    if (last !== undefined && last.charset !== token.charset) flushWords();
    run.push(token);
  }
  flush();
  return result;
}

/** A header value with its encoded words read. */
export const decodeWords = (value: string): string =>
  value.includes('=?') ? replaceWords(value, (text) => text) : value;

/** The same value with each run of words as one word in UTF-8, which any reader reads alike. */
export const evenWords = (value: string): string =>
  value.includes('=?')
    ? replaceWords(value, (text) => `=?utf-8?B?${Buffer.from(text.toWellFormed()).toString('base64')}?=`)
    : value;
