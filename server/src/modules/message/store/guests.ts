import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Followed } from '../letters.ts';
import '../tables.ts';

/** Somebody without an account whom a message goes to. */
export interface Guest {
  readonly address: string;
  /** Empty where nobody said what they are called. */
  readonly name: string;
}

/** The same with the number that they have as a member and a segment of the message, below 0. */
export interface GuestRow extends Guest {
  readonly userId: number;
  readonly messageId: number;
}

const COLUMNS = sql`-g.guest_id as "userId", g.message_id as "messageId", g.address, g.name`;

/** Puts in the guests of a message, each with a segment of their own. Returns them in the order given. */
export async function insertGuests(
  db: Db,
  instanceId: number,
  messageId: number,
  guests: readonly Guest[],
): Promise<readonly GuestRow[]> {
  const made: GuestRow[] = [];
  for (const { address, name } of guests) {
    const row = await db
      .insertInto('message_guest')
      .values({ instance_id: instanceId, message_id: messageId, address, name })
      .returning('guest_id')
      .executeTakeFirstOrThrow();
    made.push({ userId: -row.guest_id, messageId, address, name });
  }
  return made;
}

/** Guests by their numbers. */
export async function readGuests(db: Db, instanceId: number, userIds: readonly number[]): Promise<readonly GuestRow[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<GuestRow>`select ${COLUMNS} from message_guest g
    where g.instance_id = ${instanceId} and g.guest_id = any(${userIds.map((id) => -id)}::int[])`.execute(db);
  return rows;
}

/** A mail of a guest's segment. */
export interface NewLetter {
  readonly userId: number;
  readonly mailRef: string;
  readonly outgoingId: number | null;
  readonly mailId: number | null;
}

/** Notes a mail of a guest's segment. Returns whether it is new there. */
export async function insertLetter(
  db: Db,
  instanceId: number,
  { userId, mailRef, outgoingId, mailId }: NewLetter,
): Promise<boolean> {
  const { rows } = await sql`insert into message_letter (instance_id, guest_id, mail_ref, outgoing_id, mail_id)
    values (${instanceId}, ${-userId}, ${mailRef}, ${outgoingId}, ${mailId})
    on conflict (instance_id, guest_id, mail_ref) do nothing returning letter_id`.execute(db);
  return rows.length > 0;
}

/** The mails of a guest's segment as the next one names them; undefined where there is none. */
export async function readFollowed(db: Db, instanceId: number, userId: number): Promise<Followed | undefined> {
  const rows = await db
    .selectFrom('message_letter')
    .select(['mail_ref', 'mail_id'])
    .where('instance_id', '=', instanceId)
    .where('guest_id', '=', -userId)
    .orderBy('letter_id')
    .execute();
  const last = rows.at(-1);
  return last && { mailId: last.mail_id, refs: rows.map((row) => row.mail_ref) };
}

/** A guest whom one of our mails went to, and who began the message. */
export interface WrittenTo extends GuestRow {
  readonly begunBy: number;
  readonly mailRef: string;
  readonly letterId: number;
}

/** Whom mails of ours with these names went to, the newest first. */
export async function readWrittenTo(
  db: Db,
  instanceId: number,
  mailRefs: readonly string[],
): Promise<readonly WrittenTo[]> {
  const { rows } = await sql<WrittenTo>`
    select ${COLUMNS}, m.begun_by as "begunBy", l.mail_ref as "mailRef", l.letter_id as "letterId"
    from message_letter l
    join message_guest g on g.instance_id = l.instance_id and g.guest_id = l.guest_id
    join message m on m.instance_id = g.instance_id and m.message_id = g.message_id
    where l.instance_id = ${instanceId} and l.mail_ref = any(${[...mailRefs]}::text[]) and l.outgoing_id is not null
    order by l.letter_id desc`.execute(db);
  return rows;
}

/** The messages that lines of the outbox were sent for, and who began them. */
export async function messagesOfOutgoing(
  db: Db,
  instanceId: number,
  outgoingIds: readonly number[],
): Promise<readonly { readonly messageId: number; readonly begunBy: number }[]> {
  if (outgoingIds.length === 0) return [];
  const { rows } = await sql<{ messageId: number; begunBy: number }>`
    select distinct m.message_id as "messageId", m.begun_by as "begunBy"
    from message_letter l
    join message_guest g on g.instance_id = l.instance_id and g.guest_id = l.guest_id
    join message m on m.instance_id = g.instance_id and m.message_id = g.message_id
    where l.instance_id = ${instanceId} and l.outgoing_id = any(${[...outgoingIds]}::bigint[])`.execute(db);
  return rows;
}

/** The line in the outbox of the last mail to each of some guests, by their numbers. */
export async function lastOutgoing(
  db: Db,
  instanceId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: number; outgoingId: number }>`
    select -l.guest_id as "userId", max(l.outgoing_id) as "outgoingId" from message_letter l
    where l.instance_id = ${instanceId} and l.guest_id = any(${userIds.map((id) => -id)}::int[]) and l.outgoing_id is not null
    group by l.guest_id`.execute(db);
  return new Map(rows.map((row) => [row.userId, row.outgoingId]));
}
