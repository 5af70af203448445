import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { isNearlyFull, type Disk } from '../health/disk.ts';
import { ProblemError, fail } from '../operation/problem.ts';

export interface ReadinessParts {
  readonly database: Database;
  /** False while the server starts, which brings the database up to this version first, and once it is to stop. */
  readonly isServing: () => boolean;
  readonly disk: () => Promise<Disk>;
}

/** Whoever asks gives up soon, and takes silence for a no. */
const ANSWER_WITHIN_MS = 2000;

/**
 * `/health/live`: the process runs. `/health/ready`: it serves, the database answers, and there is room on the disk; else UNAVAILABLE with the reason in a word or two.
 */
export function healthRoutes(http: FastifyInstance, { database, isServing, disk }: ReadinessParts): void {
  const notReady = (detail: string): never => fail('UNAVAILABLE', { detail, retryAfter: 1 });
  const lookAt = async (): Promise<void> => {
    await sql`select 1`.execute(database.owner).catch(() => notReady('database'));
    if (isNearlyFull(await disk().catch(() => notReady('disk')))) notReady('disk');
  };
  http.get('/health/live', { exposeHeadRoute: true }, (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ live: true }),
  );
  http.get('/health/ready', { exposeHeadRoute: true }, async (_request, reply) => {
    if (!isServing()) return notReady('starting or stopping');
    const late = new AbortController();
    const tooLate = sleep(ANSWER_WITHIN_MS, undefined, { signal: late.signal }).then(
      () => new ProblemError('UNAVAILABLE', { detail: 'database', retryAfter: 1 }),
      () => undefined,
    );
    const problem = await Promise.race([lookAt(), tooLate]).finally(() => late.abort());
    if (problem !== undefined) throw problem;
    return reply.header('Cache-Control', 'no-store').send({ ready: true });
  });
}
