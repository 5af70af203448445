import { formatAggregateId } from '@kontor/contract/kernel';
import { {{name}}Extras, type {{name}}Queries } from '@kontor/contract/{{name}}';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { entriesById, itemsOf, relatedItems, toEntryRow, type ListReader } from '../activity/index.ts';
import { linksOf } from '../record/index.ts';
import { mayWrite } from './access.ts';
import { fieldsOf } from './rules.ts';
import { findWithEntry } from './store.ts';

export const queryHandlers = (list: ListReader): QueryHandlers<typeof {{name}}Queries> => ({
  items: itemsOf(list, '{{name}}'),

  async details(ctx, { aggregateId: { module, entryId }, aggregateId }) {
    const { db, instance, person } = ctx;
    const viewer = { instanceId: instance.id, userId: person.id };
    const isSeen = module === '{{name}}' && person.rights.{{name}}List;
    const row = await findWithEntry(db, instance.id, entriesById(viewer, isSeen ? [entryId] : []));
    if (row === undefined) return fail('NOT_FOUND');
    const links = person.rights.idoList ? ((await linksOf(db, instance.id, [entryId])).get(entryId) ?? []) : [];
    const entry = toEntryRow(row.entry);
    return {
      ...fieldsOf(row),
      aggregateId: formatAggregateId({ ...aggregateId, userId: person.id }),
      aggregateVersion: row.edit,
      changeable: mayWrite(person, row),
      links: [...links],
      related: (await relatedItems(ctx, [entryId])).get(entryId) ?? [],
      entry: {
        ...entry,
        extras: { ...{{name}}Extras(entry.extras) },
        userList: entry.userList.map(([id, status]) => [id, status]),
      },
    };
  },
});
