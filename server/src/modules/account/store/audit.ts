import type { AuditKind } from '@kontor/contract/account';
import { sql } from 'kysely';
import { atMost } from '../../../platform/db/at-most.ts';
import type { Db } from '../../../platform/db/database.ts';
import { withoutUnseenIn } from '../../../platform/db/unseen.ts';
import type { AuditRow } from '../../../platform/operation/audit-chain.ts';
import { withoutUnseen } from '../../../platform/words.ts';

export interface StoredEntry extends AuditRow {
  readonly kind: AuditKind;
  readonly hash: Buffer;
}

/** Which entries; days are of `timeZone`, null and empty stand for all. */
export interface AuditFilter {
  readonly from: string | null;
  readonly to: string | null;
  readonly userId: number | null;
  readonly kinds: readonly AuditKind[];
  readonly search: string;
  readonly timeZone: string;
}

const COLUMNS = sql`entry_id, at, kind, user_id, user_name, address, device, subject, details, hash`;

const likely = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function conditions(instanceId: number, filter: AuditFilter) {
  const { from, to, userId, kinds, search, timeZone } = filter;
  const all = [sql`instance_id = ${instanceId}`];
  if (from !== null) all.push(sql`at >= ${from}::date::timestamp at time zone ${timeZone}::text`);
  if (to !== null) all.push(sql`at < (${to}::date + 1)::timestamp at time zone ${timeZone}::text`);
  if (userId !== null) all.push(sql`user_id = ${userId}`);
  if (kinds.length > 0) all.push(sql`kind = any(${[...kinds]}::text[])`);
  for (const word of withoutUnseen(search).split(/\s+/).filter(Boolean)) {
    const texts = sql`user_name || ' ' || address || ' ' || device || ' ' || subject || ' ' || details::text`;
    all.push(sql`${withoutUnseenIn(texts)} ilike ${likely(word)}`);
  }
  return sql.join(all, sql` and `);
}

/** Up to `most` entries before one, or the newest, downwards. */
export async function readEntriesBefore(
  db: Db,
  instanceId: number,
  filter: AuditFilter,
  { before, most }: { readonly before: number | null; readonly most: number },
): Promise<readonly StoredEntry[]> {
  const older = before === null ? sql`true` : sql`entry_id < ${before}`;
  const { rows } = await sql<StoredEntry>`select ${COLUMNS} from audit_entry
    where ${conditions(instanceId, filter)} and ${older} order by entry_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}

/** What was done to how somebody of this name signs in, up to `most`, the newest first. */
export async function readSecurityChanges(
  db: Db,
  instanceId: number,
  userName: string,
  most: number,
): Promise<readonly StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`select ${COLUMNS} from audit_entry
    where instance_id = ${instanceId} and subject = ${userName}
      and kind in ('password.changed', 'factor.changed', 'person.changed', 'session.locked')
      and (kind <> 'person.changed' or details ? 'email')
    order by entry_id desc limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Up to `most` entries after one and up to another, upwards. */
export async function readEntriesAfter(
  db: Db,
  instanceId: number,
  filter: AuditFilter | undefined,
  { after, upTo, most }: { readonly after: number; readonly upTo: number; readonly most: number },
): Promise<readonly StoredEntry[]> {
  const which = filter === undefined ? sql`instance_id = ${instanceId}` : conditions(instanceId, filter);
  const { rows } = await sql<StoredEntry>`select ${COLUMNS} from audit_entry
    where ${which} and entry_id > ${after} and entry_id <= ${upTo} order by entry_id limit ${atMost(most)}`.execute(db);
  return rows;
}

/** Number and hash of the newest entry, as they were noted when it was written. */
export async function readHead(db: Db, instanceId: number): Promise<{ entries: number; hash: Buffer }> {
  const row = await db
    .selectFrom('audit_head')
    .select(['entries', 'hash'])
    .where('instance_id', '=', instanceId)
    .executeTakeFirst();
  return row ?? { entries: 0, hash: Buffer.alloc(0) };
}
