import type pg from 'pg';
import { hashToken, newToken } from '../../server/src/modules/account/tokens.ts';
import { TestClient } from '../../server/src/testing/client.ts';

/** Signs people of an instance in, by their ids, with rows of the database: thousands of passwords would take minutes to be compared. */
export async function signInAll(
  client: pg.Client,
  base: string,
  instance: { readonly id: number; readonly name: string },
  userIds: readonly number[],
): Promise<TestClient[]> {
  const tokens = userIds.map(() => newToken(instance.id));
  await client.query(
    `insert into session (instance_id, session_id, user_id, kind, token_hash, token_issued_at, created_at, last_used_at, expires_at)
      select $1, gen_random_uuid(), u.id, 'bearer', u.hash, now(), now(), now(), now() + interval '1 day'
      from unnest($2::int[], $3::bytea[]) as u (id, hash)`,
    [instance.id, userIds, tokens.map(hashToken)],
  );
  return tokens.map((token) => new TestClient(base, instance.name, token));
}
