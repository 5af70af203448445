import { kindNumber } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

const MODULE = kindNumber('phonecall');

/** A list of calls, with what holds for its calls. */
export interface ListRow {
  readonly box_id: number;
  readonly name: string;
  readonly shows_number: boolean;
  readonly may_print: boolean;
  readonly answered_status: number;
  readonly keeps_days: number | null;
}

const COLUMNS = sql`b.box_id, b.name, coalesce(l.shows_number, false) as shows_number, coalesce(l.may_print, false) as may_print,
  coalesce(l.answered_status, 2) as answered_status, l.keeps_days`;
const JOINED = sql`box b left join call_list l on l.instance_id = b.instance_id and l.box_id = b.box_id`;

/** A list of calls; undefined where there is none. */
export async function readList(db: Db, instanceId: number, listId: number): Promise<ListRow | undefined> {
  const { rows } = await sql<ListRow>`select ${COLUMNS} from ${JOINED}
    where b.instance_id = ${instanceId} and b.box_id = ${listId} and b.module = ${MODULE}`.execute(db);
  return rows[0];
}
