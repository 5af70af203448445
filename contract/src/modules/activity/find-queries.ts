import * as v from 'valibot';
import { BULK_LIMIT, IdSchema, ItemKindNameSchema, NothingSchema, defineQuery, text } from '../../kernel/index.ts';
import { FilterBoxSchema, FilterUserSchema, GROUPS_KEY } from '../account/index.ts';
import { DirectionSchema } from './entities.ts';
import { DateFilterSchema } from './date-filter.ts';
import { ACTIVITY_LIST, EntriesSchema, exampleEntry, listKey } from './queries.ts';

export const VIEWS = ['open', 'mine', 'all', 'custom'] as const;
export const ViewSchema = v.picklist(VIEWS);
export type View = (typeof VIEWS)[number];

const ids = v.pipe(v.array(IdSchema), v.maxLength(BULK_LIMIT));

/** Parameters that every module's list takes, and what a list filters by. */
export const ListParamsSchema = v.strictObject({
  view: v.optional(ViewSchema, 'open'),
  dateFilter: v.optional(DateFilterSchema, 'all'),
  boxIds: v.optional(ids, []),
  /** Of people one is enough, and of groups, which are ours, somebody who is in one of them when it is asked. */
  userFilter: v.optional(ids, []),
  groupFilter: v.optional(ids, []),
  searchTerm: v.optional(text(500), ''),
  hiddenSearchTerm: v.optional(text(500), ''),
  direction: v.optional(DirectionSchema, 'bidirectional'),
  /** Archived items and items shared with others are part of a list unless they are left out. */
  archived: v.optional(v.boolean(), true),
  globalized: v.optional(v.boolean(), true),
});
export type ListParams = v.InferOutput<typeof ListParamsSchema>;

/** What tells of a filtered list: with groups also that these mean others. */
export const filteredKeys = (list: string, { groupFilter }: Pick<ListParams, 'groupFilter'>): readonly string[] =>
  groupFilter.length === 0 ? [list] : [list, GROUPS_KEY];

const moduleIds = v.optional(v.array(ItemKindNameSchema), []);
type FoundParams = ListParams & { readonly moduleIds: v.InferOutput<typeof moduleIds> };

/** Items of any modules, filtered. */
export const filterItems = defineQuery({
  name: 'filter.items',
  cost: 'essential',
  params: v.strictObject({ ...ListParamsSchema.entries, moduleIds }),
  result: EntriesSchema,
  refreshOn: (params) => filteredKeys(listKey(), params),
  list: ACTIVITY_LIST,
  steady: true,
  example: { params: { view: 'all', moduleIds: ['email'], searchTerm: 'Lieferschein' }, result: [exampleEntry] },
});

/** How the trash names the views. */
const SELECTIONS = { unfinished: 'open', all: 'all', mine: 'mine', custom: 'custom' } as const satisfies Record<
  string,
  View
>;
const { dateFilter, searchTerm, hiddenSearchTerm, direction, boxIds, userFilter, groupFilter } =
  ListParamsSchema.entries;

/** What was deleted and can be restored. */
export const trashItems = defineQuery({
  name: 'trash.items',
  params: v.pipe(
    v.strictObject({
      standardSelection: v.optional(v.picklist(['unfinished', 'all', 'mine', 'custom']), 'all'),
      dateFilter,
      searchText: searchTerm,
      hiddenSearchText: hiddenSearchTerm,
      direction,
      boxIds,
      userFilter,
      groupFilter,
      /** Ours: the kinds of item; none named is all of them. */
      moduleIds,
    }),
    v.transform(({ standardSelection, searchText, hiddenSearchText, ...same }): FoundParams => {
      const terms = { searchTerm: searchText, hiddenSearchTerm: hiddenSearchText };
      return { ...same, ...terms, view: SELECTIONS[standardSelection], archived: true, globalized: true };
    }),
  ),
  result: EntriesSchema,
  refreshOn: (params) => filteredKeys(listKey(), params),
  list: ACTIVITY_LIST,
  steady: true,
  example: { params: { standardSelection: 'all' }, result: [exampleEntry] },
});

export const trashBoxes = defineQuery({
  name: 'trash.boxes',
  params: NothingSchema,
  result: v.array(FilterBoxSchema),
  refreshOn: () => ['boxes'],
  example: { params: {}, result: [{ boxId: 3, isVirtual: false, name: 'info@nordwerk.example' }] },
});

export const trashUsers = defineQuery({
  name: 'trash.users',
  params: NothingSchema,
  result: v.array(FilterUserSchema),
  refreshOn: () => ['people', GROUPS_KEY],
  example: { params: {}, result: [] },
});

/** What is asked where something is looked for, and of the trash. */
export const findQueries = { filterItems, trashItems, trashBoxes, trashUsers } as const;
