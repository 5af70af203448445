import { sql, type Insertable, type Selectable } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { Tables } from '../../../../platform/db/tables.ts';
import { namesOf } from '../../../account/index.ts';
import '../tables.ts';
import { lastLines, type ReceiverState } from '../rules.ts';

export type OutgoingRow = Selectable<Tables['mail_outgoing']>;
export type ReceiverRow = Selectable<Tables['mail_outgoing_receiver']>;
export type FileRow = Selectable<Tables['mail_outgoing_file']>;
type NewReceiver = Pick<ReceiverRow, 'address' | 'name' | 'field'>;
export type NewFile = Omit<FileRow, 'instance_id' | 'outgoing_id' | 'place'>;

/** Puts a mail into the outbox. Returns its id; undefined where there is one of the same draft. */
export async function insertOutgoing(
  db: Db,
  row: Insertable<Tables['mail_outgoing']>,
  receivers: readonly NewReceiver[],
  files: readonly NewFile[],
): Promise<number | undefined> {
  const made = await db
    .insertInto('mail_outgoing')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('outgoing_id')
    .executeTakeFirst();
  if (made === undefined) return undefined;
  const key = { instance_id: row.instance_id, outgoing_id: made.outgoing_id };
  await db
    .insertInto('mail_outgoing_receiver')
    .values(receivers.map((it) => ({ ...key, ...it, state: 'pending' as const, changed_at: row.created_at })))
    .execute();
  if (files.length > 0)
    await db
      .insertInto('mail_outgoing_file')
      .values(files.map((file, index) => ({ ...key, place: index, ...file })))
      .execute();
  return made.outgoing_id;
}

export const findOutgoing = (db: Db, instanceId: number, outgoingId: number): Promise<OutgoingRow | undefined> =>
  db
    .selectFrom('mail_outgoing')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('outgoing_id', '=', outgoingId)
    .executeTakeFirst();

/** The same for the rest of the transaction: nobody else decides about it meanwhile. */
export const lockOutgoing = (db: Db, instanceId: number, outgoingId: number): Promise<OutgoingRow | undefined> =>
  db
    .selectFrom('mail_outgoing')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('outgoing_id', '=', outgoingId)
    .forUpdate()
    .executeTakeFirst();

export async function updateOutgoing(
  db: Db,
  { instance_id: instanceId, outgoing_id: outgoingId }: Pick<OutgoingRow, 'instance_id' | 'outgoing_id'>,
  set: Partial<Insertable<Tables['mail_outgoing']>>,
): Promise<void> {
  await db
    .updateTable('mail_outgoing')
    .set(set)
    .where('instance_id', '=', instanceId)
    .where('outgoing_id', '=', outgoingId)
    .execute();
}

/** Leaves the text of a mail out that needs it no more: it stands in the mail itself. */
export async function forgetContent(db: Db, row: Pick<OutgoingRow, 'instance_id' | 'outgoing_id'>): Promise<void> {
  await sql`update mail_outgoing set fields = jsonb_set(fields, '{written,content}', '""')
    where instance_id = ${row.instance_id} and outgoing_id = ${row.outgoing_id}`.execute(db);
}

export const receiversOf = (db: Db, instanceId: number, outgoingIds: readonly number[]): Promise<ReceiverRow[]> =>
  outgoingIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('mail_outgoing_receiver')
        .selectAll()
        .where('instance_id', '=', instanceId)
        .where('outgoing_id', 'in', [...outgoingIds])
        .orderBy('outgoing_id')
        .orderBy(sql`array_position(array['to', 'cc', 'bcc'], field)`)
        .orderBy('address')
        .execute();

export async function setReceivers(
  db: Db,
  row: Pick<OutgoingRow, 'instance_id' | 'outgoing_id'>,
  states: ReadonlyMap<string, { readonly state: ReceiverState; readonly answer: string }>,
  now: Date,
): Promise<void> {
  const all = [...states];
  await sql`update mail_outgoing_receiver r set state = n.state, answer = n.answer, changed_at = ${now}
    from unnest(${all.map(([address]) => address)}::text[], ${all.map(([, it]) => it.state)}::text[],
      ${all.map(([, it]) => it.answer)}::text[]) as n (address, state, answer)
    where r.instance_id = ${row.instance_id} and r.outgoing_id = ${row.outgoing_id} and r.address = n.address`.execute(
    db,
  );
}

export const outgoingFiles = (db: Db, instanceId: number, outgoingId: number): Promise<FileRow[]> =>
  db
    .selectFrom('mail_outgoing_file')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('outgoing_id', '=', outgoingId)
    .orderBy('place')
    .execute();

const MAX_TRIES = 20;

/** Keeps what was said at a try; the last ones are kept. */
export async function insertLog(
  db: Db,
  row: Pick<OutgoingRow, 'instance_id' | 'outgoing_id'>,
  attempt: number,
  at: Date,
  lines: string,
): Promise<void> {
  await Promise.all([
    sql`insert into mail_smtp_log (instance_id, outgoing_id, attempt, at, lines)
      values (${row.instance_id}, ${row.outgoing_id}, ${attempt}, ${at}, ${lines})
      on conflict (instance_id, outgoing_id, attempt) do update set at = excluded.at, lines = excluded.lines`.execute(
      db,
    ),
    sql`delete from mail_smtp_log where instance_id = ${row.instance_id} and outgoing_id = ${row.outgoing_id}
      and attempt <= ${attempt - MAX_TRIES}`.execute(db),
  ]);
}

export const logOf = (db: Db, instanceId: number, outgoingId: number) =>
  db
    .selectFrom('mail_smtp_log')
    .select(['attempt', 'at', 'lines'])
    .where('instance_id', '=', instanceId)
    .where('outgoing_id', '=', outgoingId)
    .orderBy('attempt')
    .execute();

/** What was said at the tries of mails, by the mails, the newest last, and of what is longer its last lines. */
export async function lastLinesOf(
  db: Db,
  instanceId: number,
  outgoingIds: readonly number[],
  mostBytes: number,
): Promise<ReadonlyMap<number, string>> {
  if (outgoingIds.length === 0) return new Map();
  const { rows } = await sql<{ outgoing_id: number; lines: string }>`
    select outgoing_id, right(string_agg(lines, '' order by attempt), ${mostBytes}::int) as lines from mail_smtp_log
    where instance_id = ${instanceId} and outgoing_id = any(${[...outgoingIds]}::bigint[]) group by outgoing_id`.execute(
    db,
  );
  return new Map(rows.map(({ outgoing_id: id, lines }) => [id, lastLines(lines, mostBytes)]));
}

/** A mail in the outbox with what its line says beside it. */
export interface OutboxRow extends Pick<OutgoingRow, (typeof LISTED)[number]> {
  readonly subject: string;
  readonly sender_address: string;
  readonly by_name: string;
  readonly has_files: boolean;
}

/** Without what is written in it: there may be thousands of megabytes. */
const LISTED = [
  'outgoing_id',
  'sender_id',
  'account_id',
  'user_id',
  'mail_id',
  'cause',
  'stage',
  'process_id',
  'attempt',
  'send_at',
  'stage_at',
  'next_at',
  'answer',
  'fault',
  'raw_size',
] as const;

const selectOutbox = sql`select ${sql.join(LISTED.map((name) => sql.ref(`o.${name}`)))},
    o.fields #>> '{written,subject}' as subject, o.fields #>> '{from,address}' as sender_address,
    exists (select from mail_outgoing_file f where f.instance_id = o.instance_id and f.outgoing_id = o.outgoing_id
      and f.disposition = 'attachment') as has_files
  from mail_outgoing o`;

type Unnamed = Omit<OutboxRow, 'by_name'>;

/** Each with what who sent it is called. */
async function withNames(db: Db, instanceId: number, rows: readonly Unnamed[]): Promise<readonly OutboxRow[]> {
  const names = await namesOf(db, instanceId, [...new Set(rows.map((row) => row.user_id))]);
  return rows.map((row) => ({ ...row, by_name: names.get(row.user_id) ?? '' }));
}

const MAX_OUTBOX = 2000;
/** Those that are not on their way any more. */
const ENDED = sql`o.stage in ('accepted', 'cancelled')`;

/** What is on its way out, the soonest first, and then what ended since `since`, of one person or of some accounts. */
export async function outboxOf(
  db: Db,
  instanceId: number,
  who: { readonly userId: number } | { readonly accountIds: readonly number[] },
  since: Date,
): Promise<readonly OutboxRow[]> {
  const mine =
    'userId' in who ? sql`o.user_id = ${who.userId}` : sql`o.account_id = any(${[...who.accountIds]}::int[])`;
  const { rows } = await sql<Unnamed>`${selectOutbox}
    where o.instance_id = ${instanceId} and ${mine}
      and (o.stage in ('waiting', 'built', 'handing', 'data', 'unknown', 'refused') or o.stage_at >= ${since})
    order by ${ENDED}, o.send_at, o.outgoing_id limit ${atMost(MAX_OUTBOX)}`.execute(db);
  return withNames(db, instanceId, rows);
}

export async function outboxRow(db: Db, instanceId: number, outgoingId: number): Promise<OutboxRow | undefined> {
  const { rows } = await sql<Unnamed>`${selectOutbox}
    where o.instance_id = ${instanceId} and o.outgoing_id = ${outgoingId}`.execute(db);
  return (await withNames(db, instanceId, rows))[0];
}

/** The mails of ours that some items are, by the items' ids. */
export async function outgoingOfMails(
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
): Promise<ReadonlyMap<number, OutboxRow>> {
  const { rows } = await sql<Unnamed>`${selectOutbox}
    where o.instance_id = ${instanceId} and o.mail_id = any(${[...mailIds]}::bigint[]) and o.stage <> 'cancelled'`.execute(
    db,
  );
  const named = await withNames(db, instanceId, rows);
  return new Map(named.flatMap((row) => (row.mail_id === null ? [] : [[row.mail_id, row] as const])));
}

/** A mail of ours, and the box of the account that it is sent from. */
export type NamedOutgoing = OutgoingRow & { readonly box_id: number };

/** Mails of ours that these Message-IDs or references name. Whoever has got a mail knows its names: they prove nothing by themselves. */
export async function namedOutgoing(
  db: Db,
  instanceId: number,
  named: { readonly messageIds: readonly string[]; readonly references: readonly string[] },
): Promise<readonly NamedOutgoing[]> {
  if (named.messageIds.length === 0 && named.references.length === 0) return [];
  const { rows } = await sql<NamedOutgoing>`select o.*, a.box_id from (
      select * from mail_outgoing where instance_id = ${instanceId}
        and message_id = any(${named.messageIds.map((id) => `<${id}>`)}::text[])
      union select * from mail_outgoing where instance_id = ${instanceId} and reference = any(${[...named.references]}::text[])) o
    join mail_account a on a.instance_id = o.instance_id and a.account_id = o.account_id`.execute(db);
  return rows;
}

/** Those of some lines that did not reach somebody. */
export async function unreachedAmong(
  db: Db,
  instanceId: number,
  outgoingIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ outgoing_id: number }>`
    select distinct outgoing_id from mail_outgoing_receiver where instance_id = ${instanceId}
      and outgoing_id = any(${[...outgoingIds]}::bigint[]) and state in ('refused', 'bounced')`.execute(db);
  return new Set(rows.map((row) => row.outgoing_id));
}
