import type { Random } from './random.ts';
import { collected, naughty } from './seeds.ts';

type Mutation = (raw: Buffer, random: Random) => Buffer;

/** A place in a mail and some bytes after it. */
function range(raw: Buffer, random: Random, most = 400): readonly [from: number, to: number] {
  const from = random.below(raw.length + 1);
  return [from, Math.min(raw.length, from + 1 + random.below(most))];
}
const replaced = (raw: Buffer, [from, to]: readonly [number, number], by: Uint8Array): Buffer =>
  Buffer.concat([raw.subarray(0, from), by, raw.subarray(to)]);
const inserted = (raw: Buffer, random: Random, by: Uint8Array): Buffer => {
  const at = random.below(raw.length + 1);
  return replaced(raw, [at, at], by);
};
/** Changes a mail as text, each byte a character. */
const asText =
  (change: (text: string, random: Random) => string): Mutation =>
  (raw, random) =>
    Buffer.from(change(raw.toString('latin1'), random), 'latin1');

const HEADERS = [
  'Subject',
  'From',
  'To',
  'Cc',
  'Reply-To',
  'Date',
  'Message-ID',
  'References',
  'Content-Type',
  'Content-Disposition',
  'Content-Transfer-Encoding',
  'X-Odd',
];
const ENCODINGS = ['base64', 'quoted-printable', '7bit', '8bit', 'binary', 'x-uuencode', '', 'BASE64 (no)'];
const CHARSETS = [
  'utf-8',
  'utf-16',
  'utf-7',
  'iso-2022-jp',
  'gb18030',
  'x-unknown',
  'windows-1252',
  'us-ascii',
  '"',
  'utf-8\0',
];
const MAKERS = [
  '\0',
  '\r',
  '\n',
  '\r\r\n',
  '\n.\n',
  '\r\n.\r\n',
  '\r\n..\r\n',
  '\x1a',
  '\x1b[2J',
  '\xff\xfe',
  '\ufeff',
  '--',
  '\u202e',
  '=?utf-8?B?////?=',
  '=\r\n',
  'From ',
  '\r\n\r\n',
  '\ud800',
];

const mutations: readonly Mutation[] = [
  (raw, random) => {
    const copy = Buffer.from(raw);
    for (let times = random.below(30) + 1; times > 0 && copy.length > 0; times -= 1)
      copy[random.below(copy.length)] = random.below(256);
    return copy;
  },
  (raw, random) => inserted(raw, random, random.bytes(random.below(200))),
  (raw, random) => inserted(raw, random, Buffer.from(random.of(naughty))),
  (raw, random) => inserted(raw, random, Buffer.from(random.of(MAKERS), 'utf8')),
  (raw, random) => replaced(raw, range(raw, random), Buffer.alloc(0)),
  (raw, random) => raw.subarray(0, random.below(raw.length + 1)),
  (raw, random) => raw.subarray(random.below(raw.length + 1)),
  (raw, random) => {
    const [from, to] = range(raw, random);
    return inserted(
      raw,
      random,
      Buffer.concat(Array.from({ length: random.below(50) + 1 }, () => raw.subarray(from, to))),
    );
  },
  (raw, random) => {
    const other = random.of(collected);
    return replaced(raw, range(raw, random, 5000), other.subarray(...range(other, random, 5000)));
  },
  (raw, random) => Buffer.concat([raw, random.of(collected)]),
  asText((text) => text.replace(/\r?\n/g, '\n')),
  asText((text) => text.replace(/\r?\n/g, '\r')),
  asText((text, random) => text.replace(/\r?\n/g, () => random.of(['\r\n', '\n', '\r', '\n\r']))),
  asText((text, random) => {
    const boundary = /boundary="?([^"\s;]+)/i.exec(text)?.[1];
    return boundary === undefined
      ? text
      : text.replaceAll(boundary, random.of(['', ' ', '-', boundary.slice(1), `${boundary}${boundary}`]));
  }),
  asText((text, random) => text.replace(/(content-transfer-encoding:)[^\r\n]*/gi, `$1 ${random.of(ENCODINGS)}`)),
  asText((text, random) => text.replace(/charset="?[^"\s;]+"?/gi, `charset=${random.of(CHARSETS)}`)),
  (raw, random) => {
    const value = random.of([
      random.of(naughty),
      random.bytes(50).toString('latin1'),
      'x'.repeat(random.below(70_000)),
      '',
    ]);
    return Buffer.concat([Buffer.from(`${random.of(HEADERS)}: ${value}\r\n`), raw]);
  },
  (raw, random) => {
    const type = random.of([
      'message/rfc822',
      'multipart/mixed; boundary=x',
      'multipart/alternative',
      'message/partial',
      'text/html',
      'text/calendar',
      'application/ms-tnef',
    ]);
    return Buffer.concat([Buffer.from(`Subject: wrapped\r\nContent-Type: ${type}\r\n\r\n`), raw]);
  },
];

/** The mail of a number: one of those collected, or nothing at all, changed in one to four ways. */
export function mutated(random: Random, number: number): Buffer {
  let raw = random.below(60) === 0 ? Buffer.alloc(0) : random.of(collected);
  for (let times = random.below(4) + 1; times > 0; times -= 1) raw = random.of(mutations)(raw, random);
  // Most bear a mark of their own: else those that differ in nothing that counts would be one mail.
  return random.below(10) === 0 ? raw : Buffer.concat([Buffer.from(`Message-ID: <${number}@fuzz.example>\r\n`), raw]);
}
