import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueJob } from '../../platform/jobs/enqueue.ts';
import type { TestClient } from '../../testing/client.ts';
import { GONE, NO, codeOf, details, entryOf, numberOf, openMessages, words } from './testing/fixture.ts';

// More than are put into lists at once.
const PEOPLE = 2100;

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
});
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
  await expect.poll(async () => (await details(anna, id)).sendState).toBe(3);
  expect(await countsOf(id)).toEqual({ lists: PEOPLE + 2, texts: 1, searched: PEOPLE + 2 });
  expect(await words(ben, id)).toEqual(['An alle']);
  await answer(ben, id, 'Gelesen');
  expect(await details(anna, id)).toMatchObject({ unread: 1, sendState: 3 });
});

test('a row of lists says how it stands with the first of many, and with how many of them, in less than 4 kB', async () => {
  const { anna, ben, ids, send, state } = fixture;
  const id = await send(anna, { groupId }, `An alle, ${'lang '.repeat(100)}`);
  await expect.poll(async () => (await details(anna, id)).sendState).toBe(3);
  await state(ben, id, 'ready');
  const found = await entryOf(anna, id);
  expect(found?.groupedStatus).toMatchObject({ calculated: 2 });
  expect(found?.groupedStatus.userList).toHaveLength(50);
  expect(found?.extras).toMatchObject({ userCounts: [PEOPLE, 1, 1], done: 1 });
  const { body } = await anna.tryQuery<{ rows: unknown[][] }>('message.items', { view: 'all' }, { format: 'rows' });
  const [row] = body.results.rows.filter((one) => one.includes(numberOf(id)));
  expect(JSON.stringify(row).length).toBeLessThan(4096);
  // Of a few all are named.
  const few = await entryOf(anna, await send(anna, [ids.ben, ids.carla], 'An zwei'));
  expect(few?.groupedStatus.userList).toHaveLength(3);
  expect(few?.extras).not.toHaveProperty('userCounts');
});

test('who has confirmed is a table, for who sent it', async () => {
  const { server, instance, anna, ben, dora, there, ids, send } = fixture;
  const { owner } = server.platform.database;
  const call = (userId: number, first: string, last: string) =>
    sql`update app_user set first_name = ${first}, last_name = ${last}
      where user_id = ${userId} and instance_id = ${instance.id}`.execute(owner);
  await call(ids.ben, '=HYPERLINK("https://boese.example")', '');
  await call(ids.carla, '@SUM(1;2)', 'Zu "Z"');
  const few = await send(anna, [ids.ben, ids.carla], 'Bitte bestätigen', { confirm: true });
  await ben.command('message.confirm', { aggregateId: few });
  const tableOf = async (by: TestClient, aggregateId: string, more: object = {}) => {
    const { body, headers } = await by.tryQuery('message.confirmations', { aggregateId, ...more });
    // What is no JSON is text as it came.
    const text = body as unknown as string;
    const lines = text.replace('\uFEFF', '').split('\r\n').filter(Boolean);
    return { headers, lines };
  };
  const { headers, lines } = await tableOf(anna, few);
  expect(headers.get('content-disposition')).toMatch(/bestaetigungen-\d{4}-\d\d-\d\d\.csv/);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe('"Name";"Bestätigt";"Zeit"');
  expect(lines).toContainEqual(
    expect.stringMatching(/^"'=HYPERLINK\(""https:\/\/boese\.example""\)";"ja";"\d{4}-.*Z"$/),
  );
  expect(lines).toContain('"\'@SUM(1;2) Zu ""Z""";"nein";""');
  expect((await tableOf(anna, few, { delimiter: ',' })).lines[0]).toBe('"Name","Confirmed","Time"');
  // Whether people are told who has read is of no matter.
  await anna.command('message.saveRules', { editMinutes: 60, readMarks: false });
  expect((await tableOf(anna, few)).lines.filter((line) => line.includes('"ja"'))).toHaveLength(1);
  await anna.command('message.saveRules', { editMinutes: 60, readMarks: true });

  const many = await send(anna, { groupId }, 'Alle bestätigen', { confirm: true });
  expect((await tableOf(anna, many)).lines).toHaveLength(1 + PEOPLE + 1);
  const plain = await send(anna, ids.ben, 'Ohne Bestätigung');
  expect(await codeOf(anna.tryQuery('message.confirmations', { aggregateId: plain }))).toBe(NO);
  expect(await codeOf(ben.tryQuery('message.confirmations', { aggregateId: few }))).toBe(NO);
  for (const by of [there, dora])
    expect(await codeOf(by.tryQuery('message.confirmations', { aggregateId: few }))).toBe(GONE);
  // Somebody who is gone stays in it by their name.
  await sql`update app_user set is_active = false where user_id = ${ids.carla} and instance_id = ${instance.id}`.execute(
    owner,
  );
  expect((await tableOf(anna, few)).lines).toHaveLength(3);
});

test('where that broke off it goes on with those who have it in no list yet', async () => {
  const { anna, ben, ids, send, server, instance } = fixture;
  const { owner } = server.platform.database;
  const id = await send(anna, { groupId }, 'Noch einmal an alle');
  await expect.poll(async () => (await details(anna, id)).sendState).toBe(3);
  const messageId = numberOf(id);
  await sql`update message_member set is_listed = false where message_id = ${messageId} and user_id >= ${ids.ben}
    and user_id <> ${ids.anna} and user_id % 2 = ${ids.ben % 2}`.execute(owner);
  await sql`delete from activity_user where activity_id = ${messageId} and user_id in (
    select user_id from message_member where message_id = ${messageId} and not is_listed)`.execute(owner);
  expect(await details(anna, id)).toMatchObject({ sendState: 2 });
  expect(await codeOf(ben.tryQuery('message.details', { aggregateId: id }))).toBe('404 NOT_FOUND');
  await enqueueJob(owner, 'message.deliver', { instanceId: instance.id, messageId });
  await expect.poll(async () => (await details(anna, id)).sendState).toBe(3);
  expect(await countsOf(id)).toEqual({ lists: PEOPLE + 2, texts: 1, searched: PEOPLE + 2 });
  expect(await words(ben, id)).toEqual(['Noch einmal an alle']);
});
