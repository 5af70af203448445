import type { ModuleName } from '@kontor/contract/kernel';
import { MOST_RESULTS, type Link, type recordQueries } from '@kontor/contract/record';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { seesItem } from '../activity/index.ts';
import { changesRecords, requireRecords } from './access.ts';
import { boardQueries } from './boards/board.ts';
import { favouriteQueries, isFavouriteOf } from './boards/favourites.ts';
import { sharedQueryQueries } from './boards/shared-queries.ts';
import { readSearch } from './finding.ts';
import { linksOf, suggestable } from './linking.ts';
import { listHandlers } from './lists/queries.ts';
import { readKinds, readMadeBy } from './store/kinds.ts';
import { findRecord, readPersons, readRecords } from './store/records.ts';
import { searchRecords } from './store/search.ts';
import { toInstance, toModel, toResult } from './views.ts';

/** The records that items of each kind may have to do with, the likeliest first; which of them are shown is told by this module. */
export type Suggestions = ReadonlyMap<ModuleName, (ctx: QueryContext, activityId: number) => Promise<readonly Link[]>>;

/** `now`: milliseconds since 1970. */
export const queryHandlers = (
  suggestions: () => Suggestions,
  now: () => number,
): QueryHandlers<typeof recordQueries> => ({
  ...listHandlers(now),

  async instances(ctx) {
    requireRecords(ctx);
    const { db, instance, person } = ctx;
    const { counts, lastKindId } = await readMadeBy(db, instance.id, person.id);
    return (await readKinds(db, instance.id)).map((kind) =>
      toInstance(kind, { count: counts.get(kind.kind_id) ?? 0, isLast: kind.kind_id === lastKindId }),
    );
  },

  async search(ctx, { query }) {
    requireRecords(ctx);
    const { db, instance, person } = ctx;
    const asked = readSearch(query);
    if (asked === undefined) return [];
    const found = await searchRecords(db, asked, MOST_RESULTS);
    const records = await readRecords(
      db,
      instance.id,
      found.map((row) => row.record_id),
    );
    const kinds = new Map((await readKinds(db, instance.id)).map((kind) => [kind.kind_id, kind]));
    return found.flatMap(({ record_id: recordId, relevance }) => {
      const record = records.get(recordId);
      const kind = kinds.get(record?.kind_id ?? 0);
      return record === undefined || kind === undefined ? [] : toResult(kind, record, person.id, relevance);
    });
  },

  async model(ctx, { idoId, idoInstanceId }) {
    requireRecords(ctx);
    const { db, instance } = ctx;
    const record = await findRecord(db, instance.id, idoId);
    const [kind] = await readKinds(db, instance.id, [idoInstanceId]);
    if (record === undefined || kind === undefined || record.kind_id !== kind.kind_id) return fail('NOT_FOUND');
    const persons = (await readPersons(db, instance.id, [idoId])).get(idoId) ?? [];
    return {
      isAnDeletedIdo: record.deleted_at !== null,
      isAnFavoriteIdo: await isFavouriteOf(ctx, idoId),
      jsonModel: toModel(kind, record, persons, changesRecords(ctx)),
    };
  },

  ...favouriteQueries,
  ...sharedQueryQueries,
  ...boardQueries,

  async links(ctx, { aggregateId }) {
    requireRecords(ctx);
    const { db, instance } = ctx;
    if (!(await seesItem(ctx, aggregateId))) return fail('NOT_FOUND');
    const { module, entryId } = aggregateId;
    const linked = (await linksOf(db, instance.id, [entryId])).get(entryId) ?? [];
    const suggested = new Map([[entryId, (await suggestions().get(module)?.(ctx, entryId)) ?? []]]);
    return [...linked, ...((await suggestable(db, instance.id, suggested)).get(entryId) ?? [])];
  },
});
