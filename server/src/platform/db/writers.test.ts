import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Db } from './database.ts';
import { writersEnded } from './writers.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  db = server.platform.database.forInstance((await server.instance('nordwerk')).id);
});
afterAll(() => server?.close());

/** A transaction that holds a box, as whoever lists mails does, until it is let go. */
async function holding(): Promise<() => Promise<void>> {
  let go = (): void => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  let began = (): void => {};
  const begun = new Promise<void>((resolve) => (began = resolve));
  const work = db.transaction().execute(async (inner) => {
    await sql`select pg_current_xact_id()`.execute(inner);
    began();
    await held;
  });
  await begun;
  return async () => {
    go();
    await work;
  };
}

test('those who write are waited for, those who only read or begin later are not', async () => {
  const end = await holding();
  expect(await writersEnded(db, 200)).toBe(false);
  const waited = writersEnded(db, 20_000);
  const later = await holding();
  await end();
  expect(await waited).toBe(true);
  await later();
  await db.transaction().execute(async (inner) => {
    await sql`select 1`.execute(inner);
    expect(await writersEnded(db, 20_000)).toBe(true);
  });
});
