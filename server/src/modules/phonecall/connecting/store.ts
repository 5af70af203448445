import { CONNECTED_KINDS } from '@kontor/contract/phonecall';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import '../tables.ts';

/** A telephone system that is connected to; `version` is another once anything is that the connection stands on. */
export interface ConnectedLine {
  readonly instance_id: number;
  readonly line_id: number;
  readonly version: string;
}

/** The telephone systems of all instances that are connected to. For the owner's connection. */
export async function connectedLines(owner: Db): Promise<readonly ConnectedLine[]> {
  const { rows } = await sql<ConnectedLine>`select instance_id, line_id,
      md5(concat_ws('|', kind, host, port, user_name, sealed_secret, country, zone)) as version
    from phone_line where is_on and kind = any(${[...CONNECTED_KINDS]}::text[]) order by instance_id, line_id`.execute(
    owner,
  );
  return rows;
}

/** The names of a line's terminals. */
export async function terminalsOf(db: Db, instanceId: number, lineId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ terminal: string }>`select terminal from phone_terminal
    where instance_id = ${instanceId} and line_id = ${lineId} and (user_id is not null or list_id is not null)`.execute(
    db,
  );
  return new Set(rows.map((row) => row.terminal));
}

/** The ways of calls of a line that are going on. */
export async function runningRefs(db: Db, instanceId: number, lineId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ call_ref: string }>`select distinct l.call_ref from phone_call c
    join phone_leg l on l.instance_id = c.instance_id and l.activity_id = c.activity_id
    where c.instance_id = ${instanceId} and c.line_id = ${lineId} and c.outcome in (0, 1)`.execute(db);
  return rows.map((row) => row.call_ref);
}
