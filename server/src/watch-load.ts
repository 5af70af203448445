import { countJobs } from './platform/jobs/runner.ts';
import { Load } from './platform/load/load.ts';
import type { LoopLag } from './platform/load/loop-lag.ts';
import type { PressureLimits } from './platform/load/rules.ts';
import type { Platform } from './platform/operation/context.ts';

/** What the server looks at to know whether it can take on more. */
export function watchLoad({ database, metrics }: Platform, lag: LoopLag, limits: PressureLimits | undefined): Load {
  const { pool } = database;
  pool.wait.listen((ms) => metrics.time('pool_wait_seconds', ms / 1000, {}));
  metrics.gauge('loop_lag_seconds', () => lag.ms / 1000);
  metrics.gauge('pool_busy', () => pool.busy());
  metrics.gauge('pool_waiting', () => pool.wait.waiting);
  metrics.gauge('jobs_open', async () => (await countJobs(database)).open);
  metrics.gauge('jobs_failed', async () => (await countJobs(database)).failed);
  const signs = () => ({ lagMs: lag.ms, waitMs: pool.wait.longestMs() });
  return new Load({ signs, poolSize: pool.size, metrics, limits });
}
