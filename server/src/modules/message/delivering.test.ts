import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueJob } from '../../platform/jobs/enqueue.ts';
import { codeOf, details, numberOf, openMessages, words } from './testing/fixture.ts';

const PEOPLE = 1100;

let fixture: Awaited<ReturnType<typeof openMessages>>;
let groupId: number;
beforeAll(async () => {
  fixture = await openMessages();
  const { server, instance, anna, ids } = fixture;
  const { owner } = server.platform.database;
  ({ groupId } = await anna.command<{ groupId: number }>('account.createGroup', {
    name: 'Belegschaft',
    userIds: [ids.ben],
  }));
  await sql`with more as (
      insert into app_user (instance_id, user_name, rights)
      select ${instance.id}, 'person' || n, (select rights from app_user where instance_id = ${instance.id} and user_id = ${ids.ben})
      from generate_series(1, ${PEOPLE}) n returning user_id
    )
    insert into person_group_member (instance_id, group_id, user_id) select ${instance.id}, ${groupId}, user_id from more`.execute(
    owner,
  );
}, 120_000);
afterAll(() => fixture?.server.close());

/** Into how many lists a message was put, and how many texts it has. */
async function countsOf(aggregateId: string) {
  const { rows } = await sql<{ lists: number; texts: number; searched: number }>`
    select (select count(*)::int from activity_user where activity_id = ${numberOf(aggregateId)}) as lists,
      (select count(*)::int from message_text where message_id = ${numberOf(aggregateId)}) as texts,
      (select cardinality(viewers) from activity_search where activity_id = ${numberOf(aggregateId)}) as searched`.execute(
    fixture.server.platform.database.owner,
  );
  return rows[0];
}

test('what goes to many is one text, and is put into their lists in pieces', async () => {
  const { anna, ben, send, answer } = fixture;
  const id = await send(anna, { groupId }, 'An alle');
  expect(await details(anna, id)).toMatchObject({ receiverCount: PEOPLE + 1, group: 'Belegschaft' });
  await expect.poll(async () => (await details(anna, id)).sendState, { timeout: 60_000 }).toBe(3);
  expect(await countsOf(id)).toEqual({ lists: PEOPLE + 2, texts: 1, searched: PEOPLE + 2 });
  expect(await words(ben, id)).toEqual(['An alle']);
  await answer(ben, id, 'Gelesen');
  expect(await details(anna, id)).toMatchObject({ unread: 1, sendState: 3 });
});

test('where that broke off it goes on with those who have it in no list yet', async () => {
  const { anna, ben, ids, send, server, instance } = fixture;
  const { owner } = server.platform.database;
  const id = await send(anna, { groupId }, 'Noch einmal an alle');
  await expect.poll(async () => (await details(anna, id)).sendState, { timeout: 60_000 }).toBe(3);
  const messageId = numberOf(id);
  await sql`update message_member set is_listed = false where message_id = ${messageId} and user_id >= ${ids.ben}
    and user_id <> ${ids.anna} and user_id % 2 = ${ids.ben % 2}`.execute(owner);
  await sql`delete from activity_user where activity_id = ${messageId} and user_id in (
    select user_id from message_member where message_id = ${messageId} and not is_listed)`.execute(owner);
  expect(await details(anna, id)).toMatchObject({ sendState: 2 });
  expect(await codeOf(ben.tryQuery('message.details', { aggregateId: id }))).toBe('404 NOT_FOUND');
  await enqueueJob(owner, 'message.deliver', { instanceId: instance.id, messageId });
  await expect.poll(async () => (await details(anna, id)).sendState, { timeout: 60_000 }).toBe(3);
  expect(await countsOf(id)).toEqual({ lists: PEOPLE + 2, texts: 1, searched: PEOPLE + 2 });
  expect(await words(ben, id)).toEqual(['Noch einmal an alle']);
});
