import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('all who start at once on an empty folder have the same key, and leave nothing else there', async () => {
  const path = join(folder, 'kontor.key');
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(path)));
  const sealed = all[0]?.seal('geheim', 'x') ?? '';
  expect(all.map((secrets) => secrets.open(sealed, 'x'))).toEqual(all.map(() => 'geheim'));
  expect(readdirSync(folder)).toEqual(['kontor.key']);
});
