import * as v from 'valibot';
import { DEFAULT_LIMIT, IdSchema, SortSchema, TOTAL_CAP, defineQuery, text } from '../../kernel/index.ts';
import { RECORDS_KEY } from './entities.ts';

/** Columns beside the fields of a kind. The last two are of the list of all kinds. */
export const OWN_COLUMNS = ['ID', 'title', 'created', 'changed', 'kind', 'subtitle'] as const;
/** Rows of a page where nothing else is asked. */
export const RECORD_ROWS = 20;
/** Letters of a cell; all of it is read with the record. */
export const MAX_CELL_TEXT = 300;
export const MAX_CONDITIONS = 20;
export const MAX_ANY_OF = 100;

/** What is asked of a field. `before` and `after` are of dates and times, `less` and `more` of numbers. */
export const OPERATORS = [
  'is',
  'isNot',
  'anyOf',
  'contains',
  'begins',
  'before',
  'after',
  'less',
  'more',
  'isEmpty',
  'isFilled',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** What a column holds, as far as asking and sorting go. */
export const COLUMN_SORTS = ['text', 'one', 'many', 'date', 'time', 'number', 'reference', 'moment', 'kind'] as const;
export type ColumnSort = (typeof COLUMN_SORTS)[number];

const FILLED = ['isEmpty', 'isFilled'] as const;
/** The operators of each kind of column, the usual one first. */
export const OPERATORS_OF: Readonly<Record<ColumnSort, readonly Operator[]>> = {
  text: ['contains', 'begins', 'is', 'isNot', ...FILLED],
  one: ['is', 'isNot', 'anyOf', ...FILLED],
  many: ['is', 'isNot', 'anyOf', ...FILLED],
  date: ['is', 'before', 'after', ...FILLED],
  time: ['is', 'before', 'after', ...FILLED],
  number: ['is', 'isNot', 'less', 'more', ...FILLED],
  reference: ['is', 'isNot', 'anyOf', ...FILLED],
  moment: ['is', 'before', 'after'],
  kind: ['is', 'isNot', 'anyOf'],
};

/** One of the conditions of a search in detail, all of which must hold. `value` is left out where nothing is compared. */
export const ConditionSchema = v.strictObject({
  key: v.pipe(v.string(), v.maxLength(40)),
  operator: v.picklist(OPERATORS),
  value: v.optional(v.union([text(500), v.pipe(v.array(text(200)), v.minLength(1), v.maxLength(MAX_ANY_OF))])),
});
export type Condition = v.InferOutput<typeof ConditionSchema>;
export const ConditionsSchema = v.pipe(v.array(ConditionSchema), v.maxLength(MAX_CONDITIONS));

/** A column of a list, with what it holds. `field` is the kind of field; null where it is none. */
export const ListColumnSchema = v.object({
  key: v.string(),
  label: v.string(),
  isShown: v.boolean(),
  width: v.optional(v.number()),
  sort: v.picklist(COLUMN_SORTS),
  field: v.nullable(v.string()),
  /** Of a date: how it is read. */
  format: v.optional(v.string()),
});
export type ListColumn = v.InferOutput<typeof ListColumnSchema>;
export const ListColumnsSchema = v.array(ListColumnSchema);

/** A kind, or 0 for all of them. */
const anyKind = v.union([v.literal(0), IdSchema]);
/** What a list is cut to. */
export const searched = {
  fulltextSearch: v.optional(text(200), ''),
  /** Empty, or JSON of `Condition[]`. */
  detailsSearch: v.optional(text(50_000), ''),
};

/** The columns of the list of a kind, in their order; `columnDefinitionJSON` is JSON of `ListColumn[]`. */
export const listView = defineQuery({
  name: 'record.listView',
  params: v.strictObject({ idoInstanceId: anyKind }),
  result: v.object({ idoInstanceId: v.number(), columnDefinitionJSON: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => ['recordKinds'],
  example: {
    params: { idoInstanceId: 0 },
    result: {
      idoInstanceId: 0,
      columnDefinitionJSON: '[{"key":"ID","label":"ID","isShown":true,"sort":"number","field":null}]',
    },
  },
});

/**
 * Where a column stands in the rows of `items`: each begins with the number of its record, wherever the list has that column; the others
 * follow in the order of `columns`. -1 where there is no such column.
 */
export function placeInRow(columns: readonly Pick<ListColumn, 'key'>[], key: string): number {
  if (key === 'ID') return 0;
  const at = columns.filter((column) => column.key !== 'ID').findIndex((column) => column.key === key);
  return at === -1 ? -1 : at + 1;
}

/**
 * Records of a kind, or of all, as rows of the columns of `listView`, told apart by `placeInRow`, cut at 300 letters each. Dates and times are as they are kept, moments milliseconds since 1970, several choices parted by commas, records that are referred to by name;
 * null where nothing stands. `totalCount` is exact where nothing is searched for, and 10,001 for "more" where something is.
 */
export const items = defineQuery({
  name: 'record.items',
  cost: 'essential',
  params: v.strictObject({
    idoInstanceId: anyKind,
    ...searched,
    page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), 1),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(DEFAULT_LIMIT)), RECORD_ROWS),
    sort: v.optional(SortSchema, [{ property: 'ID', direction: 'ASC' }]),
  }),
  result: v.object({
    instance: v.string(),
    instanceColor: v.string(),
    instanceId: v.number(),
    totalCount: v.number(),
    results: v.array(v.array(v.union([v.string(), v.number(), v.null()]))),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'SEARCH_INVALID'],
  ownPaging: true,
  refreshOn: () => ['recordKinds', RECORDS_KEY],
  example: {
    params: { idoInstanceId: 0, fulltextSearch: 'werft' },
    result: { instance: '', instanceColor: '', instanceId: 0, totalCount: 1, results: [[7, 'Werft Neumann', 1, null]] },
  },
});

/** How many records of each kind there are, or are found: counted up to 10,001 then. A kind that has not the field of a condition has none. */
export const counts = defineQuery({
  name: 'record.counts',
  params: v.strictObject(searched),
  result: v.array(
    v.object({
      instance: v.string(),
      instanceColor: v.string(),
      instanceId: v.number(),
      totalCount: v.pipe(v.number(), v.integer()),
    }),
  ),
  errors: ['RIGHT_MISSING', 'SEARCH_INVALID'],
  refreshOn: () => ['recordKinds', RECORDS_KEY],
  example: {
    params: { fulltextSearch: 'werft' },
    result: [{ instance: 'Kunden', instanceColor: '#2f6f4f', instanceId: 1, totalCount: 1 }],
  },
});

export const listQueries = { listView, items, counts } as const;
/** SEARCH_INVALID: `data.faults` is `[{ place, why }]`, `place` the number of the condition from 0, or -1 for all of them. */
export const SEARCH_FAULTS = ['form', 'key', 'operator', 'value', 'sort'] as const;
export type SearchFault = { readonly place: number; readonly why: (typeof SEARCH_FAULTS)[number] };
export const listProblems = { SEARCH_INVALID: 422 } as const;

/** Up to how many are counted where something is searched for. */
export const MAX_COUNTED = TOTAL_CAP;
