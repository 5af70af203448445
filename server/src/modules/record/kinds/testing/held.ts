import { sql } from 'kysely';
import type { TestServer } from '../../../../testing/server.ts';

/** Keeps the records of a kind from following it for as long as something is looked at; but for its first one, nothing else waits. */
export async function whileHeld(server: TestServer, kindId: number, check: () => Promise<void>): Promise<void> {
  const { owner } = server.platform.database;
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld: () => void = () => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const holding = owner.transaction().execute(async (db) => {
    await sql`select 1 from record where kind_id = ${kindId} order by record_id limit 1 for key share`.execute(db);
    isHeld();
    await released;
  });
  await held;
  try {
    await check();
  } finally {
    release();
    await holding;
  }
}
