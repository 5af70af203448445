import type { JobHandlers } from '../jobs/jobs.ts';
import type { Change } from '../operation/change.ts';
import type { ChangeContext, Instance, Platform } from '../operation/context.ts';
import type { Service } from '../operation/manifest.ts';
import type { BlobsUsed } from '../storage/used.ts';
import { sweepIdle } from './store.ts';

const DROP_JOB = 'upload.drop';
const EVERY_MS = 60 * 60_000;
/** So long an upload is kept that nothing names, and then its bytes: a backup that is being written may still name them. */
const KEEP_MS = 24 * 3_600_000;
const PIECE = 500;

interface Dropped {
  readonly parts: readonly string[];
  readonly wholes: readonly string[];
}

/** Has blobs removed that no row of an upload names any more. */
export async function enqueueDropping(ctx: ChangeContext, { parts, wholes }: Dropped): Promise<void> {
  if (parts.length + wholes.length === 0) return;
  const at = ctx.now();
  await ctx.enqueue(DROP_JOB, { parts, wholes, at }, { runAt: new Date(at + KEEP_MS) });
}

/** Removes what was swept: pieces, which are nobody else's, and files that nothing else has. */
export const uploadJobs = (usedAmong: BlobsUsed): JobHandlers => ({
  async [DROP_JOB]({ blobs, db, instance }, payload) {
    const { parts, wholes, at } = payload as unknown as Dropped & { at: number };
    const used = await usedAmong(db, instance.id, wholes);
    for (const hash of [...parts, ...wholes.filter((one) => !used.has(one))])
      await blobs.remove(instance.id, hash, new Date(at));
  },
});

/** Takes away what nothing has named for a day. */
export async function sweepUploads(
  parts: { readonly platform: Platform; readonly change: Change },
  instance: Instance,
) {
  const since = new Date(parts.platform.now() - KEEP_MS);
  for (let isMore = true; isMore;) {
    isMore = await parts.change(instance, async (ctx) => {
      const swept = await sweepIdle(ctx.db, instance.id, since, PIECE);
      await enqueueDropping(ctx, swept);
      return swept.isMore;
    });
  }
}

/** Sweeps every instance once an hour. */
export function startUploadSweep(
  parts: { readonly platform: Platform; readonly change: Change },
  instances: () => Promise<readonly Instance[]>,
): Service {
  let running: Promise<void> | undefined;
  let closed = false;
  const sweep = async (): Promise<void> => {
    for (const instance of await instances()) {
      if (closed) return;
      await sweepUploads(parts, instance);
    }
  };
  const timer = setInterval(() => {
    running = sweep().catch((error: unknown) => parts.platform.log.warn({ err: error }, 'uploads cannot be swept'));
  }, EVERY_MS);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
