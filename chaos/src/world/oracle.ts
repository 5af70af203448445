import { kindNameOf } from '@kontor/contract/kernel';
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
create table chaos_text (step bigint default nextval('chaos_step'), xid xid8 default pg_current_xact_id(),
  instance_id int, message_id bigint, segment_id int, no int, sent_by int, edit int, content text);
create table chaos_pointer (step bigint default nextval('chaos_step'), xid xid8 default pg_current_xact_id(),
  instance_id int, message_id bigint, segment_id int, user_id int, read_no int, last_no int);
create function chaos_note_text() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into chaos_text (instance_id, message_id, segment_id, no, sent_by, edit, content)
  values (new.instance_id, new.message_id, new.segment_id, new.no, new.sent_by, new.edit, new.content);
  return null;
end $$;
create function chaos_note_member() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into chaos_pointer (instance_id, message_id, segment_id, user_id, read_no, last_no)
  select new.instance_id, new.message_id, new.segment_id, new.user_id, new.read_no, coalesce((select s.last_no from message_segment s
    where s.instance_id = new.instance_id and s.message_id = new.message_id and s.segment_id = new.segment_id), 0);
  return null;
end $$;
create function chaos_note_sender() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into chaos_pointer (instance_id, message_id, segment_id, user_id, read_no, last_no)
  select new.instance_id, new.message_id, new.segment_id, m.begun_by, new.sender_read_no, new.last_no from message m
    where m.instance_id = new.instance_id and m.message_id = new.message_id and not m.is_open;
  return null;
end $$;
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
create trigger chaos_text after insert or update of content on message_text for each row execute function chaos_note_text();
create trigger chaos_member after update of read_no on message_member for each row execute function chaos_note_member();
create trigger chaos_sender after insert or update on message_segment for each row execute function chaos_note_sender();
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
  /** Number of the text that it answered; null where it is about none. */
  readonly no: number | null;
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

/** A segment of a message. */
export interface SegmentOf {
  readonly instance: string;
  readonly id: number;
  readonly segment: number;
}

/** A text was said, or is another since. */
export interface StoredText extends SegmentOf {
  readonly step: number;
  readonly xid: string;
  readonly person: string;
  readonly no: number;
  readonly edit: number;
  readonly content: string;
}

/** Somebody has read as far as a text, of so many that there were. */
export interface StoredPointer extends SegmentOf {
  readonly step: number;
  readonly person: string;
  readonly readNo: number;
  readonly lastNo: number;
}

export interface Stored {
  readonly commands: readonly StoredCommand[];
  readonly versions: readonly StoredVersion[];
  readonly states: readonly StoredState[];
  readonly texts: readonly StoredText[];
  readonly pointers: readonly StoredPointer[];
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
  const [commands, versions, states, texts, pointers] = [
    await ask<Omit<StoredCommand, 'ids' | 'no'> & { answer: { aggregateIds?: string[]; no?: number } | null }>(
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
    await ask<StoredText & pg.QueryResultRow>(
      url,
      `select t.step, t.xid::text, i.name as instance, t.message_id as id, t.segment_id as segment, u.user_name as person, t.no, t.edit, t.content
        from chaos_text t join instance i using (instance_id)
        join app_user u on u.instance_id = t.instance_id and u.user_id = t.sent_by order by step`,
    ),
    await ask<StoredPointer & pg.QueryResultRow>(
      url,
      `select p.step, i.name as instance, p.message_id as id, p.segment_id as segment, u.user_name as person, p.read_no as "readNo",
        p.last_no as "lastNo" from chaos_pointer p join instance i using (instance_id) join app_user u using (instance_id, user_id)
        order by step`,
    ),
  ];
  return {
    commands: commands.map(({ answer, ...command }) => ({
      ...command,
      ids: (answer?.aggregateIds ?? []).map((id) => (JSON.parse(id) as { entryId: number }).entryId),
      no: answer?.no ?? null,
    })),
    versions,
    states,
    texts,
    pointers,
  };
}

/** A text as it is stored at this moment. */
export interface TextNow {
  readonly no: number;
  readonly sendBy: number;
  readonly message: string;
  readonly edit: number;
}

/** Every text of each message in the order of its thread, by instance, message and segment as `nord 7 2`; the first one of all in each. */
export async function readThreads(url: string): Promise<ReadonlyMap<string, readonly TextNow[]>> {
  const rows = await ask<TextNow & { thread: string }>(
    url,
    `select i.name || ' ' || s.message_id || ' ' || s.segment_id as thread, t.no, t.sent_by as "sendBy", t.content as message, t.edit
      from message_segment s join instance i using (instance_id)
      join message_text t on t.instance_id = s.instance_id and t.message_id = s.message_id and t.segment_id in (0, s.segment_id)
        and (t.segment_id = s.segment_id or t.no = 0)
      order by s.message_id, s.segment_id, t.no`,
  );
  return Map.groupBy(rows, ({ thread }) => thread);
}

/** Every item that a person sees, newest first, as it is stored. */
export async function readRows(url: string): Promise<ReadonlyMap<string, readonly ShownRow[]>> {
  const rows = await ask<Omit<ShownRow, 'module'> & { who: string; kind: number }>(
    url,
    `select i.name || ' ' || u.user_name as who, au.activity_id as id, a.module as kind, floor(date_part('epoch', au.ts))::bigint as timestamp,
        a.version, au.status, au.archived, au.trashed
      from activity_user au join activity a using (instance_id, activity_id) join instance i using (instance_id)
      join app_user u using (instance_id, user_id) order by au.ts desc, au.activity_id desc`,
  );
  const shown = rows.map(({ kind, version, ...row }) => {
    const module = kindNameOf(kind);
    return { ...row, module, version: module === 'message' ? 0 : version };
  });
  return Map.groupBy(shown, ({ who }) => who);
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
