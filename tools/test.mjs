// What `npm test` runs after the set-up: the checks, then the tests part by part. `node tools/test.mjs [part …]`.
// Leaves the counts in test-results/summary.json.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { check } from './check.mjs';
import { broughtNode, refuse, root, run, seconds } from './lib/run.mjs';

const projects = ['unit', 'server', 'embedded', 'scale', 'chaos', 'e2e'];
const results = join(root, 'test-results');
/** Kontor and its command line are started some two hundred times: what is compiled is kept, which halves each start. */
const compiled = join(root, 'node_modules', '.cache', 'kontor', 'compiled');
/** These wait for something much of the time: on two cores two files at once take half as long. */
const two = [`--maxWorkers=${Math.max(2, availableParallelism() - 1)}`];
const together = { server: two, e2e: two };

/** These wait most of the time, for processes to start and to end: they run while those do that would rather calculate. */
const beside = { parts: ['embedded', 'chaos'], those: ['unit', 'server'] };

/** Processes and browsers share the machine with whatever else it does: what fails there is tried once more, by itself, and told of. */
const again = new Set(['server', 'embedded', 'scale', 'e2e']);

/** Runs a vitest project, or some of its files alone. Answers its exit code and what became of each file. What it prints is shown at
 * once, or all of it at the end. */
async function vitest(project, atOnce, files = []) {
  const report = join(results, `${project}${files.length > 0 ? '-again' : ''}.json`);
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const workers = files.length > 0 ? ['--maxWorkers=1'] : (together[project] ?? []);
  const args = [program, 'run', '--project', project, '--passWithNoTests', ...workers, ...reporters, ...files];
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled };
  const { code, output } = await run(broughtNode(), args, { show: atOnce, env });
  if (!atOnce) console.log(output);
  try {
    return { code, files: JSON.parse(readFileSync(report, 'utf8')).testResults };
  } catch {
    return { code, files: [] };
  }
}

const hasFailed = ({ status }) => status === 'failed';

/** What failed in a file, in a line each: its tests, or the file itself. */
function failures(file) {
  const line = (name, text = '') => `${relative(root, file.name)} > ${name}: ${text.trim().split('\n')[0]}`;
  const tests = file.assertionResults.filter(hasFailed);
  return tests.length === 0
    ? [line('the file', file.message)]
    : tests.map(({ fullName, failureMessages }) => line(fullName, failureMessages[0]));
}

/** Runs one part; a file or a run that fails without a failed test counts as one. */
async function runProject(name, atOnce) {
  const first = await vitest(name, atOnce);
  let { code, files } = first;
  const broken = files.filter(hasFailed);
  if (broken.length > 0 && again.has(name)) {
    console.log(`\n${name}: ${broken.length} of ${files.length} files failed; once more, by themselves:`);
    const second = await vitest(
      name,
      atOnce,
      broken.map((file) => relative(root, file.name)),
    );
    const byName = new Map(second.files.map((file) => [file.name, file]));
    code = second.code;
    files = files.map((file) => byName.get(file.name) ?? file);
    for (const file of broken)
      if (!hasFailed(byName.get(file.name) ?? file)) unstable.push(...failures(file).map((line) => `${name}: ${line}`));
  }
  const tests = files.flatMap((file) => file.assertionResults);
  const number = (status) => tests.filter((test) => status.includes(test.status)).length;
  const failed = files.filter(hasFailed).flatMap(failures);
  if (code !== 0 && failed.length === 0) failed.push('the run itself');
  faults.push(...failed.map((line) => `${name}: ${line}`));
  return { passed: number(['passed']), failed: failed.length, skipped: number(['skipped', 'pending', 'todo']) };
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
const faults = [];
const unstable = [];

async function runPart(name, atOnce = true) {
  const since = performance.now();
  const counts = { skipped: 0, ...(name === 'checks' ? await check() : await runProject(name, atOnce)) };
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key];
  if (name !== 'checks') total.tests += counts.passed + counts.failed;
  const skipped = counts.skipped ? `, ${counts.skipped} left out` : '';
  const line = `${name.padEnd(9)} ${String(counts.passed).padStart(5)} passed, ${counts.failed} failed${skipped}`;
  lines[parts.indexOf(name)] = `${line} (${seconds(since)})`;
}

async function runAll(names, atOnce) {
  for (const name of names) await runPart(name, atOnce);
}

const chosen = parts.filter((name) => wanted.length === 0 || wanted.includes(name));
const both = [...beside.parts, ...beside.those];
await runAll(chosen.filter((name) => name === 'checks'));
await Promise.all([
  runAll(chosen.filter((name) => beside.those.includes(name))),
  runAll(
    chosen.filter((name) => beside.parts.includes(name)),
    !chosen.some((name) => beside.those.includes(name)),
  ),
]);
await runAll(chosen.filter((name) => name !== 'checks' && !both.includes(name)));
if (total.tests === 0 && !wanted.includes('checks')) {
  console.error('No test was run, which counts as a failure.');
  total.failed += 1;
}
writeFileSync(join(results, 'summary.json'), JSON.stringify({ ...total, faults, unstable }));
if (unstable.length > 0) console.log(`\nFailed at first, and not by itself:\n  ${unstable.join('\n  ')}`);
if (faults.length > 0) console.log(`\nFailed:\n  ${faults.join('\n  ')}`);
console.log(
  `\n${lines.filter(Boolean).join('\n')}\n${'total'.padEnd(9)} ${String(total.passed).padStart(5)} passed, ${total.failed} failed (${seconds(began)})`,
);
process.exitCode = total.failed ? 1 : 0;
