import { COMMUNICATION_TYPES, memoExtras, type memoQueries } from '@kontor/contract/memo';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf } from '../account/index.ts';
import { entriesById, relatedItems, toEntryRow } from '../activity/index.ts';
import { contactPersonsOf, linksOf } from '../record/index.ts';
import { mayWrite } from './access.ts';
import { fieldsOf } from './rules.ts';
import { findWithEntry } from './store.ts';

const availableCommunicationTypes = COMMUNICATION_TYPES.map((communicationType, index) => ({
  id: index + 1,
  communicationType,
}));

export const queryHandlers: QueryHandlers<typeof memoQueries> = {
  async details(ctx, { aggregateId: { module, entryId } }) {
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
    const entry = toEntryRow(memo.entry);
    return {
      ...fields,
      aggregateId: formatAggregateId({ module: 'activity', entryId, userId: person.id }),
      aggregateVersion: memo.edit,
      author: (await namesOf(db, instance.id, [memo.created_by])).get(memo.created_by) ?? '',
      authorId: memo.created_by,
      availableCommunicationTypes,
      contactPersonId: seesRecords ? fields.contactPersonId : null,
      contactPersonAvailableUsers: persons.map(({ personId, name }) => ({
        id: personId,
        displayName: name,
        userAvatar: null,
      })),
      changeable: mayWrite(memo, person.id),
      links: [...links],
      related: (await relatedItems(ctx, [entryId])).get(entryId) ?? [],
      entry: {
        ...entry,
        extras: memoExtras(entry.extras),
        userList: entry.userList.map(([id, status]) => [id, status]),
      },
    };
  },
};
