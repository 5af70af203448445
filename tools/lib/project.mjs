// Runs one project of the test runner and says what became of it.
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { watchCpuTime } from './cpu-time.mjs';
import { broughtNode, root, run } from './run.mjs';

export const results = join(root, 'test-results');
/** Kontor and its command line are started often: what is compiled is kept, which halves each start. */
const compiled = join(root, 'node_modules', '.cache', 'kontor', 'compiled');
/**
 * These wait for something much of the time: so many files at once keep one core busy. Where each server is three processes, a third file's
 * connections are more than a PostgreSQL of its usual settings lets in.
 */
const FILES_A_CORE = { server: process.env.KONTOR_TEST_PROFILE === 'scale' ? 1 : 1.5, e2e: 1 };

/** What failed, for those who read the end of a run: where, what it says, and what its test printed. */
function faultText({ path, name, line, message, printed }) {
  const at = line === undefined ? path : `${path}:${line}`;
  const lines = `${at} > ${name}: ${message}\n${printed ?? ''}`.split('\n').filter((text) => text.trim() !== '');
  return stripVTControlCharacters(lines.join('\n      '));
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, skipped: 0, files: [], failures: [] };
  }
}

/**
 * Runs a project, or those of its files alone. Nothing is tried a second time: what fails has failed. `show`: print while it runs, else all
 * at the end. `related`: the files are sources, and those that import them are run. Returns counts, lines about what failed, what each file took, and the processor's seconds where they can be read.
 */
export async function runProject(name, { show = true, files: only = [], related = false } = {}) {
  mkdirSync(results, { recursive: true });
  const report = join(results, `${name}.json`);
  const atOnce = Math.ceil(availableParallelism() * (FILES_A_CORE[name] ?? 0));
  const workers = atOnce === 0 ? [] : [`--maxWorkers=${atOnce}`];
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    ...(related ? ['related', '--run'] : ['run']),
    '--project',
    name,
    '--passWithNoTests',
    ...workers,
    '--reporter=default',
    `--reporter=${join(root, 'tools', 'lib', 'results-reporter.mjs')}`,
    ...only,
  ];
  let stopWatch = () => undefined;
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled, KONTOR_TEST_RESULTS: report };
  const onStart = (pid) => (stopWatch = watchCpuTime(pid));
  const { code, output } = await run(broughtNode(), args, { show, env, onStart });
  const cpuSeconds = stopWatch();
  if (!show) console.log(output);
  const { passed, skipped, files, failures } = readResults(report);
  const faults = failures.map(faultText);
  if (code !== 0 && faults.length === 0) faults.push('the run itself');
  return {
    passed,
    failed: faults.length,
    skipped,
    faults: faults.map((text) => `${name}: ${text}`),
    files,
    cpuSeconds,
  };
}
