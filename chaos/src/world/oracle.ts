import pg from 'pg';
import type { ShownRow } from '../clients/lists.ts';

/**
 * What the database saw, written by triggers of this run beside the product's own tables. One counter numbers it all: as an item is
 * held by its transaction when it is changed, the numbers of one item are in the order of what happened to it.
 */
const RECORDER = `
create sequence chaos_step;
create table chaos_command (step bigint default nextval('chaos_step'), xid xid8 default pg_current_xact_id(),
  instance_id int, user_id int, process_id uuid, command text, state text, answer json);
create table chaos_version (step bigint default nextval('chaos_step'), xid xid8 default pg_current_xact_id(),
  instance_id int, activity_id bigint, version int);
create table chaos_state (step bigint default nextval('chaos_step'), xid xid8 default pg_current_xact_id(),
  instance_id int, activity_id bigint, user_id int, status smallint, archived boolean, trashed boolean);
create function chaos_note_command() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into chaos_command (instance_id, user_id, process_id, command, state, answer)
  values (new.instance_id, new.user_id, new.process_id, new.command, new.state, new.answer);
  return null;
end $$;
create function chaos_note_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into chaos_version (instance_id, activity_id, version) values (new.instance_id, new.activity_id, new.version);
  return null;
end $$;
create function chaos_note_state() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into chaos_state (instance_id, activity_id, user_id, status, archived, trashed)
  values (new.instance_id, new.activity_id, new.user_id, new.status, new.archived, new.trashed);
  return null;
end $$;
create trigger chaos_command after update of answer on command_log for each row execute function chaos_note_command();
create trigger chaos_version_new after insert on activity for each row execute function chaos_note_version();
create trigger chaos_version after update on activity for each row when (old.version <> new.version)
  execute function chaos_note_version();
create trigger chaos_state after insert or update on activity_user for each row execute function chaos_note_state();
`;

/** A command as the server has carried it out, at the end of its transaction. */
export interface StoredCommand {
  readonly step: number;
  readonly xid: string;
  readonly instance: string;
  readonly person: string;
  readonly processId: string;
  readonly command: string;
  readonly state: string;
  /** Items that it answered to have changed. */
  readonly ids: readonly number[];
}

/** An item has got a version. */
export interface StoredVersion {
  readonly step: number;
  readonly xid: string;
  readonly instance: string;
  readonly id: number;
  readonly version: number;
}

/** An item has got a state for one person. */
export interface StoredState {
  readonly step: number;
  readonly xid: string;
  readonly instance: string;
  readonly person: string;
  readonly id: number;
  readonly status: number;
  readonly archived: boolean;
  readonly trashed: boolean;
}

export interface Stored {
  readonly commands: readonly StoredCommand[];
  readonly versions: readonly StoredVersion[];
  readonly states: readonly StoredState[];
}

const { Client, TypeOverrides } = pg;
const types = new TypeOverrides();
types.setTypeParser(20, Number);

/** Runs SQL on a connection of its own, which any fault may end. */
export async function ask<R extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  const client = new Client({ connectionString: url, types, connectionTimeoutMillis: 5000, application_name: 'chaos' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text, [...values])).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Begins to record. */
export const installRecorder = (url: string): Promise<unknown> => ask(url, RECORDER);

/** All that was recorded. */
export async function readRecord(url: string): Promise<Stored> {
  const [commands, versions, states] = [
    await ask<Omit<StoredCommand, 'ids'> & { answer: { aggregateIds?: string[] } | null }>(
      url,
      `select c.step, c.xid::text, i.name as instance, u.user_name as person, c.process_id::text as "processId", c.command, c.state,
        c.answer from chaos_command c join instance i using (instance_id) join app_user u using (instance_id, user_id) order by step`,
    ),
    await ask<StoredVersion & pg.QueryResultRow>(
      url,
      `select v.step, v.xid::text, i.name as instance, v.activity_id as id, v.version
        from chaos_version v join instance i using (instance_id) order by step`,
    ),
    await ask<StoredState & pg.QueryResultRow>(
      url,
      `select s.step, s.xid::text, i.name as instance, u.user_name as person, s.activity_id as id, s.status, s.archived, s.trashed
        from chaos_state s join instance i using (instance_id) join app_user u using (instance_id, user_id) order by step`,
    ),
  ];
  return {
    commands: commands.map(({ answer, ...command }) => ({
      ...command,
      ids: (answer?.aggregateIds ?? []).map((id) => (JSON.parse(id) as { entryId: number }).entryId),
    })),
    versions,
    states,
  };
}

/** Every item that a person sees, newest first, as it is stored. */
export async function readRows(url: string): Promise<ReadonlyMap<string, readonly ShownRow[]>> {
  const rows = await ask<ShownRow & { who: string }>(
    url,
    `select i.name || ' ' || u.user_name as who, au.activity_id as id, a.version, au.status, au.archived, au.trashed
      from activity_user au join activity a using (instance_id, activity_id) join instance i using (instance_id)
      join app_user u using (instance_id, user_id) order by au.ts desc, au.activity_id desc`,
  );
  return Map.groupBy(rows, ({ who }) => who);
}

/** What stands in the lists under a text, by instance. */
export const countTitles = (url: string): Promise<{ instance: string; title: string; count: number }[]> =>
  ask(
    url,
    `select i.name as instance, a.information as title, count(*) as count
      from activity a join instance i using (instance_id) group by 1, 2`,
  );

/** Work that waits, and work that was given up. Commands and schedules that come again by themselves are none. */
export const readJobs = (url: string): Promise<{ task: string; attempts: number; error: string | null }[]> =>
  ask(
    url,
    `select t.identifier as task, j.attempts, j.last_error as error from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where j.run_at < now() + interval '1 hour'`,
  );

/** How many connections of the server there are, and how many of them hold a transaction open and do nothing. */
export async function readConnections(url: string): Promise<{ all: number; idle: number }> {
  const [row] = await ask<{ all: number; idle: number }>(
    url,
    `select count(*) as all, count(*) filter (where state like 'idle in transaction%' and now() - state_change > interval '2 seconds') as idle
      from pg_stat_activity where datname = current_database() and application_name = 'kontor'`,
  );
  return row ?? { all: 0, idle: 0 };
}

/** Ends all of the server's sessions. */
export async function endSessions(url: string): Promise<number> {
  const rows = await ask(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rows.length;
}
