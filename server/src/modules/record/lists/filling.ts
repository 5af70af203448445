import type { JobHandlers } from '../../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { ModuleManifest } from '../../../platform/operation/manifest.ts';
import { readKinds } from '../store/kinds.ts';
import { lacksCells, markCells, putCells, withoutCells } from './store/cells.ts';

const FILL_JOB = 'record.fillCells';
/** Few enough that nobody who saves a record waits for them. */
const AT_ONCE = 500;

const enqueueFilling = (ctx: ChangeContext, afterMs = 0): Promise<void> =>
  ctx.enqueue(FILL_JOB, {}, { key: `${FILL_JOB}:${ctx.instance.id}`, afterMs });

/**
 * Records that were made before there were cells get them beside everything else, some records a transaction; until then they are in no
 * list, but found by words as before.
 */
export const fillingJobs: JobHandlers = {
  [FILL_JOB]: ({ change }) =>
    change(async (ctx) => {
      const { db, instance } = ctx;
      const records = await withoutCells(db, instance.id, AT_ONCE);
      if (records.length === 0) {
        // Those that somebody was changing are left.
        if (await lacksCells(db, instance.id)) await enqueueFilling(ctx, 1000);
        return;
      }
      const kinds = new Map((await readKinds(db, instance.id)).map((kind) => [kind.kind_id, kind]));
      for (const [kindId, some] of Map.groupBy(records, (record) => record.kind_id)) {
        const kind = kinds.get(kindId);
        const made = some.map(({ record_id, title, subtitle, fields }) => ({
          recordId: record_id,
          title,
          subtitle,
          values: fields,
        }));
        if (kind !== undefined) await putCells(db, kind, made);
      }
      await markCells(
        db,
        instance.id,
        records.map(({ record_id }) => record_id),
      );
      await enqueueFilling(ctx);
    }),
};

/** Begins with it where there are such records. */
export const startFilling: NonNullable<ModuleManifest['services']>[number] = async ({
  change,
  database,
  directory,
}) => {
  for (const instance of await directory.all()) {
    if (await lacksCells(database.forInstance(instance.id), instance.id)) await change(instance, enqueueFilling);
  }
  return { close: () => Promise.resolve() };
};
