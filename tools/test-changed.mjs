// `npm run test:changed [-- COMMIT]`: the checks, and the tests that the changes since a commit touch, by imports, by the edges of modules.json
// and by what journeys say that they cover. Without a commit: since the branch left the one that it follows, else since the last commit.
// For every day; the whole run stays the judge.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.mjs';
import { readEdges } from './lib/edges.mjs';
import { runProject } from './lib/project.mjs';
import { refuse, root, run } from './lib/run.mjs';
import { touchedBy } from './lib/touched.mjs';

async function git(...args) {
  const { code, output } = await run('git', args);
  return code === 0 ? output.trim() : undefined;
}

async function changedSince(commit) {
  const tracked = await git('diff', '--name-only', '--diff-filter=d', commit);
  if (tracked === undefined) refuse(`There is no commit named ${commit}.`);
  const added = (await git('ls-files', '--others', '--exclude-standard')) ?? '';
  return [...tracked.split('\n'), ...added.split('\n')].filter(Boolean);
}

const testsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'));

const ELSEWHERE =
  /\/rules\.test\.ts$|^server\/src\/(?:platform\/(?:config|db\/embedded)|testing\/(?:scale\/|start\.test))/;
const base = process.argv[2] ?? (await git('merge-base', 'HEAD', '@{upstream}')) ?? 'HEAD';
const changed = await changedSince(base);
const touched = touchedBy(changed, {
  edges: readEdges(root),
  serverTests: testsIn('server/src').filter((path) => !ELSEWHERE.test(path)),
  journeys: new Map(
    ['e2e', 'e2e/long'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')]),
    ),
  ),
});

if (touched.isAll) {
  console.log('The change touches what everything stands on: all parts are run.');
  await import('./test.mjs');
} else {
  const { failed } = await check();
  let faults = failed;
  const part = async (name, files, options = {}) => {
    if (files.length === 0) return;
    console.log(
      `\n${name}: ${options.related ? `what imports one of ${files.length} sources` : `${files.length} files`}`,
    );
    faults += (await runProject(name, { files, ...options })).failed;
  };
  process.env.KONTOR_LONG_TESTS = 'true';
  await part('unit', touched.related, { related: true });
  await part('component', touched.related, { related: true });
  await part('server', touched.server);
  for (const name of touched.parts) faults += (await runProject(name)).failed;
  await part('e2e', touched.journeys);
  console.log(faults === 0 ? `\nNothing of ${changed.length} changed files failed.` : `\n${faults} failed.`);
  process.exitCode = faults === 0 ? 0 : 1;
}
