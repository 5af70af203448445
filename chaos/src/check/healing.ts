import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { median } from '../figures.ts';
import type { Violation } from './violations.ts';

/** From the end of all faults until every page shows what is stored, in the middle of all times, on a quiet machine. */
const MOST_MEDIAN_MS = 5000;
/** What it takes a quiet machine to start a process that does nothing. One that has other work is given as many times as long. */
const QUIET_START_MS = 60;
/** Fewer times than that say nothing about the middle. */
const LEAST_TIMES = 5;

/** How long it takes this machine just now to start a process that does nothing, in milliseconds. */
export async function startOfNothing(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['--eval', ''], { stdio: 'ignore' }), 'exit');
  return performance.now() - began;
}

/**
 * Whether all became alike soon enough, and starts of nothing beside it, all in milliseconds. That it does at all, within the time for
 * rest, is asked each time by itself.
 */
export function checkHealing(times: readonly number[], starts: readonly number[]): Violation[] {
  const most = MOST_MEDIAN_MS * Math.max(1, median(starts) / QUIET_START_MS);
  if (times.length < LEAST_TIMES || median(times) <= most) return [];
  const all = times.map((ms) => ms.toFixed(0)).join(', ');
  const detail = `${median(times).toFixed(0)} ms in the middle, allowed are ${most.toFixed(0)}: ${all}`;
  return [{ invariant: 'all is well soon after a fault', detail }];
}
