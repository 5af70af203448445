import { memoExtras, type memoQueries, type recordActivityQueries } from '@kontor/contract/memo';
import { entryOfRow, resolveDateFilter, timeFrameBounds } from '@kontor/contract/activity';
import type { recordTimeQueries } from '@kontor/contract/record';
import { formatAggregateId, type AggregateId } from '@kontor/contract/kernel';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { boxesOf, namesFor, requireRight, timeZoneOf } from '../account/index.ts';
import { entriesById, relatedItems, toEntryRow } from '../activity/index.ts';
import { contactPersonsOf, itemsOfRecords, linksOf, mustBeThere } from '../record/index.ts';
import { mayWrite } from './access.ts';
import { fieldsOf } from './rules.ts';
import { findWithEntry, readTimeSpent } from './store.ts';
import { readTypes, typesFor, type TypeRow } from './types.ts';

const toType = ({ type_id: id, name: communicationType }: TypeRow) => ({ id, communicationType });

/** What is told of a memo, which the person sees, however it is asked for. Fails with NOT_FOUND where they do not. */
async function tellMemo(ctx: QueryContext, { module, entryId }: AggregateId) {
  const { db, instance, person } = ctx;
  const viewer = { instanceId: instance.id, userId: person.id };
  const memo = await findWithEntry(db, instance.id, entriesById(viewer, module === 'activity' ? [entryId] : []));
  if (memo === undefined) return fail('NOT_FOUND');
  const seesRecords = person.rights.idoList;
  const links = seesRecords ? ((await linksOf(db, instance.id, [entryId])).get(entryId) ?? []) : [];
  const persons = await contactPersonsOf(
    db,
    instance.id,
    links.map(({ idoId }) => idoId),
  );
  const fields = fieldsOf(memo);
  return {
    memo,
    links,
    common: {
      ...fields,
      aggregateId: formatAggregateId({ module: 'activity', entryId, userId: person.id }),
      aggregateVersion: memo.edit,
      author: (await namesFor(ctx, [memo.created_by])).get(memo.created_by) ?? '',
      authorId: memo.created_by,
      availableCommunicationTypes: typesFor(await readTypes(db, instance.id), memo.communication_type).map(toType),
      contactPersonId: seesRecords ? fields.contactPersonId : null,
      contactPersonAvailableUsers: persons.map(({ personId, name }) => ({
        id: personId,
        displayName: name,
        userAvatar: null,
      })),
    },
  };
}

export const queryHandlers: QueryHandlers<typeof memoQueries> = {
  async details(ctx, { aggregateId }) {
    const { memo, links, common } = await tellMemo(ctx, aggregateId);
    const entry = toEntryRow(memo.entry);
    return {
      ...common,
      changeable: mayWrite(memo, ctx.person.id),
      links: [...links],
      related: (await relatedItems(ctx, [aggregateId.entryId])).get(aggregateId.entryId) ?? [],
      entry: {
        ...entry,
        extras: memoExtras(entry.extras),
        userList: entry.userList.map(([id, status]) => [id, status]),
      },
    };
  },
};

/** The same rows, as records speak of them. */
export const recordActivityQueryHandlers: QueryHandlers<typeof recordActivityQueries> = {
  boxes(ctx) {
    requireRight(ctx, 'idoList');
    return boxesOf(ctx.db, ctx.instance.id, ctx.person.id);
  },

  async scheduledDetails(ctx, { aggregateId }) {
    const { memo, common } = await tellMemo(ctx, aggregateId);
    const row = toEntryRow(memo.entry);
    const extras = memoExtras(row.extras);
    const entry = entryOfRow({ ...row, extras }, ctx.person.id, timeFrameBounds(ctx.now(), timeZoneOf(ctx.instance)));
    const { archivButton, globalizationButton, idoButton, spoingButton, statusButton, taskButton } = entry;
    const isScheduled = memo.alarm_at !== null && memo.alarm_at > ctx.now();
    const buttons = { archivButton, globalizationButton, idoButton, spoingButton, statusButton, taskButton };
    return { ...common, extras: { ...extras, isScheduled }, ...buttons };
  },

  communicationTypes: async ({ db, instance }) =>
    (await readTypes(db, instance.id)).map((type) => ({ ...toType(type), isOffered: type.is_offered })),
};

/** What records ask of memos. */
export const timeQueryHandlers: QueryHandlers<typeof recordTimeQueries> = {
  async timeSpent(ctx, { idoId, instanceId, records, date }) {
    requireRight(ctx, 'idoList');
    const { db, instance, person } = ctx;
    const requested = [{ idoId, idoInstanceId: instanceId }, ...records];
    await mustBeThere(ctx, requested);
    const source = itemsOfRecords(instance.id, [...new Set(requested.map((one) => one.idoId))]);
    const range = resolveDateFilter(date, ctx.now(), timeZoneOf(instance));
    const rows = await readTimeSpent(db, { instanceId: instance.id, userId: person.id }, source.items, range);
    const names = await namesFor(
      ctx,
      rows.map(({ created_by: userId }) => userId),
    );
    return {
      seconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
      people: rows.map(({ created_by: userId, seconds }) => ({ userId, name: names.get(userId) ?? '', seconds })),
    };
  },
};
