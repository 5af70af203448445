import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A number that a mail gives somebody. */
export interface MailClaim {
  readonly number: number;
  /** As the mail has it. */
  readonly numberText: string;
  readonly ownerKind: 'record' | 'person';
  readonly ownerId: number;
  readonly source: 'signature' | 'card';
}

/** Writes down what a mail says, where it is not there yet and the mail is. Returns the numbers of which something is new. */
export async function putMailClaims(
  db: Db,
  instanceId: number,
  mail: { readonly mailId: number; readonly at: Date },
  claims: readonly MailClaim[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ number: number }>`
    insert into number_mail (instance_id, mail_id, number, number_text, owner_kind, owner_id, source, at)
    select ${instanceId}, a.activity_id, c.number, c.number_text, c.owner_kind, c.owner_id, c.source, ${mail.at}
    from unnest(${claims.map((one) => one.number)}::bigint[], ${claims.map((one) => one.numberText)}::text[],
      ${claims.map((one) => one.ownerKind)}::text[], ${claims.map((one) => one.ownerId)}::bigint[], ${claims.map((one) => one.source)}::text[])
      as c (number, number_text, owner_kind, owner_id, source)
    join activity a on a.instance_id = ${instanceId} and a.activity_id = ${mail.mailId}
    on conflict do nothing returning number`.execute(db);
  return [...new Set(rows.map(({ number }) => number))];
}

interface Moved {
  readonly mailId: number;
  readonly number: number;
  readonly source: string;
  readonly ownerId: number;
  readonly toId: number;
}

/** What mails say of owners that become another one is said of that. Returns what was moved. */
export async function moveMailClaims(
  db: Db,
  instanceId: number,
  kind: MailClaim['ownerKind'],
  moves: ReadonlyMap<number, number>,
): Promise<readonly MovedMailClaim[]> {
  if (moves.size === 0) return [];
  const { rows } = await sql<Moved>`
    with moved as (
      select distinct on (n.mail_id, n.number, n.source, m.to_id) n.mail_id, n.number, n.source, n.owner_id, m.to_id
      from number_mail n join unnest(${[...moves.keys()]}::bigint[], ${[...moves.values()]}::bigint[]) as m (from_id, to_id)
        on m.from_id = n.owner_id
      where n.instance_id = ${instanceId} and n.owner_kind = ${kind}
        and not exists (select from number_mail o where o.instance_id = n.instance_id and o.mail_id = n.mail_id and o.number = n.number
          and o.owner_kind = n.owner_kind and o.owner_id = m.to_id and o.source = n.source)
    )
    update number_mail n set owner_id = m.to_id from moved m
    where n.instance_id = ${instanceId} and n.owner_kind = ${kind} and n.mail_id = m.mail_id and n.number = m.number and n.source = m.source
      and n.owner_id = m.owner_id
    returning n.mail_id as "mailId", n.number, n.source, m.owner_id as "ownerId", m.to_id as "toId"`.execute(db);
  return rows.map((row) => ({ ...row, kind }));
}

export interface MovedMailClaim extends Moved {
  readonly kind: MailClaim['ownerKind'];
}

/** Gives what was moved back to the owners that it was said of. */
export async function giveMailClaimsBack(db: Db, instanceId: number, moved: readonly MovedMailClaim[]): Promise<void> {
  if (moved.length === 0) return;
  const column = <K extends keyof MovedMailClaim>(name: K) => moved.map((one) => one[name]);
  await sql`
    update number_mail n set owner_id = m.owner_id
    from unnest(${column('mailId')}::bigint[], ${column('number')}::bigint[], ${column('source')}::text[], ${column('kind')}::text[],
      ${column('ownerId')}::bigint[], ${column('toId')}::bigint[]) as m (mail_id, number, source, kind, owner_id, to_id)
    where n.instance_id = ${instanceId} and n.mail_id = m.mail_id and n.number = m.number and n.source = m.source and n.owner_kind = m.kind
      and n.owner_id = m.to_id
      and not exists (select from number_mail o where o.instance_id = n.instance_id and o.mail_id = n.mail_id and o.number = n.number
        and o.owner_kind = n.owner_kind and o.owner_id = m.owner_id and o.source = n.source)`.execute(db);
}
