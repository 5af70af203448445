import type { GlobalizationRecord, sharingQueries } from '@kontor/contract/sharing';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, readGroups } from '../account/index.ts';
import { peopleBeside, seenAmong, type ItemKinds } from '../activity/index.ts';
import { shareableOf } from './access.ts';
import { availableFor } from './people.ts';
import { sharesFor } from './rules.ts';
import { readShares } from './store.ts';
import { toRecord } from './views.ts';

export const queryHandlers = (itemKinds: () => ItemKinds): QueryHandlers<typeof sharingQueries> => ({
  async details(ctx, { aggregateIds }) {
    const { db, instance, person } = ctx;
    const items = await seenAmong(ctx, aggregateIds);
    if (items.length === 0) return fail('NOT_FOUND');
    const ids = items.map(({ entryId }) => entryId);
    const rows = sharesFor(await readShares(db, instance.id, ids), person.id, await peopleBeside(ctx, ids));
    const shares = Map.groupBy(rows, (row) => row.activity_id);
    const names = await namesOf(db, instance.id, [...new Set(rows.flatMap((row) => [row.by_user, row.to_user]))]);
    const groups = rows.some((row) => row.group_id !== 0) ? await readGroups(db, instance.id) : [];
    const shareable = await shareableOf(ctx, itemKinds(), items);
    const about = {
      reader: person.id,
      names,
      groupNames: new Map(groups.map(({ group_id: id, name }) => [id, name])),
    };
    const answered = new Set<string>();
    const records: GlobalizationRecord[] = [];
    for (const item of items) {
      const isFirst = !answered.has(item.module);
      answered.add(item.module);
      const available = isFirst ? await availableFor(ctx, item.module) : { groups: [], users: [] };
      const record = toRecord(item, shares.get(item.entryId) ?? [], about);
      records.push({
        ...record,
        aggregateId: formatAggregateId({ module: item.module, entryId: item.entryId, userId: person.id }),
        mayShare: shareable.has(item.entryId),
        window: { ...available, ...record.window },
      });
    }
    return records;
  },
});
