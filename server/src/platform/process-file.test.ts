import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { PROCESS_ENTRIES, areBuilt, processFile, stampsOf } from './process-file.ts';

test('each entry has a file to start it by: what was built where that is of the sources as they are', () => {
  const files = PROCESS_ENTRIES.map((path) => processFile(dirname(path), basename(path, '.ts')));
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  expect(files.every((path) => path.endsWith(areBuilt() ? '.js' : '.ts'))).toBe(true);
});

test('a source that changed is another one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  try {
    const source = join(folder, 'source.ts');
    writeFileSync(source, 'const one = 1;');
    const before = stampsOf([source]);
    expect(stampsOf([source])).toBe(before);
    writeFileSync(source, 'const one = 10;');
    expect(stampsOf([source])).not.toBe(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
