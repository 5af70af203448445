import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { DeliveryReport } from '../../../platform/mailparse/index.ts';
import type { MailPeople } from './tables.ts';

/** A mail that answers others, or reports what became of one. */
export interface AnsweringRow {
  readonly mail_id: number;
  readonly message_id: string | null;
  readonly in_reply_to: string | null;
  readonly refs: readonly string[];
  readonly people: MailPeople;
  readonly auto_submitted: boolean;
  readonly report: DeliveryReport | null;
}

/** Those of some mails that answer others or report, in the order of their numbers. */
export async function answeringAmong(
  db: Db,
  instanceId: number,
  mailIds: readonly number[],
): Promise<readonly AnsweringRow[]> {
  const { rows } = await sql<AnsweringRow>`
    select m.mail_id, m.message_id, m.in_reply_to, m.refs, m.people, m.auto_submitted, m.report from mail m
    where m.instance_id = ${instanceId} and m.mail_id = any(${[...mailIds]}::bigint[])
      and (m.in_reply_to is not null or cardinality(m.refs) > 0 or m.report is not null) order by m.mail_id`.execute(
    db,
  );
  return rows;
}

/** What a mail says, as HTML; empty where there is no such mail. */
export async function readHtml(db: Db, instanceId: number, mailId: number): Promise<string> {
  const row = await db
    .selectFrom('mail')
    .select('html')
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .executeTakeFirst();
  return row?.html ?? '';
}
