// The checks that need no running server: `node tools/check.mjs [types|lint|format|boundaries|licences|versions|native|dead-code|size …]`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { numbers } from './lib/numbers.mjs';
import { broughtNode, refuse, root, run, seconds } from './lib/run.mjs';

/** What is checked together: what runs the product stands on both of its sides, and is one program. */
const programs = { contract: 'contract', server: 'server', web: 'web', runners: 'tsconfig.runners.json' };

/** Runs a program of node_modules by its own script, which needs no shell on Windows. */
const tool = (path, args = [], options = {}) =>
  run(broughtNode() ?? process.execPath, [join(root, 'node_modules', path), ...args], options);

/** The four programs side by side take a third of the processor so: several checkers of one would each work out much of the same. */
const oneChecker = ['--checkers', '1'];

async function types() {
  const results = await Promise.all(
    Object.entries(programs).map(([name, project]) => {
      // What was found is kept, for the next check of what has changed since.
      const info = join(root, 'node_modules', '.cache', 'kontor', `types-${name}.tsbuildinfo`);
      const kept = ['--incremental', '--tsBuildInfoFile', info];
      return tool('typescript/bin/tsc', ['-p', project, '--pretty', 'false', ...oneChecker, ...kept]);
    }),
  );
  return {
    code: Math.max(0, ...results.map(({ code }) => code)),
    output: results.map(({ output }) => output).join(''),
  };
}

/** What looks at types is a program in Go, which takes half of the processor on one core and with memory cleared up less often. */
const lint = () => tool('oxlint/bin/oxlint', [], { env: { ...process.env, GOMAXPROCS: '1', GOGC: '400' } });

/** What the lock file may hold, by tools/licences.json and tools/versions.json. */
async function dependencies(name) {
  const { code, output } = await run(broughtNode() ?? process.execPath, [
    join(root, 'tools', 'dependencies.mjs'),
    name,
  ]);
  return { code, output, note: code === 0 ? output.trim() : undefined };
}

/** The shells of Android and iOS, by what is committed of them. */
async function native() {
  const { code, output } = await run(broughtNode() ?? process.execPath, [join(root, 'tools', 'native-check.mjs')]);
  return { code, output, note: code === 0 ? output.trim() : undefined };
}

async function deadCode() {
  if (!existsSync(join(root, 'server', 'src', 'main.ts')))
    return { code: 0, output: '', note: 'left out: there is no server yet' };
  return tool('knip/bin/knip.js', ['--no-progress', '--no-config-hints']);
}

/** Most that a page loads of script before its first screen stands, packed, in bytes. See docs/decisions/0009. */
const FIRST_LOAD = 110_000;

/** Paths of the scripts that a page loads at once: its module script, and what is loaded with it. */
export const firstScripts = (html) =>
  [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => /^<script\b[^>]*type="module"/.test(tag) || /\brel="modulepreload"/.test(tag))
    .map((tag) => /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1])
    .filter((path) => path !== undefined);

async function size() {
  const dist = join(root, 'web', 'dist');
  const page = join(dist, 'index.html');
  if (!existsSync(page))
    return { code: 0, output: '', note: 'left out: web/dist is not built, `npm run build` does it' };
  const scripts = firstScripts(readFileSync(page, 'utf8'));
  const sizes = scripts.map((path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const note = `first load ${(total / 1000).toFixed(1)} of ${FIRST_LOAD / 1000} kB`;
  const output = scripts.map((path, index) => `${path}  ${(sizes[index] / 1000).toFixed(1)} kB`).join('\n');
  return {
    code: scripts.length > 0 && total <= FIRST_LOAD ? 0 : 1,
    output: output || 'index.html loads no script',
    note,
  };
}

export const checks = {
  types,
  lint,
  format: () => tool('oxfmt/bin/oxfmt', ['--check', '--no-error-on-unmatched-pattern']),
  boundaries: () => run(broughtNode() ?? process.execPath, [join(root, 'tools', 'boundaries.mjs')]),
  licences: () => dependencies('licences'),
  versions: () => dependencies('versions'),
  native,
  'dead-code': deadCode,
  size,
};

/**
 * Runs the named checks, the linter, which keeps one core busy, beside all others, those one after the other; prints a line for each, and
 * resolves to how many passed and failed, and what those that failed said.
 */
export async function check(names = Object.keys(checks)) {
  const result = { passed: 0, failed: 0, faults: [] };
  const inOrder = names.toSorted((a, b) => Number(a === 'lint') - Number(b === 'lint'));
  const start = performance.now();
  const linted = names.includes('lint') ? lint() : undefined;
  for (const name of inOrder) {
    const began = name === 'lint' ? start : performance.now();
    const { code, output, note } = await (name === 'lint' ? linted : checks[name]());
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${note ?? seconds(began)})`);
    if (code !== 0) {
      console.log(output.trim());
      result.faults.push(`checks: ${name}: ${output.trim()}`);
    }
    result[code === 0 ? 'passed' : 'failed'] += 1;
  }
  return result;
}

if (fileURLToPath(import.meta.url) === process.argv[1]) {
  if (!broughtNode()) refuse('Kontor is not set up yet: run `npm test` once in this folder, then try again.');
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in checks));
  if (unknown) refuse(`There is no check named ${unknown}. The checks are ${Object.keys(checks).join(', ')}.`);
  const { failed } = await check(names.length ? names : undefined);
  if (names.length === 0) for (const [what, number] of await numbers()) console.log(`       ${what}: ${number}`);
  process.exitCode = failed ? 1 : 0;
}
