import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFECTS } from '../preload/defects.ts';

const ROOT = join(import.meta.dirname, '../../..');
const sources = execFileSync('git', ['ls-files', 'server/src', 'web/src'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');

// The runs that must find them take half a minute each, and are not made each time.
test.each(Object.entries(DEFECTS))('%s finds what it breaks', (_, { file, from }) => {
  const found = sources.filter((source) => `/${source}`.endsWith(file));
  expect(found).toHaveLength(1);
  expect(readFileSync(join(ROOT, found[0] ?? ''), 'utf8')).toContain(from);
});
