import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../server/src/platform/db/testing.ts';

/** Password of the demo's people in journeys. */
export const DEMO_PASSWORD = 'demo demo demo demo';
/** Environment variable with where the filled demo is, for all workers. */
const VARIABLE = 'KONTOR_E2E_DEMO';

/** The demo with all its mails, or a server without any instance. */
export type Beginning = 'demo' | 'empty';

/** A filled demo: the database and the data folder that a Kontor has left. */
export interface FilledDemo {
  readonly template: string;
  readonly data: string;
}

export const noteDemo = (demo: FilledDemo): void => void (process.env[VARIABLE] = JSON.stringify(demo));

/** What a Kontor of one journey stands on: copies of its own, and the settings that name them. */
export interface Begun {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

export async function copyBegun(beginning: Beginning): Promise<Begun> {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('Nothing was begun: run this file in the vitest project "e2e".');
  const { template, data: filled } = JSON.parse(text) as FilledDemo;
  const folder = await mkdtemp(join(tmpdir(), 'kontor-e2e-'));
  // As root, what PostgreSQL and the parsers read lies in folders that others may enter.
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  if (beginning === 'demo') await cp(filled, data, { recursive: true });
  else await mkdir(data);
  const database = await createTestDatabase(beginning === 'demo' ? template : undefined);
  return {
    folder,
    databaseUrl: database.url,
    env: { DATABASE_URL: database.url, KONTOR_DATA: data, KONTOR_DNS: 'off' },
    async remove() {
      await database.drop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
