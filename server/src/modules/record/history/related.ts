import { MAX_RELATED, type RelatedGroup } from '@kontor/contract/record';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { readableKinds, type ReadableKind } from '../kinds/readable.ts';
import { displayNameOf, ownFields, valueOf } from '../rules.ts';
import { readNaming } from '../store/related.ts';
import { readRecords, type RecordRow } from '../store/records.ts';

/** Records that are counted in one way, at most. */
const MAX_COUNTED = 10_000;

/** Records that are related in one way, before it is known which of them are there. */
interface Way {
  readonly key: string;
  readonly label: string;
  readonly isNaming: boolean;
  readonly recordIds: readonly number[];
  /** Undefined: as many as are there. */
  readonly count: number | undefined;
}

/** What a record is related with, as far as the person may read the fields that say so. */
export async function relatedOf(ctx: QueryContext, record: RecordRow): Promise<RelatedGroup[]> {
  const { db, instance } = ctx;
  const kinds = await readableKinds(ctx);
  const ways = [...namedIn(record, kinds), ...(await namingWays(ctx, record, kinds))];
  const records = await readRecords(db, instance.id, [...new Set(ways.flatMap(({ recordIds }) => recordIds))]);
  const listed = new Set([record.record_id]);
  return ways.flatMap((way) => groupsOf(way, records, kinds, listed));
}

/** The ways in which a record names others. */
function namedIn(record: RecordRow, kinds: readonly ReadableKind[]): readonly Way[] {
  const kind = kinds.find(({ kind_id: id }) => id === record.kind_id);
  if (kind === undefined) return [];
  return ownFields(kind.fields).flatMap((field) => {
    if (field.kind !== 'reference') return [];
    const recordIds = [valueOf(field, record.fields)].flat().filter(Boolean).map(Number);
    return { key: field.key, label: field.label, isNaming: false, recordIds, count: undefined };
  });
}

/** The ways in which others name it. */
async function namingWays(
  { db, instance }: QueryContext,
  record: RecordRow,
  kinds: readonly ReadableKind[],
): Promise<readonly Way[]> {
  const fields = kinds.flatMap((kind) =>
    ownFields(kind.fields).flatMap((field) =>
      field.kind === 'reference' && field.idoInstanceId === record.kind_id
        ? { kindId: kind.kind_id, key: field.key, label: field.label }
        : [],
    ),
  );
  const most = { most: MAX_RELATED, mostCounted: MAX_COUNTED };
  const rows = await readNaming(db, instance.id, record.record_id, fields, most);
  return rows.map(({ kindId, key, count, recordIds }) => ({
    key,
    label: fields.find((field) => field.kindId === kindId && field.key === key)?.label ?? '',
    isNaming: true,
    recordIds,
    count,
  }));
}

/** One way as groups of a kind each, without what was told before and what is no longer there. */
function groupsOf(
  { key, label, isNaming, recordIds, count }: Way,
  records: ReadonlyMap<number, RecordRow>,
  kinds: readonly ReadableKind[],
  listed: Set<number>,
): readonly RelatedGroup[] {
  const found = recordIds.flatMap((id) => records.get(id) ?? []);
  return kinds.flatMap((kind) => {
    const own = found.filter((one) => one.kind_id === kind.kind_id);
    const fresh = own
      .filter(({ record_id: id }) => !listed.has(id))
      // The record itself is among them.
      .slice(0, Math.max(0, MAX_RELATED + 1 - listed.size));
    for (const { record_id: id } of fresh) listed.add(id);
    if (fresh.length === 0) return [];
    return {
      key,
      label,
      isNaming,
      idoInstanceId: kind.kind_id,
      instanceTitle: kind.name,
      instanceColor: kind.color,
      totalCount: count ?? own.length,
      records: fresh.map((one) => ({ idoId: one.record_id, displayName: displayNameOf(one.title, one.subtitle) })),
    };
  });
}
