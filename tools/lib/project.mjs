// Runs one project of the test runner and says what became of it.
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
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

const hasFailed = ({ status }) => status === 'failed';

/** What failed in a file, in a line each: its tests, or the file itself. */
function failures(file) {
  const line = (name, text = '') => `${relative(root, file.name)} > ${name}: ${text.trim().split('\n')[0]}`;
  const tests = file.assertionResults.filter(hasFailed);
  return tests.length === 0
    ? [line('the file', file.message)]
    : tests.map(({ fullName, failureMessages }) => line(fullName, failureMessages[0]));
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).testResults;
  } catch {
    return [];
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
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...only,
  ];
  let stopWatch = () => undefined;
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const onStart = (pid) => (stopWatch = watchCpuTime(pid));
  const { code, output } = await run(broughtNode(), args, { show, env, onStart });
  const cpuSeconds = stopWatch();
  if (!show) console.log(output);
  const files = readReport(report);
  const tests = files.flatMap((file) => file.assertionResults);
  const number = (...status) => tests.filter((test) => status.includes(test.status)).length;
  const faults = files.filter(hasFailed).flatMap(failures);
  if (code !== 0 && faults.length === 0) faults.push('the run itself');
  return {
    passed: number('passed'),
    failed: faults.length,
    skipped: number('skipped', 'pending', 'todo'),
    faults: faults.map((line) => `${name}: ${line}`),
    files: files.map((file) => ({
      path: relative(root, file.name),
      tests: file.assertionResults.length,
      seconds: (file.endTime - file.startTime) / 1000,
    })),
    cpuSeconds,
  };
}
