import { randomUUID } from 'node:crypto';
import { activityCommands } from '@kontor/contract/activity';
import { HEADERS, formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedItem } from '../../modules/activity/factory.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { atOnce } from './at-once.ts';
import { createCommandRunner } from './command.ts';
import type { Instance, Person } from './context.ts';
import type { BoundCommand } from './manifest.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
  instance = await server.instance('sofort');
  annaId = await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

const seedMail = (): Promise<number> => seedItem(server.change, instance, { userIds: [annaId] });

const setState = (entryId: number, state: string, processId: string = randomUUID()) =>
  anna.tryCommand(
    'activity.setState',
    { aggregateIds: [formatAggregateId({ module: 'email', entryId, userId: annaId })], state },
    { processId },
  );

/** How an item stands, how often it was changed, and how many events and lines of its history tell of it. */
async function tracesOf(entryId: number) {
  const { rows } = await sql<{ status: number; version: number; edits: number }>`
    select v.status, a.version, (select count(*) from item_edit e where e.instance_id = a.instance_id and ${entryId}::bigint = any(e.activity_ids)) as edits
    from activity a join activity_user v using (instance_id, activity_id)
    where a.instance_id = ${instance.id} and a.activity_id = ${entryId}`.execute(server.platform.database.owner);
  return rows[0];
}

test('a command that was sent before answers what it answered, and changes nothing', async () => {
  const mail = await seedMail();
  const processId = randomUUID();
  const first = await setState(mail, 'ready', processId);
  await setState(mail, 'unseen');
  const before = await tracesOf(mail);
  const again = await setState(mail, 'ready', processId);
  expect(again.headers.get(HEADERS.replay)).toBe('true');
  expect(again.body.data).toEqual(first.body.data);
  expect(await tracesOf(mail)).toEqual(before);
  expect(before?.status).toBe(1);
});

test('a handler that has begun at once goes no further than its first statement where its command was sent before', async () => {
  let turns = 0;
  const bound: BoundCommand = {
    definition: activityCommands.setState,
    run: atOnce(async (ctx) => {
      await sql`select 1`.execute(ctx.db);
      turns += 1;
      return { aggregateIds: [], missing: [] };
    }),
  };
  const runner = createCommandRunner(server.platform, server.change, new Map([[bound.definition.name, bound]]), {
    loadPerson: async () => undefined,
    requireProof: async () => {},
    repeats: { audit: async () => {}, close: async () => {} },
  });
  const person = { id: annaId, userName: 'anna', from: { address: '', device: '' } } as Person;
  const by = { instance, person, via: 'bearer' as const, csrfToken: '', changeStamp: 0, versions: {} };
  const aggregateIds = [formatAggregateId({ module: 'email', entryId: 1, userId: annaId })];
  const request = {
    command: bound.definition.name,
    processId: randomUUID(),
    apiVersion: 1,
    parameters: { aggregateIds, state: 'ready' },
  };
  expect(await runner.run(by, request)).toMatchObject({ replayed: false });
  expect(await runner.run(by, request)).toMatchObject({ replayed: true });
  expect(turns).toBe(1);
});

test('a command that is sent several times at once takes effect once', async () => {
  const mail = await seedMail();
  const processId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => setState(mail, 'ready', processId)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.filter(({ headers }) => headers.get(HEADERS.replay) === 'true')).toHaveLength(4);
  expect(await tracesOf(mail)).toMatchObject({ status: 3, version: 2, edits: 1 });
});

test('another command under a process id that was used changes nothing', async () => {
  const mail = await seedMail();
  const processId = randomUUID();
  await setState(mail, 'ready', processId);
  const before = await tracesOf(mail);
  expect((await setState(mail, 'unseen', processId)).body).toMatchObject({ code: 'PROCESS_ID_REUSED' });
  expect(await tracesOf(mail)).toEqual(before);
});

test('a command that is refused leaves its process id free', async () => {
  const mail = await seedMail();
  const processId = randomUUID();
  expect((await setState(mail + 1_000_000, 'ready', processId)).body).toMatchObject({ code: 'NOT_FOUND' });
  expect((await setState(mail, 'ready', processId)).status).toBe(200);
  expect(await tracesOf(mail)).toMatchObject({ status: 3 });
});
