import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { DataParser } from './data-parser.ts';
import { dataOf } from './testing/smtp-peer.ts';

/** What comes out of the data of one mail that is sent in pieces, and the commands after it. */
async function parse(pieces: readonly Buffer[]): Promise<{ mail: string; commands: string[] }> {
  const parser = new DataParser({}, { onFlood: () => {}, onBareLineFeed: () => {} });
  const commands: string[] = [];
  let mail: Promise<string> | undefined;
  parser.oncommand = (command, next) => {
    if (command.toString() !== 'DATA') {
      commands.push(command.toString());
      next?.();
      return;
    }
    const stream = parser.startDataMode(1_000_000).setEncoding('latin1');
    mail = text(stream).then((whole) => {
      parser.continue();
      return whole;
    });
    next?.();
  };
  for (const piece of pieces) await new Promise((resolve) => parser.write(piece, resolve));
  await new Promise<void>((resolve) => parser.end(resolve));
  return { mail: (await mail) ?? '', commands };
}

const HARD = [
  '.a\r\n..b\r\n\r\n.\r\n\n..c\r.d\r\n...\r\r\n.\re\r\n\r\n\r\n',
  '',
  '\r\n',
  '.\r\n',
  '..\r\n..\r\n',
  '\r\r\n\n.\n.\r\n',
  'x'.repeat(50),
];

test.each(HARD)('%j is the same however its bytes are cut on the way', async (raw) => {
  const sent = Buffer.concat([Buffer.from('DATA\r\n'), dataOf(Buffer.from(raw)), Buffer.from('NOOP\r\n')]);
  const expected = { mail: raw === '' || raw.endsWith('\r\n') ? raw : `${raw}\r\n`, commands: ['NOOP'] };
  for (let size = 1; size <= 9; size += 1) {
    const pieces = Array.from({ length: Math.ceil(sent.length / size) }, (_, at) =>
      sent.subarray(at * size, (at + 1) * size),
    );
    expect([size, await parse(pieces)]).toEqual([size, expected]);
  }
  for (let at = 1; at < sent.length; at += 1) {
    expect([at, await parse([sent.subarray(0, at), sent.subarray(at)])]).toEqual([at, expected]);
  }
});

test('a mail of nothing but dots takes no longer than another', async () => {
  const raw = Buffer.from('..\r\n'.repeat(200_000));
  const began = performance.now();
  const { mail } = await parse([Buffer.from('DATA\r\n'), dataOf(raw)]);
  expect(mail.length).toBe(raw.length);
  // The library's own way takes a turn of the event loop for each line: many seconds.
  expect(performance.now() - began).toBeLessThan(5000);
});
