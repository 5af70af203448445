// Generates both shells anew by the Capacitor CLI, and holds the committed ones against them.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hashOf, shellFiles } from './native-project.mjs';
import { refuse, root, run } from './run.mjs';
import { NO_END, linesOf } from './unified-diff.mjs';

const native = join(root, 'native');
const readJson = (path) => JSON.parse(readFileSync(join(native, path), 'utf8'));

async function cap(folder, ...args) {
  const cli = join(native, 'node_modules', '@capacitor', 'cli', 'bin', 'capacitor');
  const { code, output } = await run(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...process.env, CI: 'true', CAPACITOR_TELEMETRY: 'off' },
  });
  if (code !== 0) refuse(`cap ${args.join(' ')} failed:\n${output}`);
}

/** Returns the files of a fresh generation as bytes by their paths, and how they differ from what generated.json says of them. */
export async function generateFresh() {
  if (!existsSync(join(native, 'node_modules', '@capacitor', 'cli')))
    refuse('The Capacitor CLI is not there: run `npm ci` in native/, then try again.');
  const base = mkdtempSync(join(tmpdir(), 'kontor-native-'));
  try {
    const folder = join(base, 'native');
    const web = join(folder, readJson('capacitor.config.json').webDir);
    mkdirSync(web, { recursive: true });
    writeFileSync(join(web, 'index.html'), '<!doctype html>\n');
    for (const file of ['package.json', 'capacitor.config.json']) cpSync(join(native, file), join(folder, file));
    // Copied, since the CLI writes down where packages really lie.
    cpSync(realpathSync(join(native, 'node_modules')), join(folder, 'node_modules'), { recursive: true });
    for (const args of [['add', 'android'], ['add', 'ios'], ['sync']]) await cap(folder, ...args);
    const files = new Map(shellFiles(folder).map((path) => [path, readFileSync(join(folder, path))]));
    const recorded = existsSync(join(native, 'generated.json')) ? readJson('generated.json').files : {};
    const faults = [...new Set([...files.keys(), ...Object.keys(recorded)])]
      .filter((path) => recorded[path] !== (files.has(path) ? hashOf(files.get(path)) : undefined))
      .map((path) => `fresh: ${path} is generated otherwise than generated.json says`);
    return { files, faults };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Writes generated.json and a patch for each edited file anew, from what the CLI has just made; returns what could not be written. */
export function recordFresh({ files }) {
  const hashes = Object.fromEntries(
    [...files.keys()].toSorted((a, b) => (a < b ? -1 : 1)).map((path) => [path, hashOf(files.get(path))]),
  );
  const { '@capacitor/cli': version } = readJson('package.json').devDependencies;
  writeFileSync(join(native, 'generated.json'), `${JSON.stringify({ cli: version, files: hashes }, null, 2)}\n`);
  rmSync(join(native, 'patches'), { recursive: true, force: true });
  return Object.keys(readJson('changes.json').edited).flatMap((path) => {
    if (!files.has(path)) return [`fresh: ${path} is not generated any more`];
    const patch = join(native, 'patches', `${path}.patch`);
    mkdirSync(dirname(patch), { recursive: true });
    writeFileSync(patch, diff(path, files.get(path).toString('utf8'), readFileSync(join(native, path), 'utf8')));
    return [];
  });
}

/** Lines of context around a change. */
const AROUND = 3;

/** Returns a patch in the unified form, by the longest common run of lines. */
export function diff(path, before, after) {
  const [a, b] = [linesOf(before), linesOf(after)];
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
  const edits = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) edits.push({ sign: ' ', line: a[i], i: i++, j: j++ });
    else if (i < a.length && (j === b.length || common[i + 1][j] >= common[i][j + 1]))
      edits.push({ sign: '-', line: a[i], i: i++, j });
    else edits.push({ sign: '+', line: b[j], i, j: j++ });
  }
  const isNear = (at) => edits.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== ' ');
  const hunks = [];
  for (const [at, edit] of edits.entries()) {
    if (!isNear(at)) continue;
    if (hunks.at(-1)?.end === at) hunks.at(-1).edits.push(edit);
    else hunks.push({ edits: [edit], end: at });
    hunks.at(-1).end = at + 1;
  }
  return `--- a/${path}\n+++ b/${path}\n${hunks.map((hunk) => textOf(hunk.edits)).join('')}`;
}

function textOf(edits) {
  const [first] = edits;
  const old = edits.filter(({ sign }) => sign !== '+').length;
  const now = edits.filter(({ sign }) => sign !== '-').length;
  const lines = edits.map(({ sign, line }) => `${sign}${line}${line.endsWith('\n') ? '' : `\n${NO_END}\n`}`);
  return `@@ -${first.i + (old ? 1 : 0)},${old} +${first.j + (now ? 1 : 0)},${now} @@\n${lines.join('')}`;
}
