// What `npm test` runs after the set-up: the checks, then the tests part by part. `node tools/test.mjs [part …]`.
// Leaves the counts in test-results/summary.json and what all of it took in test-results/report.md.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.mjs';
import { watchCpuTime } from './lib/cpu-time.mjs';
import { results, runProject } from './lib/project.mjs';
import { reportOf } from './lib/report.mjs';
import { broughtNode, refuse } from './lib/run.mjs';

/** In the order in which they are told of. */
const parts = ['checks', 'unit', 'component', 'server', 'embedded', 'scale', 'chaos', 'e2e'];
/** One after the other; the rows of a step beside each other, for each of them waits some of the time. */
const steps = [
  // Beside tests they take three times as much of a processor.
  [['checks']],
  // The third row mostly waits: for servers that start, die and are missed.
  [['server', 'unit'], ['component'], ['embedded', 'scale', 'chaos']],
  [['e2e']],
];

if (!broughtNode()) refuse('Kontor is not set up yet: run `npm test`, which does that first.');
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !parts.includes(name));
if (unknown) refuse(`There is no part named ${unknown}. The parts are ${parts.join(', ')}.`);

async function runChecks() {
  const stopWatch = watchCpuTime(process.pid);
  const counts = await check();
  return { ...counts, skipped: 0, files: [], cpuSeconds: stopWatch() };
}

const began = performance.now();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const done = new Map();

async function runPart(name, show) {
  const since = performance.now();
  const outcome = name === 'checks' ? await runChecks() : await runProject(name, { show });
  done.set(name, { name, ...outcome, seconds: (performance.now() - since) / 1000 });
}

for (const step of steps) {
  const chosen = step
    .map((row) => row.filter((name) => wanted.length === 0 || wanted.includes(name)))
    .filter((row) => row.length > 0);
  await Promise.all(
    chosen.map(async (row, index) => {
      for (const name of row) await runPart(name, index === 0);
    }),
  );
}

const told = parts.flatMap((name) => done.get(name) ?? []);
const sum = (key) => told.reduce((total, part) => total + part[key], 0);
const faults = told.flatMap((part) => part.faults);
const tests = told
  .filter(({ name }) => name !== 'checks')
  .reduce((total, part) => total + part.passed + part.failed, 0);
const isEmpty = tests === 0 && !wanted.includes('checks');
if (isEmpty) console.error('No test was run, which counts as a failure.');
const failed = sum('failed') + (isEmpty ? 1 : 0);
const report = reportOf(told, (performance.now() - began) / 1000);
writeFileSync(join(results, 'report.md'), `${report}\n`);
writeFileSync(
  join(results, 'summary.json'),
  JSON.stringify({ passed: sum('passed'), failed, skipped: sum('skipped'), tests, faults }),
);
if (faults.length > 0) console.log(`\nFailed:\n  ${faults.join('\n  ')}`);
console.log(`\n${report}`);
process.exitCode = failed ? 1 : 0;
