import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { Program, SERVER } from '../program.ts';
import type { Fixture } from './fixture.ts';

/** How often a balancer asks who is ready; a server that is told to stop goes on for longer than that. */
export const LOOK_MS = 250;
const DRAIN_SECONDS = 1;

/** A server process as an operator runs it: started by its program, stopped by a signal, with the limits that it has by itself. */
export interface RealProcess {
  readonly port: number;
  readonly base: string;
  isReady(): Promise<boolean>;
  start(): Promise<void>;
  /** Sends SIGTERM and waits for the end; returns the exit code and how long that took. */
  stop(): Promise<{ readonly code: unknown; readonly ms: number }>;
}

/** Starts a process beside a fixture whose own processes are left out, under a name that stays the same over restarts. */
export async function startReal(
  fixture: Fixture,
  name: string,
  more: Record<string, string> = {},
): Promise<RealProcess> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  let program: Program | undefined;
  const isReady = () =>
    fetch(`${base}/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
      async (answer) => (await answer.body?.cancel(), answer.ok),
      () => false,
    );
  const real: RealProcess = {
    port,
    base,
    isReady,
    async start() {
      program = new Program(SERVER, {
        cwd: fixture.folder,
        env: {
          ...fixture.env,
          KONTOR_PORT: String(port),
          KONTOR_DATA: join(fixture.folder, name),
          KONTOR_DEMO: 'false',
          KONTOR_LOG_LEVEL: 'error',
          KONTOR_DRAIN_SECONDS: String(DRAIN_SECONDS),
          ...more,
        },
      });
      await program.says(/Kontor runs at/, 60_000);
      while (!(await isReady())) await sleep(LOOK_MS);
    },
    async stop() {
      const began = performance.now();
      program?.signal('SIGTERM');
      const code = await program?.ends();
      return { code, ms: performance.now() - began };
    },
  };
  await real.start();
  return real;
}

/** Of times in milliseconds: the middle, and what one of twenty and one of a hundred exceeds. */
export function percentiles(times: readonly number[]): {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
} {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
