import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountEvents } from '@kontor/contract/account';
import pg from 'pg';
import { openPlatform } from '../../server/src/open-platform.ts';
import { administratorIds, createInstance } from '../../server/src/modules/account/index.ts';
import { loadConfig } from '../../server/src/platform/config/config.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { migrateDatabase } from '../../server/src/platform/db/migrate.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { createChange } from '../../server/src/platform/operation/change.ts';
import { measure } from './measure.ts';
import type { Line } from './table.ts';

const AT_ONCE = [1, 8, 16];
const MACHINES_OWN = 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * Changes of one instance that leave an entry in its audit log, beside the same ones that leave none: each tells one person something, in a
 * transaction as commands have it. On the database that npm installs, and on the machine's own where it lets us in.
 */
export async function benchAudit(embedded: string, say: (text: string) => void): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, server] of [
    ['embedded', embedded],
    ['own PostgreSQL', MACHINES_OWN],
  ] as const) {
    const database = `bench_${randomBytes(6).toString('hex')}`;
    try {
      await run(server, `create database ${database} template template0 encoding 'UTF8'`);
    } catch {
      say(`${name}: lets nobody in, left out.`);
      continue;
    }
    const url = new URL(server);
    url.pathname = `/${database}`;
    try {
      for (const atOnce of AT_ONCE) {
        say(`Audit log, ${name}, ${atOnce} at once …`);
        lines.push(await compare(url.href, name, atOnce));
      }
    } finally {
      await run(server, `drop database ${database} with (force)`);
    }
  }
  return lines;
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function compare(url: string, name: string, atOnce: number): Promise<Line> {
  await migrateDatabase(url);
  const folder = await mkdtemp(join(tmpdir(), 'kontor-bench-'));
  const log = createLogger('fatal');
  const database = await openDatabase({ url, poolSize: atOnce, log });
  try {
    const config = loadConfig({ env: { KONTOR_DATA: folder }, cwd: folder });
    const platform = await openPlatform({ config, database, log });
    const id = await createInstance(database.owner, { name: `i${randomBytes(4).toString('hex')}`, title: 'Bench' });
    const instance = { id, name: 'bench', title: 'Bench', settings: {} };
    const change = createChange(platform, () => {}, { auditors: administratorIds });
    let turn = 0;
    const writeChange = (isAudited: boolean) => () =>
      change(instance, async (ctx) => {
        // A person of their own each: what is left to wait for is the log and the outbox.
        const users = [1 + ((turn += 1) % 1000)];
        ctx.emit(accountEvents.jobsChanged, { users }, { keys: ['failedJobs'], processIds: [], aggregateIds: [] });
        if (isAudited) ctx.audit({ kind: 'person.changed', subject: 'anna', details: { change: 'named' } });
      });
    const plain = await measure(writeChange(false), { atOnce });
    const audited = await measure(writeChange(true), { atOnce });
    return {
      name: `audited changes, ${name}, ${atOnce} at once`,
      unit: 'a second',
      ours: audited.perSecond,
      against: 'the same without an entry',
      anchor: plain.perSecond,
    };
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}
