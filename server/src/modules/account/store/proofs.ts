import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ProofWays } from '@kontor/contract/account';
import '../tables.ts';

/** Any constant of ours: what changes how one person signs in waits for each other, whichever of their sessions it comes from. */
const PROOF_LOCK = 7_340_027;

/** One session of one person: what a proof is bound to. */
export interface SessionOf {
  readonly instanceId: number;
  readonly userId: number;
  readonly sessionId: string;
}

/**
 * When the person of an open session has last proven who they are, null where they have not or there is none such. In a transaction
 * nobody takes the proof away before its end: who would, waits.
 */
export async function holdProof(db: Db, { instanceId, userId, sessionId }: SessionOf): Promise<Date | null> {
  await sql`select pg_advisory_xact_lock(${PROOF_LOCK}::int, ${userId}::int)`.execute(db);
  const { rows } = await sql<{ proven_at: Date | null }>`
    select proven_at from session where instance_id = ${instanceId} and user_id = ${userId} and session_id::text = ${sessionId}
      and ended_at is null for update`.execute(db);
  return rows[0]?.proven_at ?? null;
}

/** Notes that the person of a session has proven who they are. False where it has ended meanwhile. */
export async function setProof(db: Db, { instanceId, userId, sessionId }: SessionOf, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update session set proven_at = ${at} where instance_id = ${instanceId} and user_id = ${userId} and session_id = ${sessionId}
      and ended_at is null returning 1`.execute(db);
  return rows.length > 0;
}

/** Takes the proofs of a person's sessions away, but for the one that is kept: what they were given with may be good for nothing now. */
export async function dropProofs(db: Db, { instanceId, userId, sessionId }: SessionOf): Promise<void> {
  await sql`
    update session set proven_at = null where instance_id = ${instanceId} and user_id = ${userId}
      and session_id::text <> ${sessionId} and proven_at is not null`.execute(db);
}

/** In which ways a person can prove who they are. */
export async function proofWaysOf(db: Db, instanceId: number, userId: number): Promise<ProofWays> {
  const { rows } = await sql<ProofWays>`
    select u.password_hash is not null as password, coalesce(f.seed is not null, false) as code,
      exists (select from passkey k where k.instance_id = u.instance_id and k.user_id = u.user_id) as passkey
    from app_user u left join user_factor f using (instance_id, user_id)
    where u.instance_id = ${instanceId} and u.user_id = ${userId}`.execute(db);
  return rows[0] ?? { password: false, code: false, passkey: false };
}
