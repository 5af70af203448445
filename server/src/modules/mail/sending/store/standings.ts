import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/database.ts';
import type { ReceiverState } from '../rules.ts';
import type { Stage } from '../tables.ts';
import '../tables.ts';

/** How a mail to one receiver stands. */
export interface MailStanding {
  readonly state: 'waiting' | 'sent' | 'failed';
  /** Why it did not reach them. */
  readonly reason: 'refused' | 'bounced' | 'unknown' | 'called back' | null;
  /** What the mail server has said. */
  readonly answer: string;
}

function standingOf(stage: Stage, state: ReceiverState): Omit<MailStanding, 'answer'> {
  if (stage === 'cancelled') return { state: 'failed', reason: 'called back' };
  if (state === 'refused' || state === 'bounced' || state === 'unknown') return { state: 'failed', reason: state };
  if (stage === 'refused' || stage === 'unknown') return { state: 'failed', reason: stage };
  return { state: state === 'pending' ? 'waiting' : 'sent', reason: null };
}

export async function findStandings(
  db: Db,
  instanceId: number,
  outgoingIds: readonly number[],
): Promise<ReadonlyMap<number, MailStanding>> {
  if (outgoingIds.length === 0) return new Map();
  const { rows } = await sql<{ outgoing_id: number; stage: Stage; state: ReceiverState; answer: string }>`
    select o.outgoing_id, o.stage, r.state, coalesce(nullif(r.answer, ''), o.answer) as answer from mail_outgoing o
    join mail_outgoing_receiver r on r.instance_id = o.instance_id and r.outgoing_id = o.outgoing_id
    where o.instance_id = ${instanceId} and o.outgoing_id = any(${[...outgoingIds]}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ outgoing_id: id, stage, state, answer }) => [id, { ...standingOf(stage, state), answer }]),
  );
}
