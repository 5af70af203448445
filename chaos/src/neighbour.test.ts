import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEADERS } from '@kontor/contract/kernel';
import { afterEach, expect, test } from 'vitest';
import { reachRunning } from '../../server/src/platform/db/embedded/reach.ts';
import { freePort } from '../../server/src/testing/free-port.ts';
import { Words } from './clients/words.ts';
import { ServerProcess } from './world/server-process.ts';
import { buildFixture, PASSWORD } from './world/fixture.ts';

const SCREENS = 5;
/** What the first screen asks for at once, and then what takes the server longest. */
const FIRST = [
  'session.user',
  'session.mainMenuItems',
  'session.unfinishedCounts',
  'settings.mine',
  'inbox.items',
  'mail.items',
  'task.items',
  'filter.saved',
];
const HEAVY = ['mail.quarantine', 'mail.quarantine'];

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
}, 60_000);

/** Programs of somebody else that want more than all of the machine's processors. */
function startNeighbours(): void {
  const children = Array.from({ length: 3 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  endings.push(() => children.forEach((child) => child.kill('SIGKILL')));
}

test('one person alone is turned away nowhere, however busy others keep the machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-neighbour-'));
  chmodSync(folder, 0o755);
  endings.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const server = new ServerProcess({ folder, port, env: { KONTOR_PUBLIC_URL: base }, defect: undefined });
  endings.push(() => server.close());
  await server.start();
  const url = async (): Promise<string> => (await reachRunning(server.dataFolder))?.url ?? '';
  await buildFixture({ url, dataFolder: server.dataFolder, words: new Words() });
  startNeighbours();
  const device = { [HEADERS.platform]: 'App', [HEADERS.instance]: 'nord' };
  const answers: string[] = [];
  const addAnswer = async (what: string, answer: Response): Promise<void> => {
    const problem = answer.ok ? '' : ` ${await answer.clone().text()}`;
    answers.push(`${what}: ${answer.status}${problem}`);
  };
  for (let screen = 0; screen < SCREENS; screen += 1) {
    const signedIn = await fetch(`${base}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...device },
      body: JSON.stringify({ instance: 'nord', username: 'anna', password: PASSWORD }),
    });
    await addAnswer('sign-in', signedIn);
    const { accessToken } = (await signedIn.json()) as { accessToken: string };
    const ask = async (query: string): Promise<void> => {
      const search = new URLSearchParams({ query, parameters: '{}' }).toString();
      await addAnswer(
        query,
        await fetch(`${base}/query?${search}`, { headers: { Authorization: `Bearer ${accessToken}`, ...device } }),
      );
    };
    await Promise.all([...FIRST, ...HEAVY].map(ask));
  }
  expect(answers.filter((answer) => !answer.endsWith(': 200'))).toEqual([]);
  expect(answers).toHaveLength(SCREENS * (1 + FIRST.length + HEAVY.length));
});
