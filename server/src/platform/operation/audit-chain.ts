import { createHash } from 'node:crypto';

/** An entry of the audit log as it is stored, but for its hash. */
export interface AuditRow {
  readonly entry_id: number;
  readonly at: Date;
  readonly kind: string;
  readonly user_id: number | null;
  readonly user_name: string;
  readonly address: string;
  readonly device: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, string>>;
}

/** What the first entry follows upon. */
export const NO_HASH: Buffer = Buffer.alloc(0);

/** The one text of an entry: a JSON array of its fields in the order of the table, time as ISO, details as pairs in the order of their names. */
export function canonicalText(row: AuditRow): string {
  const details = Object.entries(row.details).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { entry_id, at, kind, user_id, user_name, address, device, subject } = row;
  return JSON.stringify([entry_id, at.toISOString(), kind, user_id, user_name, address, device, subject, details]);
}

/** Hash of an entry: SHA-256 over the hash of the one before it, in hex, a line feed, and its canonical text as UTF-8. */
export const hashAfter = (previous: Buffer, row: AuditRow): Buffer =>
  createHash('sha256')
    .update(`${previous.toString('hex')}\n${canonicalText(row)}`)
    .digest();
