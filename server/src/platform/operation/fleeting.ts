import { sql } from 'kysely';
import type { ChangeContext } from './context.ts';
import { fail } from './problem.ts';

/** How long an answer is kept, for the same command that is sent again because its answer was lost. */
const KEPT_MS = 60_000;

interface UnderWay {
  readonly at: number;
  readonly request: string;
  readonly data: Promise<unknown>;
}

/** Carries commands out of which nothing is kept. */
export interface Fleeting {
  /**
   * Carries one out, or answers what it answered less than a minute ago in this process. `request` is all that was asked. Throws
   * PROCESS_ID_REUSED if something else was asked under its key.
   */
  run(key: string, request: string, work: () => Promise<unknown>): Promise<{ data: unknown; replayed: boolean }>;
}

export function createFleeting(now: () => number): Fleeting {
  const known = new Map<string, UnderWay>();
  const forgetOld = (): void => {
    for (const [key, { at }] of known) {
      if (at > now() - KEPT_MS) return;
      known.delete(key);
    }
  };
  return {
    async run(key, request, work) {
      forgetOld();
      const before = known.get(key);
      if (before !== undefined)
        return before.request === request ? { data: await before.data, replayed: true } : fail('PROCESS_ID_REUSED');
      const data = work();
      known.set(key, { at: now(), request, data });
      try {
        return { data: await data, replayed: false };
      } catch (error) {
        // What took no effect may be tried again.
        known.delete(key);
        throw error;
      }
    },
  };
}

/** Keeps the same command from being carried out by another server process at the same time. Throws UNAVAILABLE if it is. */
export async function holdFleeting(ctx: ChangeContext, userId: number, processId: string): Promise<void> {
  const { rows } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${ctx.instance.id} ${userId} ${processId}`}, 0)) as is_held`.execute(
    ctx.db,
  );
  if (rows[0]?.is_held !== true) fail('UNAVAILABLE', { retryAfter: 1 });
}
