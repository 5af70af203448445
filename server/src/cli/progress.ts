import type { Io } from './io.ts';

const EVERY_MS = 1000;

/** Tells on a terminal how far long work is, a line a second; a script hears nothing. */
export function startProgress(io: Io, line: () => string): { end(): void } {
  if (!io.isTerminal) return { end() {} };
  const timer = setInterval(() => io.err(line()), EVERY_MS);
  return { end: () => clearInterval(timer) };
}
