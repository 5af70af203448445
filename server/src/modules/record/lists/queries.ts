import {
  MAX_CELL_TEXT,
  MAX_COUNTED,
  type Condition,
  type ListColumn,
  type recordQueries,
} from '@kontor/contract/record';
import { Anchors } from '../../../platform/anchors.ts';
import type { Instance, QueryContext } from '../../../platform/operation/context.ts';
import type { QueryHandlers } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { phoneCountryIn, timeZoneOf } from '../../account/index.ts';
import { requireRecords } from '../access.ts';
import { readSearch } from '../finding.ts';
import { ownFields, textOf, valueOf } from '../rules.ts';
import { readableKinds, type ReadableKind } from '../kinds/readable.ts';
import { isReference, referenceText, referencesIn, type References } from '../kinds/references.ts';
import type { RecordRow } from '../store/records.ts';
import { ALL_COLUMNS, cellKeyOf, columnsOf } from './columns.ts';
import { readConditions, requireColumns, testsOf } from './conditions.ts';
import type { Order, RecordAnchor, SortedBy } from './store/found.ts';
import { countAll, countFound, readRows, type Wanted } from './store/lists.ts';

/** What is searched for; `words` is null where what was typed finds nothing at all. */
interface Search {
  readonly words: string | undefined | null;
  readonly conditions: readonly Condition[];
}

/** Reads what is searched for, in an instance whose numbers without a code are of the country that it says. Throws SEARCH_INVALID. */
export const readSearchParams = (
  params: { readonly fulltextSearch: string; readonly detailsSearch: string },
  { settings }: Pick<Instance, 'settings'>,
): Search => ({
  words:
    params.fulltextSearch.trim() === ''
      ? undefined
      : (readSearch(params.fulltextSearch, phoneCountryIn(settings))?.words ?? null),
  conditions: readConditions(params.detailsSearch),
});

/** Columns that can be asked for in the list of all kinds: its own, and those of each kind. */
export const askable = (kind: ReadableKind): readonly ListColumn[] => [
  ...columnsOf(kind),
  ...ALL_COLUMNS.filter(({ key }) => key === 'kind' || key === 'subtitle'),
];

/** Records of kinds that are searched for; kinds that have not the columns that are asked for are left out. */
export function wantedOf(
  { instance }: Pick<QueryContext, 'instance'>,
  kinds: readonly ReadableKind[],
  { words, conditions }: Search,
): Wanted {
  return {
    instanceId: instance.id,
    timeZone: timeZoneOf(instance),
    words: words ?? undefined,
    kinds:
      words === null
        ? []
        : kinds.flatMap((kind) => {
            const tests = testsOf(askable(kind), conditions);
            return tests === undefined ? [] : [{ kindId: kind.kind_id, tests }];
          }),
  };
}

function sortedBy(columns: readonly ListColumn[], key: string): SortedBy {
  const column = columns.find((one) => one.key === key);
  if (column === undefined) return fail('SEARCH_INVALID', { data: { faults: [{ place: -1, why: 'sort' }] } });
  const cellKey = cellKeyOf(column);
  return cellKey === undefined ? { of: key as 'ID' } : { of: 'cell', key: cellKey };
}

/** A record as a row of columns, as `placeInRow` finds them. */
function rowOf(
  columns: readonly ListColumn[],
  kind: ReadableKind,
  record: RecordRow,
  references: References,
): (string | number | null)[] {
  const fields = new Map(ownFields(kind.fields).map((field) => [field.key, field]));
  const own: Readonly<Record<string, string | number>> = {
    title: record.title,
    subtitle: record.subtitle,
    kind: record.kind_id,
    created: record.created_at,
    changed: record.changed_at,
  };
  const others = columns.filter(({ key }) => key !== 'ID');
  const cells = others.map((column) => {
    const field = column.field === null ? undefined : fields.get(column.key);
    if (field === undefined) return own[column.key] || null;
    const text =
      field.kind === 'reference'
        ? referenceText(field, record.fields, references)
        : textOf(valueOf(field, record.fields));
    return text.slice(0, MAX_CELL_TEXT).toWellFormed() || null;
  });
  return [record.record_id, ...cells];
}

type ListHandlers = Pick<QueryHandlers<typeof recordQueries>, 'listView' | 'items' | 'counts'>;

/** Lists of records. `now`: milliseconds since 1970. */
export function listHandlers(now: () => number): ListHandlers {
  const anchors = new Anchors<RecordAnchor>(now);
  return {
    async listView(ctx, { idoInstanceId }) {
      requireRecords(ctx);
      const { kind } = await listOf(ctx, idoInstanceId);
      return {
        idoInstanceId,
        columnDefinitionJSON: JSON.stringify(kind === undefined ? ALL_COLUMNS : columnsOf(kind)),
      };
    },

    async items(ctx, { idoInstanceId, page, limit, sort, ...searchParams }) {
      requireRecords(ctx);
      const { db, instance } = ctx;
      const { kind, kinds } = await listOf(ctx, idoInstanceId);
      const columns = kind === undefined ? ALL_COLUMNS : columnsOf(kind);
      const search = readSearchParams(searchParams, ctx.instance);
      requireColumns(kinds.map(askable), search.conditions);
      const wanted = wantedOf(ctx, kinds, search);
      const [{ property, direction } = { property: 'ID', direction: 'ASC' }] = sort;
      const order: Order = { by: sortedBy(columns, property), isDown: direction === 'DESC' };
      const list = JSON.stringify([wanted, order, limit]);
      const start = anchors.before(list, page, limit);
      const [rows, counts] = await Promise.all([
        readRows(db, wanted, order, { start, skip: (page - 1) * limit, limit }),
        countOf(ctx, wanted, search),
      ]);
      const last = rows.at(-1);
      if (last !== undefined) {
        const { isEmpty, value, id } = last;
        anchors.remember(list, page, { isEmpty, value, id });
      }
      const referring = kinds.flatMap(({ fields }) => ownFields(fields)).filter(isReference);
      const values = rows.flatMap(({ record }) => (record === null ? [] : [record.fields]));
      const references = await referencesIn(db, instance.id, referring, values);
      const total = kinds.reduce((sum, { kind_id }) => sum + (counts.get(kind_id) ?? 0), 0);
      return {
        instance: kind?.name ?? '',
        instanceColor: kind?.color ?? '',
        instanceId: idoInstanceId,
        totalCount: isSearched(search) ? Math.min(MAX_COUNTED, total) : total,
        results: rows.flatMap(({ kindId, record }) => {
          const own = kinds.find(({ kind_id }) => kind_id === kindId);
          return record === null || own === undefined ? [] : [rowOf(columns, own, record, references)];
        }),
      };
    },

    async counts(ctx, params) {
      requireRecords(ctx);
      const { kinds } = await listOf(ctx, 0);
      const search = readSearchParams(params, ctx.instance);
      requireColumns(kinds.map(askable), search.conditions);
      const counts = await countOf(ctx, wantedOf(ctx, kinds, search), search);
      return kinds.map(({ kind_id, name, color }) => ({
        instance: name,
        instanceColor: color,
        instanceId: kind_id,
        totalCount: counts.get(kind_id) ?? 0,
      }));
    },
  };
}

/** Whether a list is cut to anything. */
export const isSearched = ({ words, conditions }: Search): boolean => words !== undefined || conditions.length > 0;

const countOf = (
  { db, instance }: QueryContext,
  wanted: Wanted,
  search: Search,
): Promise<ReadonlyMap<number, number>> =>
  isSearched(search) ? countFound(db, wanted, MAX_COUNTED) : countAll(db, instance.id);

/** Returns the kinds of a list as the person may read them: one, or all if it is 0. Throws NOT_FOUND. */
async function listOf(ctx: QueryContext, idoInstanceId: number) {
  const kinds = await readableKinds(ctx, idoInstanceId === 0 ? undefined : [idoInstanceId]);
  const kind = idoInstanceId === 0 ? undefined : (kinds[0] ?? fail('NOT_FOUND'));
  return { kind, kinds };
}
