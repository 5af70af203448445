import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPlatform } from '../../open-platform.ts';
import { addPerson, createInstance, type NewPerson } from '../../modules/account/index.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createTestDatabase } from '../../platform/db/testing.ts';
import { testLog } from '../logged.ts';
import { createChange, type Change } from '../../platform/operation/change.ts';
import type { Instance, Platform } from '../../platform/operation/context.ts';
import { TestClient } from '../client.ts';
import { clusterEnv } from '../cluster.ts';
import { scaleProfile } from '../scale-profile.ts';
import { forkServer, type ForkedServer } from '../server-fork.ts';
import { TEST_PASSWORD } from '../server.ts';

/** Server processes on one database, none of them that of the test, so that each can be killed. */
export interface Fixture {
  readonly platform: Platform;
  readonly keyFile: string;
  /** Settings that all processes have in common. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Works on the same data as the processes, as the command line does. */
  readonly change: Change;
  readonly servers: ForkedServer[];
  readonly instance: Instance;
  /** Another process. */
  fork(): Promise<ForkedServer>;
  person(userName: string, more?: Partial<NewPerson>): Promise<number>;
  /** A person, signed in at one process. */
  client(server: ForkedServer, userName: string): Promise<TestClient>;
  /** The process that holds a lease; waits until there is one. */
  leader(name: string): Promise<ForkedServer>;
  close(): Promise<void>;
}

/** Starts three processes, or as many as are wanted. */
export async function startFixture({
  ownRealtime,
  processes = 3,
  settings = {},
}: {
  readonly ownRealtime: boolean;
  readonly processes?: number;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<Fixture> {
  const profile = scaleProfile();
  if (profile === undefined) throw new Error('Run this file in the vitest project "scale".');
  const folder = await mkdtemp(join(tmpdir(), 'kontor-scale-'));
  const database = await createTestDatabase();
  const env = {
    ...(await clusterEnv(profile, ownRealtime)),
    ...settings,
    DATABASE_URL: database.url,
    KONTOR_KEY_FILE: join(folder, 'kontor.key'),
    KONTOR_DATA: folder,
  };
  const config = loadConfig({ env, cwd: folder });
  const log = testLog();
  const db = await openDatabase({ url: database.url, poolSize: 4, log });
  const platform = await openPlatform({ config, database: db, log });
  const id = await createInstance(db.owner, { name: 'haus', title: 'Haus' });
  const instance: Instance = { id, name: 'haus', title: 'Haus', settings: {} };
  let started = 0;
  const servers: ForkedServer[] = [];
  const fork = async (): Promise<ForkedServer> => {
    started += 1;
    const server = await forkServer({ ...env, KONTOR_DATA: join(folder, `process-${started}`) });
    servers.push(server);
    return server;
  };
  await Promise.all(Array.from({ length: processes }, fork));
  return {
    platform,
    keyFile: config.keyFile,
    env,
    folder,
    change: createChange(platform, () => {}),
    servers,
    instance,
    fork,
    person: (userName, more = {}) =>
      addPerson(db.forInstance(id), id, {
        userName,
        firstName: userName,
        lastName: 'Test',
        password: TEST_PASSWORD,
        ...more,
      }),
    client: (server, userName) => new TestClient(server.base, instance.name).signIn(userName, TEST_PASSWORD),
    async leader(name) {
      for (const end = Date.now() + 20_000; Date.now() < end; await sleep(100)) {
        const { rows } = await db.ownerPool.query<{ pid: number }>(
          'select p.pid from lease l join server_process p using (process_id) where l.name = $1',
          [name],
        );
        const found = servers.find(({ pid }) => pid === rows[0]?.pid);
        if (found !== undefined) return found;
      }
      throw new Error(`Nobody holds the lease ${name}`);
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await db.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
