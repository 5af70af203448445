import type { Chance } from './chance.ts';
import { collected, naughty } from './seeds.ts';

type Mutation = (raw: Buffer, chance: Chance) => Buffer;

/** A place in a mail and some bytes after it. */
function range(raw: Buffer, chance: Chance, most = 400): readonly [from: number, to: number] {
  const from = chance.below(raw.length + 1);
  return [from, Math.min(raw.length, from + 1 + chance.below(most))];
}
const replaced = (raw: Buffer, [from, to]: readonly [number, number], by: Uint8Array): Buffer =>
  Buffer.concat([raw.subarray(0, from), by, raw.subarray(to)]);
const inserted = (raw: Buffer, chance: Chance, by: Uint8Array): Buffer => {
  const at = chance.below(raw.length + 1);
  return replaced(raw, [at, at], by);
};
/** Changes a mail as text, each byte a character. */
const asText =
  (change: (text: string, chance: Chance) => string): Mutation =>
  (raw, chance) =>
    Buffer.from(change(raw.toString('latin1'), chance), 'latin1');

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
  (raw, chance) => {
    const copy = Buffer.from(raw);
    for (let times = chance.below(30) + 1; times > 0 && copy.length > 0; times -= 1)
      copy[chance.below(copy.length)] = chance.below(256);
    return copy;
  },
  (raw, chance) => inserted(raw, chance, chance.bytes(chance.below(200))),
  (raw, chance) => inserted(raw, chance, Buffer.from(chance.of(naughty))),
  (raw, chance) => inserted(raw, chance, Buffer.from(chance.of(MAKERS), 'utf8')),
  (raw, chance) => replaced(raw, range(raw, chance), Buffer.alloc(0)),
  (raw, chance) => raw.subarray(0, chance.below(raw.length + 1)),
  (raw, chance) => raw.subarray(chance.below(raw.length + 1)),
  (raw, chance) => {
    const [from, to] = range(raw, chance);
    return inserted(
      raw,
      chance,
      Buffer.concat(Array.from({ length: chance.below(50) + 1 }, () => raw.subarray(from, to))),
    );
  },
  (raw, chance) => {
    const other = chance.of(collected);
    return replaced(raw, range(raw, chance, 5000), other.subarray(...range(other, chance, 5000)));
  },
  (raw, chance) => Buffer.concat([raw, chance.of(collected)]),
  asText((text) => text.replace(/\r?\n/g, '\n')),
  asText((text) => text.replace(/\r?\n/g, '\r')),
  asText((text, chance) => text.replace(/\r?\n/g, () => chance.of(['\r\n', '\n', '\r', '\n\r']))),
  asText((text, chance) => {
    const boundary = /boundary="?([^"\s;]+)/i.exec(text)?.[1];
    return boundary === undefined
      ? text
      : text.replaceAll(boundary, chance.of(['', ' ', '-', boundary.slice(1), `${boundary}${boundary}`]));
  }),
  asText((text, chance) => text.replace(/(content-transfer-encoding:)[^\r\n]*/gi, `$1 ${chance.of(ENCODINGS)}`)),
  asText((text, chance) => text.replace(/charset="?[^"\s;]+"?/gi, `charset=${chance.of(CHARSETS)}`)),
  (raw, chance) => {
    const value = chance.of([
      chance.of(naughty),
      chance.bytes(50).toString('latin1'),
      'x'.repeat(chance.below(70_000)),
      '',
    ]);
    return Buffer.concat([Buffer.from(`${chance.of(HEADERS)}: ${value}\r\n`), raw]);
  },
  (raw, chance) => {
    const type = chance.of([
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
export function mutated(chance: Chance, number: number): Buffer {
  let raw = chance.below(60) === 0 ? Buffer.alloc(0) : chance.of(collected);
  for (let times = chance.below(4) + 1; times > 0; times -= 1) raw = chance.of(mutations)(raw, chance);
  // Most bear a mark of their own: else those that differ in nothing that counts would be one mail.
  return chance.below(10) === 0 ? raw : Buffer.concat([Buffer.from(`Message-ID: <${number}@fuzz.example>\r\n`), raw]);
}
