import { MAX_RECEIVERS } from '@kontor/contract/message';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hastenJobs } from '../../platform/jobs/enqueue.ts';
import { codeOf, details, openMessages } from './testing/fixture.ts';

/** As many people as two messages go to at most. */
const PEOPLE = 2 * MAX_RECEIVERS + 1;

let fixture: Awaited<ReturnType<typeof openMessages>>;
let userIds: readonly number[];
/** Each the half of the receivers that one message may have, and one more; the third is as the first. */
const groups: number[] = [];

beforeAll(async () => {
  fixture = await openMessages();
  const { server, instance, anna, ids } = fixture;
  const { owner } = server.platform.database;
  const { rows } = await sql<{ user_id: number }>`
    insert into app_user (instance_id, user_name, rights)
      select ${instance.id}, 'person' || n, (select rights from app_user where instance_id = ${instance.id} and user_id = ${ids.ben})
      from generate_series(1, ${PEOPLE}) n returning user_id`.execute(owner);
  userIds = rows.map((row) => row.user_id);
  const half = MAX_RECEIVERS / 2 + 1;
  for (const [name, from] of [
    ['Werft', 0],
    ['Reederei', half],
    ['Werft noch einmal', 0],
  ] as const) {
    const { groupId } = await anna.command<{ groupId: number }>('account.createGroup', { name, userIds: [] });
    groups.push(groupId);
    await sql`insert into person_group_member (instance_id, group_id, user_id)
      select ${instance.id}, ${groupId}, id from unnest(${userIds.slice(from, from + half)}::int[]) as m (id)`.execute(
      owner,
    );
  }
});
afterAll(() => fixture?.server.close());

const inAnHour = () => new Date(fixture.server.platform.now() + 3_600_000).toISOString();
const group = (index: number) => ({ groupId: groups[index] ?? 0 });

/** How much there is of all that a message is made of. */
async function written(): Promise<unknown> {
  const { rows } =
    await sql`select (select count(*)::int from activity) as items, (select count(*)::int from activity_user) as rows,
    (select count(*)::int from message) as messages, (select count(*)::int from message_text) as texts,
    (select count(*)::int from message_member) as members, (select count(*)::int from message_waiting) as waiting,
    (select count(*)::int from message_draft) as drafts, (select count(*)::int from event_outbox) as events,
    (select count(*)::int from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier like 'message.%') as jobs`.execute(fixture.server.platform.database.owner);
  return rows[0];
}

test.each<[string, () => unknown, string]>([
  ['more people than a message may go to', () => userIds.slice(0, MAX_RECEIVERS + 1), '422 MESSAGE_TOO_MANY_RECEIVERS'],
  ['twice as many', () => userIds.slice(0, 2 * MAX_RECEIVERS), '422 MESSAGE_TOO_MANY_RECEIVERS'],
  ['more than can be named', () => userIds, '422 PARAMETERS_INVALID'],
  ['groups that are as many together', () => [group(0), group(1)], '422 MESSAGE_TOO_MANY_RECEIVERS'],
  [
    'a group and people beside it',
    () => [group(0), ...userIds.slice(-MAX_RECEIVERS / 2)],
    '422 MESSAGE_TOO_MANY_RECEIVERS',
  ],
])('a message to %s is refused, and nothing is written', async (_what, addressee, expected) => {
  const { anna, trySend } = fixture;
  const before = await written();
  for (const more of [{}, { sendAt: inAnHour() }, { undoSeconds: 5 }]) {
    const answer = await trySend(anna, addressee(), 'An zu viele', more);
    expect(await codeOf(Promise.resolve(answer))).toBe(expected);
    if (expected.endsWith('RECEIVERS')) expect(answer.body).toMatchObject({ data: { max: MAX_RECEIVERS } });
  }
  expect(await written()).toEqual(before);
});

test.each<[string, () => unknown]>([
  ['as many people as it may', () => userIds.slice(0, MAX_RECEIVERS)],
  ['people who are each named often', () => [...userIds.slice(0, MAX_RECEIVERS), ...userIds.slice(0, MAX_RECEIVERS)]],
  ['groups of the same people', () => [group(0), group(2), ...userIds.slice(0, 100)]],
])('a message to %s is taken', async (_what, addressee) => {
  const { anna, trySend } = fixture;
  // It is kept until then: that it is put into thousands of lists, other tests say.
  expect(await codeOf(trySend(anna, addressee(), 'An viele', { sendAt: inAnHour() }))).toBe('200');
});

test('a message that waits goes to nobody where its group has become too large, and is a draft again', async () => {
  const { anna, trySend, server, instance } = fixture;
  const { body } = await trySend(anna, group(0), 'An die Werft', { sendAt: inAnHour() });
  const { aggregateId, waitingId } = body.data as unknown as { aggregateId: string; waitingId: number };
  await sql`insert into person_group_member (instance_id, group_id, user_id)
    select ${instance.id}, ${group(0).groupId}, id from unnest(${[...userIds]}::int[]) as m (id) on conflict do nothing`.execute(
    server.platform.database.owner,
  );
  await hastenJobs(server.platform.database, [`message.dispatch:${instance.id}:${waitingId}`]);
  await expect.poll(async () => (await details(anna, aggregateId)).waiting).toEqual([]);
  expect(await details(anna, aggregateId)).toMatchObject({
    sendState: 0,
    texts: [],
    draft: { messageContent: '<p>An die Werft</p>' },
  });
});
