import { SETTINGS, type PersonKey, type PersonSetting, type Settings } from '@kontor/contract/settings';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Db } from '../../platform/db/database.ts';
import './tables.ts';

/** What a person has set: all of it, or these keys. */
export async function readSettings(
  db: Db,
  instanceId: number,
  userId: number,
  keys?: readonly string[],
): Promise<PersonSetting[]> {
  return db
    .selectFrom('user_setting')
    .select(['key', 'value', 'version'])
    .where('instance_id', '=', instanceId)
    .where('user_id', '=', userId)
    .$if(keys !== undefined, (query) => query.where('key', 'in', keys ?? []))
    .orderBy('key')
    .execute();
}

/** What some people have set of some settings; where one of them has not, or what is stored is none of what it may be any more, the default. */
export async function settingsOf<K extends PersonKey>(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
  keys: readonly K[],
): Promise<ReadonlyMap<number, Pick<Settings, K>>> {
  const { rows } = await sql<{ user_id: number; key: K; value: unknown }>`select user_id, key, value from user_setting
    where instance_id = ${instanceId} and user_id = any(${[...userIds]}::int[]) and key = any(${[...keys]}::text[])`.execute(
    db,
  );
  const defaults = Object.fromEntries(keys.map((key) => [key, SETTINGS[key].default])) as Pick<Settings, K>;
  const known = Map.groupBy(rows, (row) => row.user_id);
  return new Map(
    userIds.map((userId) => {
      const chosen = (known.get(userId) ?? []).filter(({ key, value }) => v.is(SETTINGS[key].schema, value));
      return [userId, { ...defaults, ...Object.fromEntries(chosen.map(({ key, value }) => [key, value])) }];
    }),
  );
}

/** Those who have switched off a setting that is usually on, of an instance. */
export async function peopleWithout(db: Db, instanceId: number, key: 'messageReadMarks'): Promise<ReadonlySet<number>> {
  // As the condition of its index says: settings of all other people and things are not looked at.
  const { rows } = await sql<{ user_id: number }>`select user_id from user_setting
    where instance_id = ${instanceId} and key = ${sql.lit(key)} and value = 'false'`.execute(db);
  return new Set(rows.map((row) => row.user_id));
}

export interface Choice {
  readonly key: string;
  /** Undefined: reset. */
  readonly value: unknown;
  readonly version: number;
}

/** Writes choices that are not older than what is there, and returns the keys of those. */
export async function writeChoices(
  db: Db,
  instanceId: number,
  userId: number,
  choices: readonly Choice[],
): Promise<readonly string[]> {
  // In one order, so that two devices of a person never wait for each other.
  const sorted = choices.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await sql<{ key: string }>`
    insert into user_setting as s (instance_id, user_id, key, value, version)
    select ${instanceId}, ${userId}, c.key, c.value::jsonb, c.version
    from unnest(
      ${sorted.map(({ key }) => key)}::text[],
      ${sorted.map(({ value }) => (value === undefined ? null : JSON.stringify(value)))}::text[],
      ${sorted.map(({ version }) => version)}::bigint[]
    ) as c (key, value, version)
    on conflict (instance_id, user_id, key) do update set value = excluded.value, version = excluded.version
    where s.version <= excluded.version
    returning s.key`.execute(db);
  return rows.map(({ key }) => key);
}
