import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { linksIn, pathsIn } from './doc-paths.mjs';
import { root } from './run.mjs';

test.each([
  ['see `server/src/app.ts` and `web/tools/`, `docs/map.md:12`', ['server/src/app.ts', 'web/tools', 'docs/map.md']],
  ['`server/src/modules/<m>/store.ts`, `contract/…/index.ts`, `store.ts`, web/src', []],
  ['```\nnode `tools/none.mjs`\n```', []],
])('of %j the paths are %j', (text, paths) => {
  expect(pathsIn(text)).toEqual(paths);
});

test('links to files, not to hosts', () => {
  expect(linksIn('[a](b.md#c) [d](https://e.example/f) ![g](h.png)')).toEqual(['b.md', 'h.png']);
});

test('every path that the papers name is there', () => {
  const papers = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const missing = papers
    // Letters of the demo name their pictures.
    .filter((paper) => existsSync(join(root, paper)) && !/^server\/src\/demo\/stories\/(?!README)/.test(paper))
    .flatMap((paper) => {
      const text = readFileSync(join(root, paper), 'utf8');
      const named = pathsIn(text).filter((path) => !existsSync(join(root, path)));
      const linked = linksIn(text).filter((link) => !existsSync(join(root, dirname(paper), link)));
      return [...named, ...linked].map((path) => `${paper}: ${path}`);
    });
  expect(missing).toEqual([]);
});
