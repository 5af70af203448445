import { CLIENT_VERSION } from '@kontor/contract/kernel';
import { healthContract, type Health } from '@kontor/contract/account';
import { lastBackup } from '../../platform/backup/last-backup.ts';
import { diskOf } from '../../platform/health/disk.ts';
import { jobsOfInstance } from '../../platform/jobs/failed-jobs.ts';
import type { Load } from '../../platform/load/load.ts';
import type { InstanceContext, QueryContext } from '../../platform/operation/context.ts';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { requireAdministrator } from './access.ts';

/** What the state of the system is read from. */
export interface HealthParts {
  readonly load: Load;
  readonly lagMs: () => number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly dataFolder: string;
  /** Seconds that the oldest event of an instance has been waiting; null for none. */
  readonly outboxSeconds: (instanceId: number) => Promise<number | null>;
  readonly mailboxes: (ctx: InstanceContext) => Promise<Health['mailboxes']>;
  readonly phoneLines: (ctx: InstanceContext) => Promise<Health['phoneLines']>;
}

/** What administrators see of the server that they are on. */
export const healthModule = (parts: HealthParts): ModuleManifest => ({
  ...bindContract(healthContract, { queries: { health: (ctx) => readHealth(ctx, parts) }, commands: {} }),
  jobs: {},
});

async function readHealth(ctx: QueryContext, parts: HealthParts): Promise<Health> {
  requireAdministrator(ctx);
  const { load } = parts;
  const { wait, size, busy } = ctx.database.pool;
  const [jobs, outboxSeconds, mailboxes, phoneLines, disk, backup] = await Promise.all([
    jobsOfInstance(ctx.database.owner, ctx.instance.id),
    parts.outboxSeconds(ctx.instance.id),
    parts.mailboxes(ctx),
    parts.phoneLines(ctx),
    diskOf(parts.dataFolder),
    lastBackup(ctx.database),
  ]);
  return {
    version: CLIENT_VERSION,
    startedAt: new Date(parts.startedAt).toISOString(),
    pressure: load.pressure,
    lagMs: Math.round(parts.lagMs()),
    requests: { inWork: load.inWork, waiting: load.waiting },
    connections: { busy: busy(), most: size, waitMs: Math.round(wait.longestMs()) },
    jobs,
    outboxSeconds,
    mailboxes,
    phoneLines,
    disk,
    lastBackup: backup.whole?.at ?? null,
  };
}
