import type { ItemKindName } from '@kontor/contract/kernel';
import { MAX_RESULTS, type Link, type recordQueries } from '@kontor/contract/record';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { phoneCountryIn } from '../account/index.ts';
import { seesItem, type ListReader } from '../activity/index.ts';
import { changesRecords, requireChanging, requireRecords } from './access.ts';
import { deletedRecords } from './deleted.ts';
import { restorableSince } from './deleting.ts';
import { boardQueries } from './boards/board.ts';
import { favouriteQueries, isFavouriteOf } from './boards/favourites.ts';
import { sharedQueryQueries } from './boards/shared-queries.ts';
import { readSearch } from './finding.ts';
import { kindQueryHandlers } from './kinds/handlers.ts';
import { readableKinds } from './kinds/readable.ts';
import { referencesIn } from './kinds/references.ts';
import { historyQueryHandlers } from './history/queries.ts';
import { importQueryHandlers } from './importing/handlers.ts';
import { linksOf, suggestable } from './linking.ts';
import { ownFields } from './rules.ts';
import { listHandlers } from './lists/queries.ts';
import { knownRecord } from './known.ts';
import { mergingQueryHandlers } from './merging/queries.ts';
import { keptOf } from './merging/store/merges.ts';
import { readMadeBy } from './store/kinds.ts';
import { findRecord, readPersons, readRecords } from './store/records.ts';
import { searchRecords } from './store/search.ts';
import { toInstance, toModel, toResult } from './views.ts';

/** The records that items of each kind may have to do with, the likeliest first; which of them are shown is told by this module. */
export type Suggestions = ReadonlyMap<
  ItemKindName,
  (ctx: QueryContext, activityId: number) => Promise<readonly Link[]>
>;

/** `now`: milliseconds since 1970. */
export const queryHandlers = (
  suggestions: () => Suggestions,
  list: ListReader,
  now: () => number,
): QueryHandlers<typeof recordQueries> => ({
  ...listHandlers(now),
  ...historyQueryHandlers(list),
  ...mergingQueryHandlers,
  ...kindQueryHandlers,

  async instances(ctx) {
    requireRecords(ctx);
    const { db, instance, person } = ctx;
    const { counts, lastKindId } = await readMadeBy(db, instance.id, person.id);
    return (await readableKinds(ctx)).map((kind) =>
      toInstance(kind, { count: counts.get(kind.kind_id) ?? 0, isLast: kind.kind_id === lastKindId }),
    );
  },

  async search(ctx, { query, idoInstanceId }) {
    requireRecords(ctx);
    const { db, instance, person } = ctx;
    const search = readSearch(query, phoneCountryIn(instance.settings));
    if (search === undefined) return [];
    const kept = search.own === null ? undefined : await keptOf(db, instance.id, search.own);
    const readable = await readableKinds(ctx, idoInstanceId === undefined ? undefined : [idoInstanceId]);
    const kinds = new Map(readable.map((kind) => [kind.kind_id, kind]));
    const found = await searchRecords(db, [...kinds.keys()], { ...search, own: kept ?? search.own }, MAX_RESULTS);
    const records = await readRecords(
      db,
      instance.id,
      found.map((row) => row.record_id),
    );
    const fields = readable.flatMap((kind) => ownFields(kind.fields));
    const stored = [...records.values()].map((record) => record.fields);
    const references = await referencesIn(db, instance.id, fields, stored);
    return found.flatMap(({ record_id: recordId, relevance }) => {
      const record = records.get(recordId);
      const kind = kinds.get(record?.kind_id ?? 0);
      return record === undefined || kind === undefined
        ? []
        : toResult(kind, record, { userId: person.id, relevance, references });
    });
  },

  async model(ctx, { idoId, idoInstanceId, masterDataExtJSTabTitle: masterDataTitle }) {
    requireRecords(ctx);
    const { db, instance } = ctx;
    const record = await findRecord(db, instance.id, idoId);
    const [kind] = await readableKinds(ctx, [idoInstanceId]);
    if (record === undefined || kind === undefined || record.kind_id !== kind.kind_id) return fail('NOT_FOUND');
    const persons = (await readPersons(db, instance.id, [idoId])).get(idoId) ?? [];
    const references = await referencesIn(db, instance.id, ownFields(kind.fields), [record.fields]);
    const kept = record.deleted_at === null ? undefined : await keptOf(db, instance.id, idoId);
    const now = kept === undefined ? undefined : await knownRecord(db, instance.id, kept);
    return {
      ...(now === undefined
        ? {}
        : { mergedInto: { idoId: now.recordId, idoInstanceId: now.kindId, displayName: now.displayName } }),
      isAnDeletedIdo: record.deleted_at !== null,
      isAnFavoriteIdo: await isFavouriteOf(ctx, idoId),
      jsonModel: toModel(kind, record, persons, { mayChange: changesRecords(ctx), references, masterDataTitle }),
    };
  },

  async deleted(ctx, { idoInstanceId, query, page, limit }) {
    requireChanging(ctx);
    const kinds = await readableKinds(ctx, idoInstanceId === undefined ? undefined : [idoInstanceId]);
    if (idoInstanceId !== undefined && kinds.length === 0) return fail('NOT_FOUND');
    return deletedRecords(ctx, kinds, { query, page, limit, since: restorableSince(now()) });
  },

  ...favouriteQueries,
  ...sharedQueryQueries,
  ...boardQueries,

  async links(ctx, { aggregateId }) {
    requireRecords(ctx);
    const { db, instance, person } = ctx;
    if (!(await seesItem(ctx, aggregateId))) return fail('NOT_FOUND');
    const { module, entryId } = aggregateId;
    const linked = (await linksOf(db, instance.id, [entryId], person.id)).get(entryId) ?? [];
    const suggested = new Map([[entryId, (await suggestions().get(module)?.(ctx, entryId)) ?? []]]);
    return [...linked, ...((await suggestable(db, instance.id, suggested)).get(entryId) ?? [])];
  },

  ...importQueryHandlers,
});
