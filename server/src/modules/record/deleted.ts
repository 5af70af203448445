import type { DeletedRecord } from '@kontor/contract/record';
import type { QueryContext } from '../../platform/operation/context.ts';
import { folded } from '../../platform/words.ts';
import { namesOf } from '../account/index.ts';
import type { ReadableKind } from './kinds/readable.ts';
import { displayNameOf } from './rules.ts';
import { readDeleted } from './store/deleted.ts';

/**
 * A page of the records of kinds that can be brought back, and how many there are. For people who may do that alone. `since`: milliseconds
 * since 1970, before which none was deleted.
 */
export async function deletedRecords(
  { db, instance }: QueryContext,
  kinds: readonly ReadableKind[],
  {
    query,
    page,
    limit,
    since,
  }: { readonly query: string; readonly page: number; readonly limit: number; readonly since: number },
): Promise<{ count: number; records: DeletedRecord[] }> {
  const byId = new Map(kinds.map((kind) => [kind.kind_id, kind]));
  const { count, rows } = await readDeleted(db, instance.id, {
    kindIds: [...byId.keys()],
    since,
    words: folded(query).split(/\s+/).filter(Boolean),
    skip: (page - 1) * limit,
    most: limit,
  });
  const names = await namesOf(
    db,
    instance.id,
    rows.flatMap(({ by_user: by }) => by ?? []),
  );
  return {
    count,
    records: rows.map((row) => ({
      idoId: row.record_id,
      idoInstanceId: row.kind_id,
      displayName: displayNameOf(row.title, row.subtitle),
      instanceTitle: byId.get(row.kind_id)?.name ?? '',
      instanceColor: byId.get(row.kind_id)?.color ?? '',
      deletedTimestamp: row.deleted_at,
      deletedBy: names.get(row.by_user ?? 0) ?? '',
    })),
  };
}
