import { sql } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { MailPeople } from '../../store/tables.ts';
import '../tables.ts';

/** Boxes of accounts, in which mails are. */
export async function mailBoxes(db: Db, instanceId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ box_id: number }>`
    select distinct box_id from mail_account where instance_id = ${instanceId} and removed_at is null order by box_id`.execute(
    db,
  );
  return rows.map((row) => row.box_id);
}

/** The newest mail of a box; 0 where it has none. */
export async function newestOf(db: Db, instanceId: number, boxId: number): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(activity_id) as newest from activity_user where instance_id = ${instanceId} and box_id = ${boxId}
      and user_id in (select user_id from box_member where instance_id = ${instanceId} and box_id = ${boxId})`.execute(
    db,
  );
  return rows[0]?.newest ?? 0;
}

/** How far the mails of a box are counted, taken for this transaction: one at a time counts on. */
export async function takeCounted(db: Db, instanceId: number, boxId: number): Promise<number> {
  await sql`insert into mail_counted (instance_id, box_id, up_to) values (${instanceId}, ${boxId}, 0)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ up_to: number }>`
    select up_to from mail_counted where instance_id = ${instanceId} and box_id = ${boxId} for update`.execute(db);
  return rows[0]?.up_to ?? 0;
}

export async function setCounted(db: Db, instanceId: number, boxId: number, upTo: number): Promise<void> {
  await sql`update mail_counted set up_to = ${upTo} where instance_id = ${instanceId} and box_id = ${boxId}`.execute(
    db,
  );
}

export interface CountedMail {
  readonly mail_id: number;
  readonly people: MailPeople;
  readonly outgoing: boolean;
  readonly automatic: boolean;
  readonly ts: Date;
}

/** The next mails of a box, with whom they were exchanged; spam is nobody's exchange. */
export async function nextMails(
  db: Db,
  instanceId: number,
  boxId: number,
  range: { readonly after: number; readonly upTo: number },
  most: number,
): Promise<readonly CountedMail[]> {
  const { rows } = await sql<CountedMail>`
    select m.mail_id, m.people, a.direction = 1 as outgoing, m.auto_submitted or next.spam as automatic, a.ts
    from (
      select activity_id, bool_and(spam) as spam from activity_user
      where instance_id = ${instanceId} and box_id = ${boxId} and activity_id > ${range.after} and activity_id <= ${range.upTo}
      group by activity_id order by activity_id limit ${atMost(most)}
    ) next
    join mail m on m.instance_id = ${instanceId} and m.mail_id = next.activity_id
    join activity a on a.instance_id = ${instanceId} and a.activity_id = next.activity_id
    order by m.mail_id`.execute(db);
  return rows;
}

/** What is added to what is known of an address. */
export interface Exchange {
  readonly address: string;
  readonly name: string;
  readonly sent: number;
  readonly received: number;
  readonly at: Date;
  readonly words: readonly string[];
}

/** Adds to what is known of whom a box has exchanged mails with. The newest name that is none of the address itself stays. */
export async function addExchanges(
  db: Db,
  instanceId: number,
  boxId: number,
  exchanges: readonly Exchange[],
): Promise<void> {
  if (exchanges.length === 0) return;
  const rows = exchanges.map(({ words, at, ...rest }) => ({ ...rest, at: at.toISOString(), words: words.join(' ') }));
  await sql`
    insert into mail_correspondent as c (instance_id, box_id, address, name, sent, received, last_at, words)
    select ${instanceId}, ${boxId}, n.address, n.name, n.sent, n.received, n.at, array_to_tsvector(string_to_array(n.words, ' '))
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as n (address text, name text, sent int, received int, at timestamptz, words text)
    order by n.address
    on conflict (instance_id, box_id, address) do update set
      sent = c.sent + excluded.sent, received = c.received + excluded.received,
      name = case when excluded.name <> '' and (c.name = '' or excluded.last_at >= c.last_at) then excluded.name else c.name end,
      words = case when excluded.name <> '' and (c.name = '' or excluded.last_at >= c.last_at) then excluded.words else c.words end,
      last_at = greatest(c.last_at, excluded.last_at)`.execute(db);
}

/** An address with what is known of it in all boxes of a person. */
export interface Known {
  readonly address: string;
  readonly name: string;
  readonly sent: number;
  readonly received: number;
  readonly last_at: Date;
}

/** Addresses whose words begin with all of these, each of letters and digits alone. */
export async function suggestAddresses(
  db: Db,
  viewerId: number,
  words: readonly string[],
  most: number,
): Promise<readonly Known[]> {
  const query = words.map((word) => `'${word}':*`).join(' & ');
  const { rows } = await sql<Known>`
    select address, name, sent, received, last_at from suggest_addresses(${viewerId}::int, ${query}::tsquery, ${most}::int)`.execute(
    db,
  );
  return rows;
}

/** Those whom a person's boxes have written to most. */
export async function mostWritten(
  db: Db,
  instanceId: number,
  viewerId: number,
  most: number,
): Promise<readonly Known[]> {
  const { rows } = await sql<Known>`
    select c.address, (array_agg(c.name order by (c.name = ''), c.last_at desc))[1] as name, sum(c.sent)::bigint as sent,
      sum(c.received)::bigint as received, max(c.last_at) as last_at
    from box_member m cross join lateral (
      select * from mail_correspondent where instance_id = m.instance_id and box_id = m.box_id and sent > 0
      order by sent desc, address limit ${atMost(most)}
    ) c
    where m.instance_id = ${instanceId} and m.user_id = ${viewerId}
    group by c.address order by sum(c.sent) desc, max(c.last_at) desc, c.address limit ${atMost(most)}`.execute(db);
  return rows;
}
