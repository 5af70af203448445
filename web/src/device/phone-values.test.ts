import { expect, test } from 'vitest';
import { takeFiles } from './phone-values.ts';

test('a page that says that a file is not there is not taken for the file', async () => {
  const given = ['da.txt', 'weg.pdf'].map((name) => ({ uri: `file:///shared/${name}`, name, mimeType: 'text/plain' }));
  const { files, unread } = await takeFiles(given, async (uri) =>
    uri.endsWith('weg.pdf') ? new Response('Not found', { status: 404 }) : new Response('Inhalt'),
  );
  expect(files.map(({ name, size }) => [name, size])).toEqual([['da.txt', 6]]);
  expect(unread).toEqual(['weg.pdf']);
});
