import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../figures.ts';
import type { Violation } from './violations.ts';

/** From the end of all faults until every page shows what is stored, in the middle of all times, on a quiet machine. */
const MAX_MEDIAN_MS = 5000;
/** What it takes a quiet machine to start a process that does nothing, and from when on so much else is going on that the times tell of that alone. */
const START_MS = { quiet: 60, busy: 120 } as const;
/** Fewer times than that say nothing about the middle. */
const MIN_TIMES = 5;

/** How long it takes this machine just now to start a process that does nothing, in milliseconds. */
export async function startOfNothing(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['--eval', ''], { stdio: 'ignore' }), 'exit');
  return performance.now() - began;
}

/**
 * Whether all became alike soon enough, and starts of nothing beside it, all in milliseconds. That it does at all, within the time for
 * rest, is asked each time by itself, on a busy machine too.
 */
export function checkHealing(times: readonly number[], starts: readonly number[]): Violation[] {
  const start = median(starts);
  const most = MAX_MEDIAN_MS * Math.max(1, start / START_MS.quiet);
  if (times.length < MIN_TIMES || start > START_MS.busy || median(times) <= most) return [];
  const all = times.map((ms) => ms.toFixed(0)).join(', ');
  const detail = `${median(times).toFixed(0)} ms in the middle, allowed are ${most.toFixed(0)}: ${all}`;
  return [{ invariant: 'all is well soon after a fault', detail }];
}
