import { deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deflate, inflateBase64 } from './codec.ts';

const texts = [
  '',
  '{}',
  'Grüße aus Lüneburg 🚢',
  JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ id, text: `Eintrag ${id}` }))),
];

test.each(texts)('what is deflated here inflates elsewhere, and back', async (text) => {
  const deflated = Buffer.from(await (await deflate(text)).arrayBuffer());
  expect(inflateSync(deflated).toString()).toBe(text);
  expect(await inflateBase64(deflateSync(text).toString('base64'))).toBe(text);
});

test.each(['%%%', Buffer.from('not deflated').toString('base64')])('refuses %s', async (text) => {
  await expect(inflateBase64(text)).rejects.toBeDefined();
});
