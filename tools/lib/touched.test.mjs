import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEdges } from './edges.mjs';
import { root } from './run.mjs';
import { coveredBy, touchedBy } from './touched.mjs';

const edges = { account: [], activity: ['account'], mail: ['account', 'activity'], task: ['account', 'activity'] };
const serverTests = ['activity/lists', 'mail/mail', 'mail/sending/sending', 'task/task']
  .map((name) => `server/src/modules/${name}.test.ts`)
  .concat('server/src/platform/jobs/jobs.test.ts', 'server/src/testing/contract/contract.test.ts');
const journeys = new Map([
  ['e2e/mail.test.ts', "// Covers: mail, editor\nimport { clean } from './src/records.ts';"],
  ['e2e/tabs.test.ts', '// Covers: shell\n'],
]);
const short = (path) =>
  path.replace(/^server\/src\/(?:modules|platform|testing)\/|^e2e\/|\.test\.ts$/g, '').replace('.test.ts', '');
const of = (...changed) => {
  const { isAll, related, server, journeys: own, parts } = touchedBy(changed, { edges, serverTests, journeys });
  return {
    isAll,
    related: related.length,
    server: server.map(short),
    journeys: own.map(short),
    ...(parts.length > 0 ? { parts } : {}),
  };
};

describe('what a change touches', () => {
  test.each([
    ['words', ['README.md'], { isAll: false, related: 0, server: [], journeys: [] }],
    [
      'a module from inside',
      ['server/src/modules/mail/store/places.ts'],
      {
        isAll: false,
        related: 1,
        server: ['mail/mail', 'mail/sending/sending', 'contract/contract'],
        journeys: ['mail'],
      },
    ],
    [
      'the door of a module that others import',
      ['server/src/modules/activity/index.ts'],
      {
        isAll: false,
        related: 1,
        server: ['activity/lists', 'mail/mail', 'mail/sending/sending', 'task/task', 'contract/contract'],
        journeys: ['mail'],
      },
    ],
    [
      'a room of the platform',
      ['server/src/platform/jobs/runner.ts'],
      { isAll: false, related: 1, server: ['jobs/jobs', 'contract/contract'], journeys: [] },
    ],
    ['a room of the web app', ['web/src/shell/app.tsx'], { isAll: false, related: 1, server: [], journeys: ['tabs'] }],
    ['what journeys share', ['e2e/src/records.ts'], { isAll: false, related: 0, server: [], journeys: ['mail'] }],
    [
      'the database that Kontor brings',
      ['server/src/platform/db/embedded/launch.ts'],
      { isAll: false, related: 1, server: ['contract/contract'], journeys: [], parts: ['embedded'] },
    ],
    ['the ground', ['package-lock.json'], { isAll: true, related: 0, server: [], journeys: [] }],
  ])('%s', (_name, changed, expected) => expect(of(...changed)).toEqual(expected));
});

test('each journey says what it covers, by names that there are', () => {
  const names = new Set([...Object.keys(readEdges(root)), ...readdirSync(join(root, 'web', 'src'))]);
  const folder = join(root, 'e2e');
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.test.ts'))) {
    const covered = coveredBy(readFileSync(join(folder, file), 'utf8'));
    expect([file, covered.length > 0, covered.filter((name) => !names.has(name))]).toEqual([file, true, []]);
  }
});
