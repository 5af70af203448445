import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedItem } from '../../modules/activity/factory.ts';
import { addMailbox } from '../../modules/mail/testing/factory.ts';
import { CuttingProxy } from '../../platform/mailwire/testing/cutting-proxy.ts';
import { TestDovecot, findDovecot } from '../../platform/mailwire/testing/dovecot.ts';
import { enqueueJob } from '../../platform/jobs/enqueue.ts';
import { forkServer, type ForkedServer } from '../server-fork.ts';
import { StompPeer, pongOf } from '../stomp.ts';
import { startFixture, type Fixture } from './fixture.ts';

/** Three processes whose real time is Kontor's own. */
let fixture: Fixture;
let annaId: number;
const [A, B] = [() => fixture.servers[0] as ForkedServer, () => fixture.servers[1] as ForkedServer];

beforeAll(async () => {
  fixture = await startFixture({ ownRealtime: true });
  annaId = await fixture.person('anna');
});
afterAll(() => fixture?.close());

test('what is caused at one process is heard at another, in order, and a session that ends there ends here', async () => {
  const [here, there] = [await fixture.client(A(), 'anna'), await fixture.client(B(), 'anna')];
  const peer = await StompPeer.as(there);
  const entryId = await seedItem(fixture.change, fixture.instance, { userIds: [annaId] });
  await peer.event();
  const aggregateIds = [formatAggregateId({ module: 'email', entryId, userId: annaId })];
  for (let n = 0; n < 20; n += 1)
    await here.command('activity.setState', { aggregateIds, state: n % 2 === 0 ? 'ready' : 'seen' });
  const versions: unknown[] = [];
  while (versions.length < 20)
    versions.push(((await peer.event()).payload['changes'] as { aggregateVersion: number }[])[0]?.aggregateVersion);
  expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));

  const headers = there.headers({ 'Content-Type': 'application/json' });
  await here.send('/auth/logout', { method: 'POST', headers, body: '{}' });
  expect((await peer.next('ERROR')).headers['message']).toContain('the session has ended');
});

test('a ticket that was used at one process is refused at another', async () => {
  const client = await fixture.client(A(), 'anna');
  const pong = await pongOf(client);
  const open = async (server: ForkedServer) => {
    const peer = await StompPeer.open(server.base);
    peer.connect(pong);
    return peer;
  };
  await (await open(A())).next('CONNECTED');
  expect((await (await open(B())).next('ERROR')).headers['message']).toContain('access refused');
});

test('a process with another key is refused in a sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-other-'));
  const url = fixture.platform.database.ownerPool.options.connectionString ?? '';
  await expect(forkServer({ DATABASE_URL: url, KONTOR_DATA: folder })).rejects.toThrow(
    /works on this database with another key.*KONTOR_KEY_FILE/,
  );
  await rm(folder, { recursive: true });
});

test('jobs of a process that was killed are given back', async () => {
  const { owner } = fixture.platform.database;
  const victim = await fixture.fork();
  const { rows } = await sql<{ pool: string }>`
    select job_pools[1] as pool from server_process where pid = ${victim.pid}`.execute(owner);
  const [pool = ''] = rows.map((row) => row.pool);
  expect(pool).not.toBe('');
  await victim.kill();
  await fixture.change(fixture.instance, async (ctx) => {
    await enqueueJob(
      ctx.db,
      'mail.fileAccount',
      { instanceId: fixture.instance.id, accountId: 1 },
      { runAt: new Date(Date.now() + 3_600_000) },
    );
  });
  // As if it had been killed in the middle of it.
  await sql`update graphile_worker._private_jobs set run_at = now(), locked_by = ${pool}, locked_at = now() - interval '15 seconds', attempts = 1`.execute(
    owner,
  );
  const left = async () => (await sql`select from graphile_worker._private_jobs`.execute(owner)).rows.length;
  await expect.poll(left, { interval: 200 }).toBe(0);
});

describe.skipIf(findDovecot() === undefined)('a mailbox (left out where Dovecot is not installed)', () => {
  test('is read by one process, and by another when that one is killed', async () => {
    const { owner } = fixture.platform.database;
    const dovecot = await TestDovecot.start();
    const proxy = await CuttingProxy.start(dovecot.plainPort);
    try {
      const anna = await fixture.client(A(), 'anna');
      const { accountId } = await addMailbox(anna, dovecot, 'info', { port: proxy.port });
      const reader = async () => {
        const { rows } = await sql<{ pid: number; phase: string | null }>`
          select p.pid, w.state ->> 'phase' as phase from mail_watch w join server_process p using (process_id)
          where w.account_id = ${accountId}`.execute(owner);
        return rows[0]?.phase === 'watching' ? rows[0].pid : undefined;
      };
      const phaseAt = async (server: ForkedServer) => {
        const client = await fixture.client(server, 'anna');
        const [account] = await client.query<{ state: { phase: string } }[]>('mail.accountSettings');
        return account?.state.phase;
      };
      await expect.poll(reader).toBeTypeOf('number');
      const pid = await reader();
      expect(proxy.clients).toBe(1);
      // Every process knows how it is getting on.
      for (const server of fixture.servers.slice(0, 3)) expect(await phaseAt(server)).toBe('watching');

      const killed = fixture.servers.find((server) => server.pid === pid);
      await killed?.kill();
      fixture.servers.splice(fixture.servers.indexOf(killed as ForkedServer), 1);
      await expect.poll(async () => [undefined, pid].includes(await reader()), { interval: 200 }).toBe(false);
      expect(proxy.clients).toBe(1);

      const left = fixture.servers[0] as ForkedServer;
      await (await fixture.client(left, 'anna')).command('mail.pauseAccount', { accountId });
      await expect.poll(() => proxy.clients).toBe(0);
    } finally {
      await proxy.close();
      await dovecot.close();
    }
  });
});
