import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../store/reader-tables.ts';

type State = 'asked' | 'done' | 'failed';

/** Notes that a mail's kind is asked for no more. False where that was asked already and has not failed. */
export async function putUnsubscribed(
  db: Db,
  instanceId: number,
  request: { readonly mailId: number; readonly userId: number; readonly way: 'oneClick' | 'mail'; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into mail_unsubscribed (instance_id, mail_id, user_id, way, state, at)
    values (${instanceId}, ${request.mailId}, ${request.userId}, ${request.way}, 'asked', ${request.at})
    on conflict (instance_id, mail_id) do update
      set user_id = excluded.user_id, way = excluded.way, state = 'asked', at = excluded.at
      where mail_unsubscribed.state = 'failed' returning mail_id`.execute(db);
  return rows.length > 0;
}

/** Notes what became of it. False where it stands so already, or was never asked. */
export async function setUnsubscribed(
  db: Db,
  instanceId: number,
  mailId: number,
  state: State,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`update mail_unsubscribed set state = ${state}, at = ${at}
    where instance_id = ${instanceId} and mail_id = ${mailId} and state <> ${state} returning mail_id`.execute(db);
  return rows.length > 0;
}

/** How a mail offers to be asked for no more; undefined where it does not, or is gone. */
export async function unsubscribeOffer(db: Db, instanceId: number, mailId: number) {
  const mail = await db
    .selectFrom('mail')
    .select('unsubscribe')
    .where('instance_id', '=', instanceId)
    .where('mail_id', '=', mailId)
    .executeTakeFirst();
  return mail?.unsubscribe ?? undefined;
}
