import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../store/reader-tables.ts';

/** Notes a person's answer to an invitation in place of an earlier one. */
export async function putAnswer(
  db: Db,
  instanceId: number,
  given: {
    readonly uid: string;
    readonly recurrence: string;
    readonly userId: number;
    readonly sequence: number;
    readonly answer: 'accepted' | 'tentative' | 'declined';
    readonly at: Date;
    readonly outgoingId: number;
  },
): Promise<void> {
  await sql`insert into mail_invitation_answer (instance_id, uid, recurrence, user_id, sequence, answer, at, outgoing_id)
    values (${instanceId}, ${given.uid}, ${given.recurrence}, ${given.userId}, ${given.sequence}, ${given.answer}, ${given.at},
      ${given.outgoingId})
    on conflict (instance_id, uid, recurrence, user_id) do update
      set sequence = excluded.sequence, answer = excluded.answer, at = excluded.at, outgoing_id = excluded.outgoing_id`.execute(
    db,
  );
}

/** What a person has answered to an invitation; undefined where they have not. */
export async function ownAnswer(
  db: Db,
  instanceId: number,
  { uid, recurrence, userId }: { readonly uid: string; readonly recurrence: string; readonly userId: number },
): Promise<'accepted' | 'tentative' | 'declined' | undefined> {
  const { rows } = await sql<{ answer: 'accepted' | 'tentative' | 'declined' }>`
    select answer from mail_invitation_answer
    where instance_id = ${instanceId} and uid = ${uid} and recurrence = ${recurrence} and user_id = ${userId}`.execute(
    db,
  );
  return rows[0]?.answer;
}

/** The invitation of a mail whose sender the checks have confirmed, and whom it is from; undefined for any other mail. */
export async function checkedInvitation(
  db: Db,
  instanceId: number,
  mailId: number,
): Promise<
  | {
      readonly uid: string;
      readonly sender: string;
      /** Addresses that are invited. */
      readonly participants: readonly string[];
      /** Somebody has written to them from a mailbox that it came to. */
      readonly isWrittenTo: boolean;
    }
  | undefined
> {
  const { rows } = await sql<{ uid: string; sender: string | null; participants: readonly string[]; written: boolean }>`
    select m.invitation ->> 'uid' as uid, m.people #>> '{from,0,address}' as sender,
      array(select p ->> 'address' from jsonb_array_elements(m.invitation -> 'participants') p) as participants,
      exists (select from mail_correspondent c join activity_user au on au.instance_id = c.instance_id and au.box_id = c.box_id
        where c.instance_id = m.instance_id and au.activity_id = m.mail_id and c.sent > 0
          and c.address = lower(m.people #>> '{from,0,address}')) as written
    from mail m
    where m.instance_id = ${instanceId} and m.mail_id = ${mailId} and m.invitation ->> 'method' in ('REQUEST', 'CANCEL', 'REPLY', 'COUNTER', 'DECLINECOUNTER')
      and m.authentication ->> 'verdict' = 'confirmed' and jsonb_array_length(m.people -> 'from') = 1`.execute(db);
  const [found] = rows;
  if (found?.sender == null) return undefined;
  const { uid, sender, participants, written: isWrittenTo } = found;
  return { uid, sender, participants, isWrittenTo };
}

/** The people of the mailboxes that a mail came to, with the address of each and how many share it. */
export async function ownersOfMail(
  db: Db,
  instanceId: number,
  mailId: number,
): Promise<
  readonly {
    readonly user_id: number;
    readonly address: string;
    readonly own: string | null;
    readonly members: number;
  }[]
> {
  const { rows } = await sql<{ user_id: number; address: string; own: string | null; members: number }>`
    select b.user_id, a.email as address, u.email as own,
      (select count(*)::int from box_member x where x.instance_id = a.instance_id and x.box_id = a.box_id) as members
    from mail_account a
    join box_member b on b.instance_id = a.instance_id and b.box_id = a.box_id
    join app_user u on u.instance_id = b.instance_id and u.user_id = b.user_id and u.is_active
    where a.instance_id = ${instanceId} and a.removed_at is null and a.box_id in (
      select au.box_id from activity_user au where au.instance_id = ${instanceId} and au.activity_id = ${mailId})
    order by a.account_id, b.user_id`.execute(db);
  return rows;
}

/** The latest mails of a person that bring an appointment. */
export async function invitingMails(
  db: Db,
  instanceId: number,
  userId: number,
  uid: string,
): Promise<readonly number[]> {
  const { rows } = await sql<{ mail_id: number }>`
    select m.mail_id from mail m
    join activity_user au on au.instance_id = m.instance_id and au.activity_id = m.mail_id and au.user_id = ${userId}
    where m.instance_id = ${instanceId} and m.invitation ->> 'uid' = ${uid} order by m.mail_id desc limit 20`.execute(
    db,
  );
  return rows.map((row) => row.mail_id);
}

/** Notes that the answer which a mail brings is from somebody who is not invited. */
export async function markUninvited(db: Db, instanceId: number, mailId: number): Promise<void> {
  await sql`update mail set invitation = jsonb_set(invitation, '{isUninvited}', 'true')
    where instance_id = ${instanceId} and mail_id = ${mailId} and invitation is not null`.execute(db);
}
