import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '../platform/operation/change.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts';
import { fillDemo } from './fill.ts';
import { demoMails } from './mails.ts';
import { seedDemo } from './seed.ts';
import { fillingSince } from './store.ts';

/** Changes beside the mails: records, documents, tasks, memos, messages, appointments, calls, mailboxes. */
const BEFORE_MAILS = 7;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
});
afterAll(() => server.close());

async function mailTimes(): Promise<readonly number[]> {
  const rows = await server.platform.database.owner
    .selectFrom('activity')
    .select('ts')
    .where('module', '=', 1)
    .orderBy('ts', 'desc')
    .execute();
  return rows.map(({ ts }) => new Date(ts).getTime());
}

/** Fills the demo, and stops after so many changes. */
function fillUntil(most: number): Promise<number | undefined> {
  const stopped = Promise.withResolvers<void>();
  let changes = 0;
  const change: Change = async (...about) => {
    const answer = await server.change(...about);
    changes += 1;
    if (changes === most) stopped.resolve();
    return answer;
  };
  return fillDemo(server.platform, change, stopped.promise);
}

test('the demo is filled from its newest mail on, and goes on where it was stopped', async () => {
  const { platform } = server;
  await seedDemo(platform, TEST_PASSWORD);
  const chosen = platform.database.owner.selectFrom('user_setting').select('value').where('key', '=', 'grouping');
  expect((await chosen.execute()).map(({ value }) => value)).toEqual(['reason', 'reason', 'reason']);
  const filling = await fillingSince(platform.database.owner);
  const mails = await demoMails(filling?.since ?? new Date(0));

  expect(await fillUntil(BEFORE_MAILS + 1)).toBeUndefined();
  const first = await mailTimes();
  expect(first[0]).toBe(Math.floor((mails.at(-1)?.date.getTime() ?? 0) / 1000) * 1000);
  expect(first.length).toBeLessThan(mails.length / 2);

  // Up to the records of earlier years, which come last and are of no matter here.
  expect(await fillUntil(BEFORE_MAILS + Math.ceil(mails.length / 20))).toBeUndefined();
  expect((await mailTimes()).length).toBe(mails.length);
  expect(await fillingSince(platform.database.owner)).toEqual(filling);
});
