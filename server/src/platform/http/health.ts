import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { fail } from '../operation/problem.ts';

/** `/health/live`: the process runs. `/health/ready`: it serves, and the database answers. */
export function healthRoutes(http: FastifyInstance, database: Database, isServing: () => boolean): void {
  http.get('/health/live', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ live: true }));
  http.get('/health/ready', async (_request, reply) => {
    if (!isServing()) return fail('UNAVAILABLE', { retryAfter: 1 });
    await sql`select 1`.execute(database.owner);
    return reply.header('Cache-Control', 'no-store').send({ ready: true });
  });
}
