import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HEADER_BYTES, readHeaders } from './headers.ts';

const read = (text: string, encoding: BufferEncoding = 'utf8') => readHeaders(Buffer.from(text, encoding), true);

it('unfolds and decodes, and keeps names, order and doubles', () => {
  expect(
    read(
      'Received: from a\r\n\tby b;\r\n  later\r\nreceived: again\r\nSubject: =?utf-8?q?M=C3=BC?=\r\n =?utf-8?q?ller?=\r\nX-Empty:\r\nno field\r\n\r\nBody: no',
    ),
  ).toEqual({
    headers: [
      { name: 'Received', value: 'from a by b; later' },
      { name: 'received', value: 'again' },
      { name: 'Subject', value: 'Müller' },
      { name: 'X-Empty', value: '' },
      { name: '', value: 'no field' },
    ],
    truncated: false,
  });
});

it.each([
  ['Subject: Grüße', 'utf8', 'Grüße'],
  ['Subject: Gr\u00fc\u00dfe', 'latin1', 'Grüße'],
  ['Subject: =?nonsense?q?x?=', 'utf8', expect.any(String)],
  ['Subject: a\0b', 'utf8', 'ab'],
] as const)('%j in %s', (text, encoding, value) => {
  expect(read(text, encoding).headers).toEqual([{ name: 'Subject', value }]);
});

it('ends at a thousand fields and at 256 kB, and says so', () => {
  const many = read('A: b\n'.repeat(1500));
  expect([many.headers.length, many.truncated]).toEqual([1000, true]);
  const long = read(`A: ${'x'.repeat(HEADER_BYTES * 2)}\n\nbody`);
  expect(long.truncated).toBe(true);
  expect(long.headers[0]?.value.length).toBeLessThan(HEADER_BYTES);
  expect(readHeaders(Buffer.from('A: b'), false).truncated).toBe(true);
  expect(readHeaders(Buffer.from('A: b\n\nbody'), false).truncated).toBe(false);
});

it('is quick with what is made to be slow', () => {
  const began = performance.now();
  for (const text of [
    `A: ${'=?utf-8?q?'.repeat(20_000)}`,
    `A: ${'=?utf-8?b?'.repeat(1500)}`,
    `A: ${'=?utf-8?q?x?= '.repeat(1100)}`,
    'A:\n'.repeat(80_000),
    ' x\n'.repeat(80_000),
    ':'.repeat(250_000),
    `${'A'.repeat(250_000)}:`,
  ])
    read(text);
  expect(performance.now() - began).toBeLessThan(3000);
});

it('reads anything', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const { name, value } of readHeaders(bytes, true).headers) {
        expect(name + value).not.toContain('\0');
        expect((name + value).isWellFormed()).toBe(true);
      }
    }),
  );
});
