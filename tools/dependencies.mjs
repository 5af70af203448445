// Checks licences and least versions of everything in the lock file: `node tools/dependencies.mjs licences|versions`.
// First on a fixture with one fault of every kind: a guard counts once it was seen to fail.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowed, isBelow, licenceFaults, runtimeOf, versionFaults } from './lib/dependency-rules.mjs';
import { refuse, root } from './lib/run.mjs';

/** What is shipped; the rest builds and tests it. */
const SHIPPED = ['contract', 'server', 'web'];
const MIN_PACKAGES = 100;

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));
const fixture = join(root, 'tools', 'fixtures', 'dependencies');
const licenceFile = (folder) => (path) => {
  const file = join(folder, path, 'package.json');
  return existsSync(file) ? readJson(file).license : undefined;
};

function licences(folder, policy) {
  const { packages } = readJson(folder, 'package-lock.json');
  const runtime = runtimeOf(packages, SHIPPED);
  return {
    faults: licenceFaults({ packages, policy, runtime, read: licenceFile(folder) }),
    count: runtime.size,
    packages,
  };
}

function versions(folder, floors) {
  const { packages } = readJson(folder, 'package-lock.json');
  return { faults: versionFaults({ packages, floors }), count: floors.length, packages };
}

const expect = (found, expected, what) =>
  JSON.stringify(found) === JSON.stringify(expected)
    ? []
    : [`The check of ${what} does not see what is wrong in tools/fixtures/dependencies: ${JSON.stringify(found)}`];

function selfTest() {
  const policy = readJson(fixture, 'licences.json');
  return [
    ...expect(licences(fixture, policy).faults, readJson(fixture, 'licence-faults.json'), 'licences'),
    ...expect(
      versions(fixture, readJson(fixture, 'versions.json')).faults,
      readJson(fixture, 'version-faults.json'),
      'versions',
    ),
    ...expect(
      [isAllowed('(A OR B)', ['B']), isAllowed('A AND B', ['B']), isAllowed('A OR (B AND C)', ['A'])],
      [true, false, undefined],
      'licence expressions',
    ),
    ...expect(
      [
        ['1.9.9', '1.10.0'],
        ['1.10.0', '1.9.9'],
        ['2.0.0-beta.1', '2.0.0'],
        ['2.0.0', '2.0.0'],
      ].map(([version, least]) => isBelow(version, least)),
      [true, false, true, false],
      'version numbers',
    ),
  ];
}

const checks = {
  licences: () => licences(root, readJson(root, 'tools', 'licences.json')),
  versions: () => versions(root, readJson(root, 'tools', 'versions.json')),
};

const [name] = process.argv.slice(2);
if (!(name in checks)) refuse(`Name one of: ${Object.keys(checks).join(', ')}.`);
const { faults, count, packages } = checks[name]();
faults.push(...selfTest());
const read = Object.keys(packages).length;
if (read < MIN_PACKAGES) faults.push(`Only ${read} packages were read, at least ${MIN_PACKAGES} were expected.`);
console.log(
  faults.length
    ? faults.join('\n')
    : `${read} packages, ${count} ${name === 'licences' ? 'shipped' : 'least versions'}`,
);
process.exitCode = faults.length ? 1 : 0;
