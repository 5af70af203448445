import type { Change } from '../../../platform/operation/change.ts';
import type { Instance, Platform } from '../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import { releaseUploads } from '../../../platform/uploads/index.ts';
import { sweepDrafts } from './store/drafts.ts';

/** How long what was thrown away can come back. */
export const KEPT_MS = 30 * 24 * 3_600_000;
const EVERY_MS = 60 * 60_000;
const PIECE = 200;

/** Takes away for good what was thrown away long ago, and lets go of its files. */
export async function sweepInstance(
  { platform, change }: { readonly platform: Platform; readonly change: Change },
  instance: Instance,
): Promise<void> {
  const since = new Date(platform.now() - KEPT_MS);
  for (let count = PIECE; count === PIECE;) {
    count = await change(instance, async (ctx) => {
      const { uploads } = await sweepDrafts(ctx.db, instance.id, since, PIECE);
      for (const ids of uploads) await releaseUploads(ctx, ids);
      return uploads.length;
    });
  }
}

/** Sweeps every instance once an hour. */
export async function startDraftSweep(tools: Platform & ServiceTools): Promise<Service> {
  let running: Promise<void> | undefined;
  let closed = false;
  const sweep = async (): Promise<void> => {
    for (const instance of await tools.directory.all()) {
      if (closed) return;
      await sweepInstance({ platform: tools, change: tools.change }, instance);
    }
  };
  const timer = setInterval(() => {
    running = sweep().catch((error: unknown) => tools.log.warn({ err: error }, 'old drafts cannot be swept'));
  }, EVERY_MS);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}
