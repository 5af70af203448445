import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeInstance } from '../../modules/account/index.ts';
import { seedBox, seedItem } from '../../modules/activity/factory.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { NO_HASH, hashAfter, type AuditRow } from './audit-chain.ts';
import type { Instance } from './context.ts';
import { createRepeats } from './repeats.ts';

let server: TestServer;
let instance: Instance;
let annaId: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werk');
  annaId = await server.person(instance, 'anna', { isAdministrator: true });
  await server.person(instance, 'ben');
});
afterAll(() => server?.close());

type Stored = AuditRow & { readonly hash: Buffer };

const entriesOf = async ({ id }: Instance): Promise<Stored[]> => {
  const db = server.platform.database.forInstance(id);
  return db.selectFrom('audit_entry').selectAll().where('instance_id', '=', id).orderBy('entry_id').execute();
};

const expectWhole = (entries: readonly Stored[]): void => {
  let before = NO_HASH;
  for (const [index, entry] of entries.entries()) {
    expect(entry.entry_id).toBe(index + 1);
    expect(entry.hash.toString('hex')).toBe(hashAfter(before, entry).toString('hex'));
    before = entry.hash;
  }
};

test('notes of many transactions at once have numbers without gaps and one chain, and none is left of what was undone', async () => {
  const own = await server.instance('kette');
  const write = (index: number) =>
    server.change(own, async (ctx) => {
      ctx.audit({ kind: 'person.changed', subject: `${index}`, details: { b: 'ü \u0000"', a: '\ud800' } });
      ctx.audit({ kind: 'rights.changed', subject: `${index}` });
      if (index % 5 === 0) throw new Error('undone');
    });
  await Promise.allSettled(Array.from({ length: 40 }, (_, index) => write(index)));
  const entries = await entriesOf(own);
  expect(entries).toHaveLength(64);
  expectWhole(entries);
  expect(entries.filter(({ subject }) => Number(subject) % 5 === 0)).toEqual([]);
  expect(entries[0]).toMatchObject({ user_id: null, details: { a: '�', b: 'ü  "' } });
});

test('nothing alters what stands there but the removal of the whole instance', async () => {
  const own = await server.instance('fest');
  await server.change(own, async (ctx) => ctx.audit({ kind: 'items.deleted', subject: '1' }));
  const { owner, forInstance } = server.platform.database;
  const attempts = [
    sql`update audit_entry set subject = '2' where instance_id = ${own.id}`,
    sql`delete from audit_entry where instance_id = ${own.id}`,
    sql`truncate audit_entry`,
    sql`delete from audit_head where instance_id = ${own.id}`,
    sql`update audit_head set entries = 0 where instance_id = ${own.id}`,
    sql`update audit_head set hash = '' where instance_id = ${own.id}`,
    sql`truncate audit_head`,
  ];
  for (const attempt of attempts) await expect(attempt.execute(owner)).rejects.toThrow(/audit log (is not|only)/);
  for (const attempt of attempts) await expect(attempt.execute(forInstance(own.id))).rejects.toThrow();
  await expect(
    owner.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db);
      await attempts[1]?.execute(db);
    }),
  ).rejects.toThrow(/not altered/);
  expect(await entriesOf(own)).toHaveLength(1);
  await removeInstance(server.platform, server.change, own);
  expect(await entriesOf(own)).toEqual([]);
});

test('what a person does by a command is written with it, and what they may not is written too', async () => {
  const anna = await server.client(instance, 'anna');
  const ben = await server.client(instance, 'ben');
  const boxId = await seedBox(server.change, instance, [annaId]);
  const items = [1, 2].map(() => seedItem(server.change, instance, { userIds: [annaId], boxId }));
  const aggregateIds = (await Promise.all(items)).map(
    (entryId) =>
      `{"moduleName":"module_email","entryId":${entryId},"userId":${annaId},"sourceContainerId":0,"targetContainerId":0}`,
  );
  const peer = await StompPeer.as(anna);
  await anna.command('activity.delete', { aggregateIds });
  expect(await peer.event()).toMatchObject({ type: 'activity.changed' });
  expect(await peer.event()).toMatchObject({ type: 'account.audited', payload: { keys: ['audit'] } });
  peer.close();
  await anna.command('activity.restore', { aggregateIds: aggregateIds.slice(0, 1) });
  const refused = await ben.tryCommand('account.retryFailedJobs', { jobIds: ['1'] });
  expect(refused.body.code).toBe('RIGHT_MISSING');
  await ben.tryQuery('account.failedJobs');
  const ids = (await Promise.all(items)).map((id) => `email:${id}`);
  const entries = await entriesOf(instance);
  expectWhole(entries);
  expect(entries.slice(-4)).toMatchObject([
    {
      kind: 'items.deleted',
      user_name: 'anna',
      user_id: annaId,
      address: '127.0.0.1',
      device: 'node',
      subject: '2',
      details: { operation: 'activity.delete', items: '2', ids: ids.join(', ') },
    },
    { kind: 'items.restored', subject: '1', details: { ids: ids[0] } },
    { kind: 'access.refused', user_name: 'ben', subject: 'account.retryFailedJobs' },
    { kind: 'access.refused', user_name: 'ben', subject: 'account.failedJobs', details: { missing: 'administrator' } },
  ]);
});

test('a flood of refusals leaves as many entries as a minute may have, and their number', async () => {
  const own = await server.instance('flut');
  const repeats = createRepeats(server.change, server.platform.log);
  const tries = Array.from({ length: 3000 }, (_, index) => {
    const by = { userId: null, userName: index % 3 === 0 ? 'anna' : `name ${index}`, address: '192.0.2.7', device: '' };
    return repeats.audit(own, { kind: 'session.refused', subject: '', by });
  });
  await Promise.all(tries);
  await repeats.audit(own, { kind: 'access.refused', subject: 'x', by: { ...actor, userName: 'ben' } });
  expect(await entriesOf(own)).toHaveLength(61);
  await repeats.close();
  const entries = await entriesOf(own);
  expectWhole(entries);
  expect(entries.slice(61)).toMatchObject([
    { kind: 'session.refused', user_name: 'anna', details: { repeated: '999' } },
    { kind: 'session.refused', user_name: '', details: { repeated: String(2000 - 59) } },
  ]);
});

const actor = { userId: 1, userName: 'anna', address: '192.0.2.7', device: 'test' };

test('what is taken out again and again is one entry a minute, with how much and the first ids', async () => {
  const own = await server.instance('auszug');
  const repeats = createRepeats(server.change, server.platform.log, 50);
  for (let id = 1; id <= 30; id += 1) {
    const details = { operation: 'mail.source', items: '1', ids: `email:${id}` };
    await repeats.audit(own, { kind: 'data.exported', subject: '1', details, by: actor });
  }
  await expect.poll(async () => (await entriesOf(own)).length).toBeGreaterThan(1);
  await repeats.close();
  const entries = await entriesOf(own);
  expect(entries[0]).toMatchObject({ subject: '1', details: { ids: 'email:1' } });
  const taken = entries.reduce((sum, { details }) => sum + Number(details['items']), 0);
  expect(taken).toBe(30);
  expect(entries[1]?.details['ids']).toMatch(/^email:2, email:3/);
});
