import { CHANGES_PAGE, recordAggregateId, type RecordWindow, type recordHistoryQueries } from '@kontor/contract/record';
import type { ParamsOf } from '@kontor/contract/kernel';
import { addressKey } from '../../../platform/address-key.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import type { QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import {
  listFilter,
  permittedModules,
  queryOfAny,
  seenAmong,
  seesItem,
  type ItemSource,
  type ListReader,
} from '../../activity/index.ts';
import { requireRecords } from '../access.ts';
import { linksOf } from '../linking.ts';
import { addressesOfPerson, itemsOfPerson, itemsOfRecords, recordOfPerson } from '../store/activities.ts';
import { readChanges } from '../store/changes.ts';
import { readableKinds } from '../kinds/readable.ts';
import { findRecord, readRecords } from '../store/records.ts';
import { toChanges } from './changes.ts';
import { relatedOf } from './related.ts';

type Activities = ParamsOf<(typeof recordHistoryQueries)['activities']>;

export const historyQueryHandlers = (list: ListReader): QueryHandlers<typeof recordHistoryQueries> => ({
  async activities(ctx, params, paging) {
    requireRecords(ctx);
    const { source, isThere } = await sourceOf(ctx, params);
    const { view, date: dateFilter, search: searchTerm, direction, boxIds, userFilter, groupFilter } = params;
    const modules = permittedModules(ctx.person, params.moduleIds);
    const filter = {
      ...listFilter(
        {
          view,
          dateFilter,
          searchTerm,
          direction,
          boxIds,
          userFilter,
          groupFilter,
          hiddenSearchTerm: '',
          archived: true,
          globalized: true,
        },
        modules ?? [],
      ),
      source,
    };
    // Who may see no kind of item at all sees none of them.
    const [answer] = await Promise.all([
      list(ctx, modules === undefined ? { ...filter, dateFilter: { to: '1900-01-01' } } : filter, paging),
      isThere,
    ]);
    return answer;
  },

  async changes(ctx, { idoId, idoInstanceId, before }) {
    requireRecords(ctx);
    const { db, instance } = ctx;
    await mustBeThere(ctx, [{ idoId, idoInstanceId }]);
    const [kind] = await readableKinds(ctx, [idoInstanceId]);
    if (kind === undefined) return fail('NOT_FOUND');
    const rows = await readChanges(db, instance.id, idoId, { before, most: CHANGES_PAGE });
    return [...(await toChanges(db, instance.id, kind, rows))];
  },

  async related(ctx, { idoId, idoInstanceId }) {
    requireRecords(ctx);
    const record = await findRecord(ctx.db, ctx.instance.id, idoId);
    if (record === undefined || record.deleted_at !== null || record.kind_id !== idoInstanceId)
      return fail('NOT_FOUND');
    return relatedOf(ctx, record);
  },

  async window(ctx, { aggregateId }) {
    requireRecords(ctx);
    const { db, instance, person } = ctx;
    if (!(await seesItem(ctx, aggregateId))) return fail('NOT_FOUND');
    const links = (await linksOf(db, instance.id, [aggregateId.entryId])).get(aggregateId.entryId) ?? [];
    const records = await readRecords(
      db,
      instance.id,
      links.map(({ idoId }) => idoId),
    );
    const byKind = Map.groupBy(links, ({ idoInstanceId }) => idoInstanceId);
    const idoWindowIdoInstances: RecordWindow['idoWindow']['idoWindowIdoInstances'] = [...byKind.values()].map(
      (some) => ({
        title: some[0]?.instanceTitle ?? '',
        color: some[0]?.instanceColor ?? '',
        idoWindowIdos: some.map(({ idoId, idoInstanceId, displayName }) => ({
          aggregateId: recordAggregateId(idoId, person.id),
          displayName,
          title: records.get(idoId)?.title ?? displayName,
          idoId,
          idoInstanceId,
        })),
      }),
    );
    return { idoCount: links.length, changeable: true, idoWindow: { idoWindowIdoInstances } };
  },

  async linkedAmong(ctx, { aggregateIds }) {
    requireRecords(ctx);
    const seen = await seenAmong(ctx, aggregateIds);
    if (seen.length === 0) return fail('NOT_FOUND');
    const links = await linksOf(
      ctx.db,
      ctx.instance.id,
      seen.map(({ entryId }) => entryId),
    );
    const byRecord = Map.groupBy([...links.values()].flat(), ({ idoId }) => idoId);
    return [...byRecord.values()]
      .flatMap(([link, ...others]) => {
        if (link === undefined) return [];
        const { idoId, idoInstanceId, displayName, instanceTitle, instanceColor } = link;
        return { idoId, idoInstanceId, displayName, instanceTitle, instanceColor, count: others.length + 1 };
      })
      .toSorted((a, b) => b.count - a.count || a.displayName.localeCompare(b.displayName));
  },
});

/** Returns the items that are asked for. Throws NOT_FOUND if a record or a person is not there, or nothing is named at all. */
async function sourceOf(
  ctx: QueryContext,
  params: Activities,
): Promise<{ readonly source: ItemSource; readonly isThere: Promise<void> }> {
  const { db, instance, person } = ctx;
  const { idoId, instanceId, contactPersonId, address, records } = params;
  const own = idoId === null || instanceId === null ? [] : [{ idoId, idoInstanceId: instanceId }];
  const requested = [...own, ...records];
  // Known no later than the answer, which nobody is given without it.
  const isThere = mustBeThere(ctx, requested);
  isThere.catch(() => {});
  if (contactPersonId !== null || address !== '') {
    await isThere;
    if (contactPersonId !== null) await mustBeOf(ctx, contactPersonId, idoId);
    const known = contactPersonId === null ? [] : await addressesOfPerson(db, instance.id, contactPersonId);
    const addresses = [...new Set([...known, ...(address === '' ? [] : [addressKey(address)])])];
    return { source: itemsOfPerson(instance.id, person.id, contactPersonId ?? 0, queryOfAny(addresses)), isThere };
  }
  if (requested.length === 0) return fail('NOT_FOUND');
  return { source: itemsOfRecords(instance.id, [...new Set(requested.map((one) => one.idoId))]), isThere };
}

/** Throws NOT_FOUND if one of some records is not there, or of another kind. */
export async function mustBeThere(
  { db, instance }: Pick<QueryContext, 'db' | 'instance'>,
  requested: readonly { readonly idoId: number; readonly idoInstanceId: number }[],
): Promise<void> {
  const there = await readRecords(
    db,
    instance.id,
    requested.map(({ idoId }) => idoId),
  );
  if (!requested.every(({ idoId, idoInstanceId }) => there.get(idoId)?.kind_id === idoInstanceId)) fail('NOT_FOUND');
}

/** A contact person is one of a record that is there, and of the one that was named, if one was. */
async function mustBeOf({ db, instance }: QueryContext, personId: number, recordId: number | null): Promise<void> {
  const own = await recordOfPerson(db, instance.id, personId);
  if (own === undefined || (recordId !== null && own !== recordId)) fail('NOT_FOUND');
}
