import { sql } from 'kysely';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';
import type { ReceiverState } from '../../sending/rules.ts';
import type { Stage } from '../../sending/tables.ts';
import '../../store/tables.ts';
import '../tables.ts';

export interface HandedMail {
  readonly mail_id: number;
  readonly subject: string;
  readonly contact: string;
  readonly seconds: number;
  readonly status: number;
  readonly answered_by: string | null;
  /** Whether who asks sees the mail. */
  readonly is_seen: boolean;
}

/** Returns the mails that came into a person's boxes during a time and that a substitute saw, with what became of each; newest first. */
export async function handedMails(
  db: Db,
  instanceId: number,
  of: {
    readonly userId: number;
    readonly boxIds: readonly number[];
    readonly from: Date;
    readonly until: Date;
    readonly viewerId: number;
  },
  most: number,
): Promise<readonly HandedMail[]> {
  const { rows } = await sql<HandedMail>`
    with handed as (
      select au.activity_id as mail_id from activity_user au join mail m on m.instance_id = au.instance_id and m.mail_id = au.activity_id
      where au.instance_id = ${instanceId} and au.user_id = ${of.userId} and au.box_id = any(${[...of.boxIds]}::int[])
        and au.direction = 0 and au.ts >= ${of.from} and au.ts < ${of.until}
      union
      select mail_id from mail_substitution where instance_id = ${instanceId} and for_user_id = ${of.userId} and at >= ${of.from}
    )
    select m.mail_id, m.subject, a.contact, date_part('epoch', a.ts) as seconds, a.extras->>'answeredBy' as answered_by,
      greatest(own.status, (select max(coalesce(s.status, stands.status)) from mail_substitution s
        left join activity_user stands on stands.instance_id = s.instance_id and stands.activity_id = s.mail_id
          and stands.user_id = s.user_id
        where s.instance_id = m.instance_id and s.mail_id = m.mail_id and s.for_user_id = ${of.userId}), 1) as status,
      exists (select from activity_user au where au.instance_id = m.instance_id and au.activity_id = m.mail_id
        and au.user_id = ${of.viewerId}) as is_seen
    from handed join mail m on m.instance_id = ${instanceId} and m.mail_id = handed.mail_id
    join activity a on a.instance_id = m.instance_id and a.activity_id = m.mail_id
    left join activity_user own on own.instance_id = m.instance_id and own.activity_id = m.mail_id and own.user_id = ${of.userId}
    order by a.ts desc, m.mail_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}

export interface AbsenceAnswer {
  readonly outgoing_id: number;
  readonly created_at: Date;
  readonly address: string;
  readonly stage: Stage;
  readonly attempt: number;
  readonly state: ReceiverState;
  /** The mail that it answers and its subject, where who asks sees it. */
  readonly seen_id: number | null;
  readonly subject: string | null;
}

/** What absences have answered from some accounts since a time; the newest first. */
export async function answersOfAbsence(
  db: Db,
  instanceId: number,
  of: { readonly accountIds: readonly number[]; readonly from: Date; readonly viewerId: number },
  most: number,
): Promise<readonly AbsenceAnswer[]> {
  const { rows } = await sql<AbsenceAnswer>`
    select o.outgoing_id, o.created_at, r.address, o.stage, o.attempt, r.state, m.mail_id as seen_id, m.subject
    from mail_outgoing o
    join mail_outgoing_receiver r on r.instance_id = o.instance_id and r.outgoing_id = o.outgoing_id
    left join activity_user au on au.instance_id = o.instance_id and au.user_id = ${of.viewerId}
      and au.activity_id = (o.fields->'past'->>'mailId')::bigint
    left join mail m on m.instance_id = au.instance_id and m.mail_id = au.activity_id
    where o.instance_id = ${instanceId} and o.cause = 'absence' and o.account_id = any(${[...of.accountIds]}::int[])
      and o.created_at >= ${of.from} and o.stage <> 'cancelled'
    order by o.created_at desc, o.outgoing_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}
