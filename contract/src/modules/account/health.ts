import * as v from 'valibot';
import { NothingSchema, defineContract, defineQuery } from '../../kernel/index.ts';

/** How the server does that this instance is on, and what of the instance waits for somebody. Only numbers and times. */
export const HealthSchema = v.object({
  version: v.string(),
  /** ISO instant. */
  startedAt: v.string(),
  /** `busy`: what can wait is put off; `overloaded`: all but sign-in, sending and saving is. */
  pressure: v.picklist(['calm', 'busy', 'overloaded']),
  /** The longest that the process did nothing else in the last second. */
  lagMs: v.number(),
  /** Queries that are at work, and those that wait for their turn. */
  requests: v.object({ inWork: v.number(), waiting: v.number() }),
  /** Database connections; for how long the one who has waited longest has been waiting for one. */
  connections: v.object({ busy: v.number(), most: v.number(), waitMs: v.number() }),
  /** Work of the instance in the background: what waits or runs, since when the oldest of it could run, what was given up. */
  jobs: v.object({ open: v.number(), oldestSeconds: v.nullable(v.number()), failed: v.number() }),
  /** Age of the oldest event of the instance that nobody was told of yet. */
  outboxSeconds: v.nullable(v.number()),
  /** Mailboxes of the instance that are read, and those that cannot be. */
  mailboxes: v.object({ read: v.number(), failing: v.number() }),
  /** Telephone systems of the instance that are on, and those that have been silent with a fault or keep their history back. */
  phoneLines: v.object({ on: v.number(), failing: v.number() }),
  disk: v.object({ freeBytes: v.number(), totalBytes: v.number() }),
  /** ISO instant of the last backup that is whole. */
  lastBackup: v.nullable(v.string()),
});
export type Health = v.InferOutput<typeof HealthSchema>;

/** The state of the system. For administrators. */
export const health = defineQuery({
  name: 'account.health',
  // When nothing else is answered any more, this is what is looked at.
  cost: 'light',
  params: NothingSchema,
  result: HealthSchema,
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['failedJobs'],
  example: {
    params: {},
    result: {
      version: '0.0.671',
      startedAt: '2026-11-20T06:00:00.000Z',
      pressure: 'calm',
      lagMs: 2,
      requests: { inWork: 1, waiting: 0 },
      connections: { busy: 1, most: 10, waitMs: 0 },
      jobs: { open: 0, oldestSeconds: null, failed: 1 },
      outboxSeconds: null,
      mailboxes: { read: 3, failing: 0 },
      phoneLines: { on: 1, failing: 0 },
      disk: { freeBytes: 80_000_000_000, totalBytes: 250_000_000_000 },
      lastBackup: '2026-11-20T02:00:00.000Z',
    },
  },
});

export const healthQueries = { health } as const;

export const healthContract = /* @__PURE__ */ defineContract({
  name: 'health',
  queries: healthQueries,
  commands: {},
  events: {},
  problems: {},
});
