import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import { itemsOfRecords } from '../../record/index.ts';
import type { MailPeople } from './tables.ts';
import type { AttachmentRow } from './mails.ts';

export interface MailWithFiles {
  readonly mail_id: number;
  readonly subject: string;
  readonly people: MailPeople;
  /** Seconds since 1970. */
  readonly at: number;
  readonly files: readonly AttachmentRow[];
}

/** The newest mails with files that a record is linked with, among those that a person sees. */
export async function mailsWithFiles(
  db: Db,
  { instanceId, userId, recordId }: { readonly instanceId: number; readonly userId: number; readonly recordId: number },
  { skip, most }: { readonly skip: number; readonly most: number },
): Promise<readonly MailWithFiles[]> {
  const { rows } = await sql<MailWithFiles>`
    select m.mail_id, m.subject, m.people, extract(epoch from l.ts)::int as at, f.files
    from ${itemsOfRecords(instanceId, [recordId]).items} l
    join activity_user au on au.instance_id = ${instanceId} and au.user_id = ${userId} and au.activity_id = l.activity_id and not au.trashed
    join mail m on m.instance_id = ${instanceId} and m.mail_id = l.activity_id
    cross join lateral (
      select json_agg(file order by file.part) as files from mail_attachment file
      where file.instance_id = ${instanceId} and file.mail_id = m.mail_id
        and (file.disposition = 'attachment' or file.content_id is null)
    ) f
    where f.files is not null
    order by l.ts desc, l.activity_id desc limit ${atMost(most, skip)}`.execute(db);
  return rows;
}
