import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { tablesOfInstances } from '../../testing/fill-tables.ts';
import {
  anna,
  ben,
  benAt,
  codeOf,
  post,
  savePlace,
  secondDevice,
  server,
  usePresenceFixture,
  watchedPlace,
} from './testing/fixture.ts';

usePresenceFixture();

describe('nothing is kept of who moves where', () => {
  test('no table has more than what is now', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name in ('user_state', 'user_presence', 'automatic_state', 'automatic_key', 'presence_wait', 'fence_token')
        and column_name <> 'instance_id'
      order by 1`.execute(server.platform.database.owner);
    expect(rows.map(({ name }) => name)).toEqual([
      ...['automatic_id', 'key_hash', 'session_id'].map((column) => `automatic_key.${column}`),
      ...[
        'automatic_id',
        'gone',
        'icon',
        'latitude',
        'longitude',
        'name',
        'owner_id',
        'radius',
        'schedule',
        'state_id',
      ].map((column) => `automatic_state.${column}`),
      ...['created_at', 'device_name', 'session_id', 'token_hash', 'valid_until'].map(
        (column) => `fence_token.${column}`,
      ),
      ...['of_user_id', 'until', 'user_id'].map((column) => `presence_wait.${column}`),
      ...[
        'automatic_at',
        'automatic_id',
        'automatic_session',
        'chosen_at',
        'hidden',
        'personal_text',
        'previous_state_id',
        'state_id',
        'until',
        'user_id',
        'version',
      ].map((column) => `user_presence.${column}`),
      ...['colour', 'counts', 'gone', 'icon', 'is_busy', 'sort', 'state_id', 'text_de', 'text_en', 'type'].map(
        (column) => `user_state.${column}`,
      ),
    ]);
  });

  test('no table grows by fifty words of a fence', async () => {
    const { owner } = server.platform.database;
    const watched = await watchedPlace(ben);
    const home = await watchedPlace(ben, { name: 'Zuhause' });
    // The first of each makes what there is one of: a count of tries for an address, a stamp of what changed for a person.
    await post(benAt(watched), 1);
    await post(benAt(watched), 0);
    const counts = async (): Promise<Record<string, number>> => {
      const found: Record<string, number> = {};
      for (const table of await tablesOfInstances(owner)) {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(owner);
        found[table] = rows[0]?.n ?? 0;
      }
      return found;
    };
    const before = await counts();
    for (let n = 0; n < 25; n += 1) {
      const at = n % 2 === 0 ? watched : home;
      expect(await codeOf(post(benAt(at), 1))).toBe('200 1');
      expect(await codeOf(post(benAt(at), 0))).toBe('200 0');
    }
    expect(await counts()).toEqual(before);
  });

  test('the audit log hears of places for all, and of nobody who enters them', async () => {
    const office = (await savePlace(anna, { isForAll: true, name: 'Zentrale' })).body.data.automaticUserStateId;
    const { key } = await ben.command<{ key: string }>('presence.subscribe', { automaticUserStateId: office });
    await post(benAt({ id: office, key }), 1);
    await savePlace(ben, { name: 'zqgeheim' });
    const { entries } = await anna.query<{ entries: { kind: string; subject: string }[] }>('account.auditLog', {});
    expect(entries.filter(({ subject }) => subject === 'place Zentrale')).toMatchObject([
      { kind: 'instance.changed', details: { change: 'made' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('zqgeheim');
    expect(
      entries.filter(({ kind, subject }) => kind === 'instance.changed' && subject.startsWith('place')),
    ).toHaveLength(entries.filter(({ subject }) => subject.startsWith('place')).length);
  });

  test('signing out leaves no key behind', async () => {
    const phone = await secondDevice('ben');
    await watchedPlace(phone);
    await phone.send('/auth/logout', {
      method: 'POST',
      headers: phone.headers({ 'Content-Type': 'application/json' }),
      body: '{}',
    });
    const { rows } = await sql`select from automatic_key k join session s using (instance_id, session_id)
      where s.ended_at is not null`.execute(server.platform.database.owner);
    expect(rows).toEqual([]);
  });
});
