// What `npm test` runs after the set-up: the checks, then the tests part by part. `node tools/test.mjs [part …]`.
// Leaves the counts in test-results/summary.json.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { broughtNode, refuse, root, run, seconds } from './lib/run.mjs';

const projects = ['unit', 'server', 'embedded', 'scale', 'chaos', 'e2e'];
const results = join(root, 'test-results');
/** These wait for something much of the time: on two cores two files at once take half as long. */
const two = [`--maxWorkers=${Math.max(2, availableParallelism() - 1)}`];
const together = { server: two, e2e: two };

/** Runs one vitest project; a file or a run that fails without a failed test counts as one. */
async function runProject(name) {
  const file = join(results, `${name}.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [vitest, 'run', '--project', name, '--passWithNoTests', ...(together[name] ?? []), ...reporters];
  const { code } = await run(broughtNode(), args, { show: true });
  const counts = count(file);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

function count(file) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

if (!broughtNode()) refuse('Kontor is not set up yet: run `npm test`, which does that first.');
const parts = ['checks', ...projects];
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !parts.includes(name));
if (unknown) refuse(`There is no part named ${unknown}. The parts are ${parts.join(', ')}.`);

const began = performance.now();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0, tests: 0 };
const lines = [];
for (const name of wanted.length ? wanted : parts) {
  const since = performance.now();
  const counts = { skipped: 0, ...(name === 'checks' ? await check() : await runProject(name)) };
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key];
  if (name !== 'checks') total.tests += counts.passed + counts.failed;
  const skipped = counts.skipped ? `, ${counts.skipped} left out` : '';
  lines.push(
    `${name.padEnd(9)} ${String(counts.passed).padStart(5)} passed, ${counts.failed} failed${skipped} (${seconds(since)})`,
  );
}
if (total.tests === 0 && !wanted.includes('checks')) {
  console.error('No test was run, which counts as a failure.');
  total.failed += 1;
}
writeFileSync(join(results, 'summary.json'), JSON.stringify(total));
console.log(
  `\n${lines.join('\n')}\n${'total'.padEnd(9)} ${String(total.passed).padStart(5)} passed, ${total.failed} failed (${seconds(began)})`,
);
process.exitCode = total.failed ? 1 : 0;
