import type { AuditKind } from '@kontor/contract/account';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { hashAfter, type AuditRow } from './audit-chain.ts';

/** From where somebody acts: the network address, and how the program calls itself. Both empty for what is done on the server. */
export interface Origin {
  readonly address: string;
  readonly device: string;
}

/**
 * Who acts. `userId` is null for: a stranger, whose `userName` is the name that was tried, if somebody has it; the operator at the command
 * line; the server.
 */
export interface Actor extends Origin {
  readonly userId: number | null;
  readonly userName: string;
}

/** What is to be written down. Never a secret, a title, or anything else out of an item. */
export interface AuditNote {
  readonly kind: AuditKind;
  /** Whom or what it was done to, in words that stay true. */
  readonly subject: string;
  readonly details?: Readonly<Record<string, string>>;
  /** Who did it, where it was not who acts anyway. */
  readonly by?: Actor;
}

/** Who acts where nobody asked for it. */
export const THE_SERVER: Actor = { userId: null, userName: '', address: '', device: '' };

/** The actor that a signed-in person is. */
export const actorOf = ({ id, userName, from }: { id: number; userName: string; from: Origin }): Actor => ({
  userId: id,
  userName,
  ...from,
});

/** A context whose notes are of somebody, unless they say otherwise. */
export const actingAs = <C extends { audit(entry: AuditNote): void }>(ctx: C, by: Actor): C => ({
  ...ctx,
  audit: (entry) => ctx.audit({ by, ...entry }),
});

const LONGEST = { name: 200, address: 100, device: 300, subject: 500, detail: 1000 } as const;
const MAX_DETAILS = 20;

/** As the database takes it, and no longer than it has to be. */
const fit = (text: string, most: number): string => text.slice(0, most).toWellFormed().replaceAll('\u0000', ' ');

const rowOf = ({ kind, subject, details = {}, by = THE_SERVER }: AuditNote, entryId: number, at: Date): AuditRow => ({
  entry_id: entryId,
  at,
  kind,
  user_id: by.userId,
  user_name: fit(by.userName, LONGEST.name),
  address: fit(by.address, LONGEST.address),
  device: fit(by.device, LONGEST.device),
  subject: fit(subject, LONGEST.subject),
  details: Object.fromEntries(
    Object.entries(details)
      .slice(0, MAX_DETAILS)
      .map(([name, text]) => [fit(name, LONGEST.name), fit(text, LONGEST.detail)]),
  ),
});

/**
 * Appends to the log of an instance. One of the last things before the commit: until then nobody else appends, so that the numbers have
 * no gaps and each entry follows upon the one before it.
 */
export async function appendNotes(db: Db, instanceId: number, notes: readonly AuditNote[], at: Date): Promise<void> {
  if (notes.length === 0) return;
  // Returns the row as the last one who held it left it, which a plain select before a lock would not.
  const head = await sql<{ entries: number; hash: Buffer }>`
    insert into audit_head (instance_id, entries, hash) values (${instanceId}, 0, '')
    on conflict (instance_id) do update set entries = audit_head.entries returning entries, hash`.execute(db);
  let [{ entries, hash } = { entries: 0, hash: Buffer.alloc(0) }] = head.rows;
  const rows = notes.map((entry) => {
    const row = rowOf(entry, (entries += 1), at);
    hash = hashAfter(hash, row);
    return { ...row, hash: hash.toString('hex') };
  });
  await sql`with written as (
      insert into audit_entry (instance_id, entry_id, at, kind, user_id, user_name, address, device, subject, details, hash)
      select ${instanceId}, n.entry_id, ${at}, n.kind, n.user_id, n.user_name, n.address, n.device, n.subject, n.details,
        decode(n.hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (entry_id bigint, kind text, user_id int, user_name text,
        address text, device text, subject text, details jsonb, hash text)
    )
    update audit_head set entries = ${entries}, hash = ${hash} where instance_id = ${instanceId}`.execute(db);
}
