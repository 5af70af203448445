import type { AuditEntry } from '@kontor/contract/account';
import type { Db } from '../../platform/db/database.ts';
import { NO_HASH, hashAfter } from '../../platform/operation/audit-chain.ts';
import { AUDIT_FILES, type AuditFormat } from './audit-files.ts';
import { readEntriesAfter, readHead, type AuditFilter, type StoredEntry } from './store/audit.ts';

/** Entries that are in memory at once, however many there are. */
const PIECE = 1000;

/** An entry as the wire has it. */
export const toAuditEntry = (row: StoredEntry): AuditEntry => ({
  entryId: row.entry_id,
  at: row.at.toISOString(),
  kind: row.kind,
  userId: row.user_id,
  userName: row.user_name,
  address: row.address,
  device: row.device,
  subject: row.subject,
  details: row.details,
});

/** Entries upwards, in pieces. */
async function* pieces(db: Db, instanceId: number, filter: AuditFilter | undefined, from: number, upTo: number) {
  for (let after = from; ;) {
    const piece = await readEntriesAfter(db, instanceId, filter, { after, upTo, most: PIECE });
    const last = piece.at(-1);
    if (last === undefined) return;
    yield piece;
    after = last.entry_id;
  }
}

/** The log as a file, as it is now: what is written meanwhile is not in it. */
export async function* auditFile(
  db: Db,
  instanceId: number,
  filter: AuditFilter,
  format: AuditFormat,
): AsyncGenerator<string> {
  const { head, line } = AUDIT_FILES[format];
  const { entries } = await readHead(db, instanceId);
  yield head;
  for await (const piece of pieces(db, instanceId, filter, 0, entries)) yield piece.map(line).join('');
}

export interface ChainState {
  /** How many entries there are by what was noted with the last one. */
  readonly entries: number;
  /** Hash of the newest one, in hex. */
  readonly lastHash: string | null;
  /** Number of the first entry that is missing, was altered, or does not follow upon the one before it. */
  readonly brokenAt: number | null;
}

/** An entry up to which a chain was found whole. */
export interface Proven {
  readonly entries: number;
  readonly hash: Buffer;
}
const NOTHING_PROVEN: Proven = { entries: 0, hash: NO_HASH };

/** Reckons the chain again, from the beginning or from where it was found whole before. */
export async function verifyChain(
  db: Db,
  instanceId: number,
  proven = NOTHING_PROVEN,
): Promise<ChainState & { proven: Proven }> {
  const head = await readHead(db, instanceId);
  let { entries, hash } = proven;
  const state = (brokenAt: number | null) => ({
    entries: head.entries,
    lastHash: head.entries === 0 ? null : head.hash.toString('hex'),
    brokenAt,
    proven: { entries, hash },
  });
  for await (const piece of pieces(db, instanceId, undefined, entries, head.entries)) {
    for (const entry of piece) {
      if (entry.entry_id !== entries + 1) return state(entries + 1);
      if (!entry.hash.equals(hashAfter(hash, entry))) return state(entry.entry_id);
      ({ entry_id: entries, hash } = entry);
    }
  }
  if (entries < head.entries) return state(entries + 1);
  return state(hash.equals(head.hash) ? null : entries);
}

/** So old may the proof be that the older entries are whole; the newer ones are reckoned each time. */
const PROOF_MS = 10 * 60_000;

/** Verifies for whoever looks at a screen, again and again: each instance once at a time, and from the beginning now and then. */
export function createVerifier(now: () => number): (db: Db, instanceId: number) => Promise<ChainState> {
  const known = new Map<number, { readonly at: number; readonly proven: Proven }>();
  const running = new Map<number, Promise<ChainState>>();
  const verify = async (db: Db, instanceId: number): Promise<ChainState> => {
    const before = known.get(instanceId);
    const isFresh = before !== undefined && now() - before.at < PROOF_MS;
    const { proven, ...state } = await verifyChain(db, instanceId, isFresh ? before.proven : undefined);
    if (state.brokenAt === null) known.set(instanceId, { at: isFresh ? before.at : now(), proven });
    else known.delete(instanceId);
    return state;
  };
  return (db, instanceId) => {
    let run = running.get(instanceId);
    if (run === undefined) {
      run = verify(db, instanceId).finally(() => running.delete(instanceId));
      running.set(instanceId, run);
    }
    return run;
  };
}
