import type { Status } from '@kontor/contract/activity';
import { sql } from 'kysely';
import { rawInBox } from '../../store/raws.ts';
import { atMost } from '../../../../platform/db/at-most.ts';
import type { Db } from '../../../../platform/db/database.ts';

/** A mail as it is taken out. */
export interface ExportedMail {
  readonly mail_id: number;
  readonly raw_hash: string;
  readonly raw_size: number;
  readonly ts: Date;
  readonly sender: string | null;
  readonly direction: number;
  readonly status: Status;
  readonly archived: boolean;
  readonly trashed: boolean;
  readonly spam: boolean;
  readonly answered: boolean;
  /** Where it lies on its server; null where that is nowhere. */
  readonly path: string | null;
}

const TOGETHER = 500;

/**
 * The mails of an account in the order of their ids, some at a time: as they stand with a person, or with who is first of those that see
 * them in the account. `from` and `until` bound their times.
 */
export async function* mailsOfAccount(
  db: Db,
  account: { readonly instance_id: number; readonly account_id: number; readonly box_id: number },
  viewerId: number,
  time: { readonly from: Date | null; readonly until: Date | null },
): AsyncGenerator<readonly ExportedMail[]> {
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await sql<ExportedMail>`
      select m.mail_id, coalesce(own.raw_hash, m.raw_hash) as raw_hash, coalesce(own.raw_size, m.raw_size) as raw_size, a.ts, m.people -> 'from' -> 0 ->> 'address' as sender, a.direction,
        s.status, s.archived, s.trashed, s.spam, coalesce((a.extras ->> 'answered')::boolean, false) as answered, c.path
      from (
        select distinct on (au.activity_id) au.* from activity_user au
        where au.instance_id = ${account.instance_id} and au.box_id = ${account.box_id} and au.activity_id > ${after}
        order by au.activity_id, au.user_id = ${viewerId} desc, au.user_id limit ${atMost(TOGETHER)}
      ) s
      join activity a on a.instance_id = s.instance_id and a.activity_id = s.activity_id
      join mail m on m.instance_id = s.instance_id and m.mail_id = s.activity_id
      left join lateral (${rawInBox(sql`m`, sql`s.box_id`)}) own on true
      left join lateral (
        select f.path from mail_copy k join mail_folder f on f.instance_id = k.instance_id and f.folder_id = k.folder_id
        where k.instance_id = m.instance_id and k.mail_id = m.mail_id and f.account_id = ${account.account_id} and k.uid is not null
        order by k.copy_id limit 1
      ) c on true
      order by m.mail_id`.execute(db);
    const last = rows.at(-1);
    isMore = rows.length === TOGETHER;
    if (last !== undefined) after = last.mail_id;
    yield rows.filter(({ ts }) => (time.from === null || ts >= time.from) && (time.until === null || ts < time.until));
  }
}
