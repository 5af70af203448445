import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSecrets, type Secrets } from '../crypto/secrets.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing.ts';
import { createLogger } from '../log/logger.ts';
import { Processes } from './processes.ts';
import { Signals } from './signals.ts';

const log = createLogger('fatal');
let given: TestDatabase;
let database: Database;
let folder: string;
let secrets: Secrets;
beforeAll(async () => {
  given = await createTestDatabase();
  database = await openDatabase({ url: given.url, poolSize: 4, log });
  folder = await mkdtemp(join(tmpdir(), 'kontor-signals-'));
  secrets = await loadSecrets(join(folder, 'key'));
});
afterAll(async () => {
  await database?.close();
  await given?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A process that looks after the others by itself only when the test is over. */
async function startProcess() {
  const processes = await Processes.start({ database, secrets, log, isAlone: false, beatMs: 600_000 });
  const signals = new Signals({ database, processes, log });
  return {
    processes,
    signals,
    async close() {
      await signals.close();
      await processes.close();
    },
  };
}

test('a process that comes later is sent what it is to hear at once, not after the next beat', async () => {
  const first = await startProcess();
  const heard: string[] = [];
  const second = await startProcess();
  try {
    second.signals.on('news', (text) => heard.push(text));
    await expect.poll(() => first.processes.live).toBe(2);
    first.signals.sendInOrder('news', ['one', 'two']);
    await expect.poll(() => heard).toEqual(['one', 'two']);
  } finally {
    await second.close();
    await first.close();
  }
});
