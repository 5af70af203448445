import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, normalize } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeKind, removeKind } from './new-module.mjs';
import { broughtNode, root, run } from './run.mjs';

const KIND = {
  name: 'repair',
  icon: 'bookmark-simple',
  de: { one: 'Störung', many: 'Störungen', fresh: 'Neue Störung' },
  en: { one: 'Repair', many: 'Repairs', fresh: 'New repair' },
};
const byName = (a, b) => a.localeCompare(b);
/** What a kind may touch outside of its folders, and what it may have of its own for a list, a detail and a form. */
const MAX_TOUCHED = 3;
const MAX_OWN_LINES = 150;
const SCREENS = ['list.tsx', 'detail.tsx', 'fields.ts', 'begin.ts'];

const isLong = process.env['KONTOR_FULL_TESTS'] === 'true';
const copies = [];
// Thousands of files: a disk with much to do takes its time for them.
afterAll(() => copies.forEach((copy) => rmSync(copy, { recursive: true, force: true })), 300_000);

/** A copy of folders and files of the repository, without what is installed, built or left by tests. */
function copyTo(parent, names) {
  const copy = mkdtempSync(join(parent, 'kontor-kind-'));
  copies.push(copy);
  const filter = (path) => !/^(?:node_modules|dist|test-results|\.git)$/.test(basename(path));
  for (const name of names) cpSync(join(root, name), join(copy, name), { recursive: true, filter });
  return copy;
}

const filesOf = (folder) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted(byName)
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );

/** A file with all that it hands on whole. `files`: those that were made, which stand in the place of the repository's. */
function handedOn(file, files) {
  const text = files.get(file) ?? (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  const others = [...text.matchAll(/export \* from '(\.[^']+)'/g)];
  return [text, ...others.map(([, target]) => handedOn(normalize(join(dirname(file), target)), files))].join('\n');
}

/** What a file that was made imports by a relative path of a file that has no such name: one that was changed elsewhere. */
function unknownImports(path, files) {
  const imports = (files.get(path) ?? '').matchAll(/import (?:type )?\{([^}]*)\} from '(\.[^']+)'/g);
  return [...imports].flatMap(([, names, target]) => {
    const text = handedOn(normalize(join(dirname(path), target)), files);
    return names
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      )
      .filter((name) => name !== '' && !new RegExp(`\\b${name}\\b`).test(text))
      .map((name) => `${path}: ${name} of ${target}`);
  });
}

test('a kind of item touches three files outside of its folders, has few lines for its screens, and leaves nothing behind', async () => {
  // Below the repository, where its packages are found.
  const parent = join(root, 'node_modules', '.cache', 'kontor');
  mkdirSync(parent, { recursive: true });
  const copy = copyTo(parent, [
    'contract',
    'server/src/app.ts',
    'server/src/modules/memo',
    'server/src/platform/db/fixtures',
  ]);
  const before = filesOf(copy);
  const { made, touched } = await makeKind(copy, KIND);
  const after = filesOf(copy);
  const changed = [...after].flatMap(([path, text]) => (before.get(path) === text ? [] : path));
  expect(changed.toSorted(byName)).toEqual([...made, ...touched].toSorted(byName));
  expect(touched.length).toBeLessThanOrEqual(MAX_TOUCHED);
  const lines = SCREENS.map((name) => after.get(`web/src/modules/repair/${name}`)?.split('\n').length ?? Infinity);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MAX_OWN_LINES);
  expect([...after.values()].filter((text) => /\{\{[\w.+]+\}\}/.test(text))).toEqual([]);
  expect([...made].flatMap((path) => unknownImports(path, after))).toEqual([]);
  await expect(makeKind(copy, KIND)).rejects.toThrow('There is a module or a kind named repair already.');
  removeKind(copy, 'repair');
  expect(filesOf(copy)).toEqual(before);
  expect(() => removeKind(copy, 'repair')).toThrow('There is no kind of a module repair.');
});

test.each(['Ticket', 'a', 'my-kind', '../x'])('%j is no name', async (name) => {
  await expect(makeKind(root, { ...KIND, name })).rejects.toThrow('A kind is named by 3 to 20 small letters.');
});

/** The packages of the repository, with those of the copy itself in the place of its own. */
function linkPackages(copy) {
  const from = join(root, 'node_modules');
  const to = join(copy, 'node_modules');
  mkdirSync(join(to, '@kontor'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@kontor' && name !== '.cache') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@kontor'))) symlinkSync(join('..', '..', name), join(to, '@kontor', name));
}

// Minutes: `npm run test:full` has it.
test.runIf(isLong)(
  'a kind that was made is sound: built, listed, searched, counted, alarmed, linked, shared, and allowed to whom it should be',
  async () => {
    const copy = copyTo(tmpdir(), readdirSync(root));
    linkPackages(copy);
    const node = broughtNode() ?? process.execPath;
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS|KONTOR_FULL)/.test(name)),
    );
    const step = async (...args) => {
      const { code, output } = await run(node, args, { cwd: copy, env });
      expect(code, `${args.join(' ')}\n${output}`).toBe(0);
    };
    // Checks of papers and names ask git what there is.
    for (const args of [
      ['init', '--quiet'],
      ['add', '--all', '--force', 'contract', 'server', 'web', 'docs', 'tools'],
    ])
      execFileSync('git', args, { cwd: copy });
    await makeKind(copy, KIND);
    await step('node_modules/oxfmt/bin/oxfmt', 'contract', 'server', 'web');
    await step('tools/check.mjs', 'types', 'lint', 'boundaries', 'dead-code');
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project'];
    // The papers that list operations and settings are written by it.
    await step(...vitest, 'unit', '--update', '--exclude', 'tools/lib/new-module.test.mjs');
    await step(...vitest, 'server', 'server/src/modules/repair', 'server/src/testing/rights/rights.test.ts');
    await step(...vitest, 'component', 'web/src/modules/repair');
  },
  1_200_000,
);
