import { expect, test } from 'vitest';
import { keepShared, takeKept } from './shared.ts';

const DAY_MS = 86_400_000;

function shareOf(fields: readonly (readonly [string, string | File])[]): Request {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return new Request('/share', { method: 'POST', body });
}

test('what other apps share with the installed app is kept until a page takes it, once, by safe names', async () => {
  const file = (name: string, text: string): File => new File([text], name, { type: 'text/plain' });
  const answer = await keepShared(
    shareOf([
      ['title', 'Messe'],
      ['text', ' Siehe unten '],
      ['url', 'https://example.com'],
      ['files', file('brief.txt', 'eins')],
      ['files', file('brief.txt', 'zwei')],
      ['files', file('leer.txt', '')],
    ]),
    1000,
  );
  expect([answer.status, new URL(answer.headers.get('location') ?? '').pathname]).toEqual([303, '/']);
  const shared = await takeKept(2000);
  expect(shared).toMatchObject({ title: 'Messe', texts: ['Siehe unten', 'https://example.com'], unread: [] });
  const files = await Promise.all((shared?.files ?? []).map(async (one) => [one.name, one.type, await one.text()]));
  expect(files).toEqual([
    ['brief.txt', 'text/plain', 'eins'],
    ['brief (2).txt', 'text/plain', 'zwei'],
  ]);
  expect(await takeKept(2000)).toBeUndefined();
});

test('what is too much is named, and what nobody took for a day is forgotten', async () => {
  const many = Array.from({ length: 22 }, (_, at) => ['files', new File(['x'], `${at}.txt`)] as const);
  await keepShared(shareOf(many), 1000);
  const shared = await takeKept(1000);
  expect([shared?.files.length, shared?.unread]).toEqual([20, ['20.txt', '21.txt']]);
  await keepShared(shareOf([['text', 'alt']]), 1000);
  expect(await takeKept(1001 + DAY_MS)).toBeUndefined();
});
