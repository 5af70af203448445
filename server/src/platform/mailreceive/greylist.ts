/** How long a peer that has not come again is remembered, and one that has. */
export const FORGET_ASKED_MS = 2 * 86_400_000;
export const FORGET_PASSED_MS = 36 * 86_400_000;

/** What is known of somebody who asked before. */
export interface Known {
  readonly askedAt: Date;
  readonly seenAt: Date;
  readonly passed: boolean;
}

/** What to answer and to remember: `askedAt` is when the waiting began. */
export interface Verdict {
  readonly passes: boolean;
  readonly askedAt: Date;
}

/** Whoever asks for the first time waits; a real mail server comes again, and is then known for a long time. */
export function judge(known: Known | undefined, now: Date, waitMs: number): Verdict {
  if (known === undefined) return { passes: false, askedAt: now };
  const forgotten = known.passed ? FORGET_PASSED_MS : FORGET_ASKED_MS;
  if (now.getTime() - known.seenAt.getTime() > forgotten) return { passes: false, askedAt: now };
  return { passes: known.passed || now.getTime() - known.askedAt.getTime() >= waitMs, askedAt: known.askedAt };
}
