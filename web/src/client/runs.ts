import type { KontorEvent } from '@kontor/contract/kernel';

/** What the running number of a transient event says: it follows the last one; some before it were missed; it was heard before, or is too late. */
type Standing = 'next' | 'missed' | 'old';

/** Follows the running numbers of transient events, until a connection begins anew. */
export interface Runs {
  /** Returns 'next' for events that are not transient. */
  take(event: KontorEvent): Standing;
  /** Forgets all: what came before is asked for anew. */
  reset(): void;
}

export function createRuns(): Runs {
  const last = new Map<string, number>();
  return {
    take({ run, type, isGlobal, isLocal, isPersonal }) {
      if (run === undefined) return 'next';
      const key = JSON.stringify([run.id, type, isGlobal, isLocal, isPersonal]);
      // Of a sender that was not heard before it is not known what was missed, but for the first event of all.
      const before = last.get(key) ?? 0;
      if (run.n <= before) return 'old';
      last.set(key, run.n);
      return run.n === before + 1 ? 'next' : 'missed';
    },
    reset: () => last.clear(),
  };
}
