// Checks who imports whom. First on a fixture with one forbidden import per rule: a guard counts once it was seen to fail.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { boundaryRules, edgeFaults, isTest } from './lib/boundary-rules.mjs';
import { doorFaults, readDoors } from './lib/doors.mjs';
import { readEdges } from './lib/edges.mjs';
import { root } from './lib/run.mjs';

// TypeScript 7 has no compiler API for the cruiser, which then reads no module and stays green; hence swc, and a least number.
const MIN_MODULES = 10;

async function violations(baseDir, rules) {
  const folders = ['contract/src', 'server/src', 'web/src'].filter((folder) => existsSync(join(baseDir, folder)));
  const result = await cruise(
    folders,
    {
      baseDir,
      validate: true,
      ruleSet: { forbidden: rules },
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      // Of what is built here alone: packages lie in folders of that name, too.
      exclude: { path: '^[a-z]+/dist/' },
      outputType: 'json',
    },
    // Without exportsFields, imports by package name are not resolved.
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.json'],
    },
  );
  const { modules, summary } = typeof result.output === 'string' ? JSON.parse(result.output) : result.output;
  const sources = modules.filter(({ source }) => /^(contract|server|web)\/src\/.*\.tsx?$/.test(source));
  const imports = sources
    .filter(({ source }) => !isTest(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved]));
  return { found: summary.violations, read: sources.length, imports };
}

const faults = [];
if (
  doorFaults({ 'a/room': ['used.ts', 'unused.ts'] }, [
    ['a/other.ts', 'a/room/used.ts'],
    ['a/room/used.ts', 'a/room/unused.ts'],
  ]).length !== 1
)
  faults.push('The check of doors.json does not see a file that nothing outside of its room imports.');

const fixture = join(root, 'tools', 'fixtures', 'boundaries');
const fixtureRules = boundaryRules(readEdges(fixture), readDoors(fixture));
const caught = new Set((await violations(fixture, fixtureRules)).found.map(({ rule }) => rule.name));
for (const { name } of fixtureRules) {
  if (!caught.has(name))
    faults.push(`The rule ${name} does not see the forbidden import in tools/fixtures/boundaries.`);
}
const badEdges = { account: ['mail'], mail: ['account', 'nowhere'] };
if (edgeFaults(badEdges).length < 4)
  faults.push(
    'The check of modules.json does not see an edge to a module that others do not stand on, a ring or an unknown name.',
  );

const edges = readEdges(root);
const doors = readDoors(root);
faults.push(...edgeFaults(edges));
const { found, read, imports } = await violations(root, boundaryRules(edges, doors));
faults.push(...doorFaults(doors, imports));
if (read < MIN_MODULES) faults.push(`Only ${read} files were read, at least ${MIN_MODULES} were expected.`);
for (const { from, to, rule } of found) faults.push(`${from} imports ${to} (${rule.name})`);

if (process.argv.includes('--verbose')) console.log([...caught].join(', '));
console.log(faults.length ? [...new Set(faults)].join('\n') : `${read} files, ${caught.size} rules seen to fail`);
process.exitCode = faults.length ? 1 : 0;
