// What a newcomer wants to know of the code, in a line each. Nothing fails by it.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PLACES } from './new-module.mjs';
import { broughtNode, root, run } from './run.mjs';

const SOURCES = ['contract/src', 'server/src', 'web/src'];
/** Lines of a run that counts as written twice, without blank ones, imports and those of a sign or two. */
const RUN_LINES = 8;
/** What the linter will hold functions at (issue of their own). */
const LONG_FUNCTION = 120;

/** Sources without tests, by their paths. */
function readSources() {
  const files = new Map();
  for (const folder of SOURCES)
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(path) && !/\.test\.tsx?$|(?:^|\/)testing\//.test(path))
        files.set(`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8'));
  return files;
}

/**
 * How many runs of `RUN_LINES` lines stand in more than one place, each counted once however long it is.
 * @param {ReadonlyMap<string, string>} files sources by their paths
 */
export function repeatedRuns(files) {
  const seen = new Map();
  const repeated = new Set();
  for (const [path, source] of files) {
    const lines = source
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 2 && !/^(?:import|export \{|\} from|\/\/|\*|\/\*)/.test(line));
    for (let at = 0; at + RUN_LINES <= lines.length; at += 1) {
      const text = lines.slice(at, at + RUN_LINES).join('\n');
      const first = seen.get(text);
      if (first === undefined) seen.set(text, `${path}:${at}`);
      // A run that goes on is the one that began a line before.
      else if (!repeated.has(`${path}:${at - 1}`)) repeated.add(`${path}:${at}`);
      else {
        repeated.delete(`${path}:${at - 1}`);
        repeated.add(`${path}:${at}`);
      }
    }
  }
  return repeated.size;
}

/** Functions that are longer than so many lines, the longest first. */
async function longFunctions() {
  const config = join(tmpdir(), `kontor-functions-${process.pid}.json`);
  const rules = { 'eslint/max-lines-per-function': ['error', { max: LONG_FUNCTION }] };
  writeFileSync(config, JSON.stringify({ plugins: [], categories: {}, rules }));
  const node = broughtNode() ?? process.execPath;
  const { output } = await run(node, ['node_modules/oxlint/bin/oxlint', '-c', config, '--format=json', ...SOURCES]);
  rmSync(config, { force: true });
  return JSON.parse(output.slice(output.indexOf('{')))
    .diagnostics.map(({ message, filename }) => ({
      name: /`([^`]+)`/.exec(message)?.[1] ?? 'a function without a name',
      lines: Number(/\((\d+)\)/.exec(message)?.[1]),
      path: relative(root, join(root, filename)),
    }))
    .filter(({ path }) => !/\.test\.tsx?$|\/testing\//.test(path))
    .toSorted((a, b) => b.lines - a.lines);
}

/** The numbers, each with what it is of. */
export async function numbers() {
  const files = readSources();
  const [longest] = [...files]
    .map(([path, text]) => [text.split('\n').length - 1, path])
    .toSorted((a, b) => b[0] - a[0]);
  const functions = await longFunctions();
  return [
    ['files outside of its folders that a new kind of item touches', String(PLACES.length)],
    ['longest file', `${longest[0]} lines, ${longest[1]}`],
    [
      'longest function',
      functions.length === 0
        ? `none above ${LONG_FUNCTION} lines`
        : `${functions[0].name}, ${functions[0].lines} lines, ${functions[0].path}; ${functions.length} above ${LONG_FUNCTION} lines`,
    ],
    [`runs of ${RUN_LINES} lines that stand twice`, String(repeatedRuns(files))],
  ];
}
