import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.mjs';
import { classesOf, looksInDoubt } from './styles.mjs';

/** What is only shown where the sheet is there for another reason. */
const SURE = new Set([
  // With the composer that stands beneath a mail, which brings the sheet.
  'web/src/modules/mail/composer/beneath-bar.tsx beneath-bar',
  'web/src/modules/mail/composer/beneath-bar.tsx split-button',
  // Around a viewer, which brings the sheet.
  'web/src/modules/document/content.tsx viewer',
  'web/src/modules/phonecall/detail/file.tsx viewer',
  // Once presence is loaded, which brings the sheet.
  'web/src/shell/people/presence-dot.tsx presence-inline',
  // Around a hint at records that are alike, which brings the sheet.
  'web/src/modules/record/fields/field.tsx record-label',
]);

const texts = (files) => new Map(Object.entries(files));

test('a class counts where it is described by itself', () => {
  expect(classesOf('/* .no { */ .a, .b > .c { x: y } @media (x) { .d { } } .e:hover { }')).toEqual(['a', 'd']);
});

test('a sheet is there with the component, with a root, or with each way to it', () => {
  const shown = '<p className="quiet"><b className="small" /></p>';
  const files = {
    'main.ts': "import './base.css';\nimport('./page.tsx');\nimport('./other.tsx');",
    'base.css': '.quiet { }',
    'small.css': '.small { }',
    'page.tsx': "import './small.css';\nimport { Part } from './part.tsx';",
    'other.tsx': "import type { X } from './page.tsx';\nimport { Part } from './part.tsx';",
    'part.tsx': `export const Part = () => ${shown};`,
  };
  const doubts = () => looksInDoubt(texts(files), ['main.ts']);
  expect(doubts()).toEqual([{ name: 'small', component: 'part.tsx', sheets: ['small.css'] }]);
  files['other.tsx'] = `import './small.css';\n${files['other.tsx']}`;
  expect(doubts()).toEqual([]);
  files['other.tsx'] = '';
  expect(doubts()).toEqual([]);
});

test('no look depends on what was opened before', () => {
  const paths = execFileSync('git', ['ls-files', 'web/src'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const sources = paths
    .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.|\/(testing|simulation)\//.test(path))
    .filter((path) => existsSync(join(root, path)));
  const read = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const manifests = sources.filter((path) => /^web\/src\/modules\/\w+\/index\.tsx?$/.test(path));
  const doubts = looksInDoubt(read, ['web/src/start.tsx', 'web/src/main.tsx', ...manifests]);
  const said = doubts.map(({ name, component }) => `${component} ${name}`);
  expect(said.filter((one) => !SURE.has(one)).toSorted()).toEqual([]);
  expect([...SURE].filter((one) => !said.includes(one))).toEqual([]);
});
