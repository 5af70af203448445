import * as v from 'valibot';
import {
  BULK_LIMIT,
  IdSchema,
  ModuleNameSchema,
  NothingSchema,
  defineQuery,
  text,
  type ListOptions,
  type ModuleName,
} from '../../kernel/index.ts';
import { FilterBoxSchema, FilterUserSchema } from '../account/index.ts';
import { DirectionSchema, LIST_SORT, LIST_SORT_KEYS, ListEntrySchema, type ListEntry } from './entities.ts';
import { entryOfRow, type EntryRow } from './rows.ts';
import { DateFilterSchema, timeFrameBounds } from './time-frame.ts';

export const ACTIVITY_LIST: ListOptions = { sortKeys: LIST_SORT_KEYS, defaultSort: LIST_SORT };
export const EntriesSchema = v.array(ListEntrySchema);

export const VIEWS = ['open', 'mine', 'all', 'custom'] as const;
export const ViewSchema = v.picklist(VIEWS);
export type View = (typeof VIEWS)[number];

/** Which of the unfinished states are asked for; none named is both of them. */
const OpenStatesSchema = v.pipe(
  v.strictObject({
    statusRed: v.optional(v.literal('unseen')),
    statusYellow: v.optional(v.literal('seen')),
  }),
  v.transform(({ statusRed, statusYellow }): { open: (1 | 2)[] } => {
    if (statusRed === undefined && statusYellow === undefined) return { open: [1, 2] };
    return { open: [...(statusRed ? [1 as const] : []), ...(statusYellow ? [2 as const] : [])] };
  }),
);
const ids = v.pipe(v.array(IdSchema), v.maxLength(BULK_LIMIT));

/** Parameters that every module's list takes, and what a list filters by. */
export const ListParamsSchema = v.strictObject({
  view: v.optional(ViewSchema, 'open'),
  dateFilter: v.optional(DateFilterSchema, 'all'),
  boxIds: v.optional(ids, []),
  userFilter: v.optional(ids, []),
  searchTerm: v.optional(text(500), ''),
  hiddenSearchTerm: v.optional(text(500), ''),
  direction: v.optional(DirectionSchema, 'bidirectional'),
  /** Archived items and items shared with others are part of a list unless they are left out. */
  archived: v.optional(v.boolean(), true),
  globalized: v.optional(v.boolean(), true),
});
export type ListParams = v.InferOutput<typeof ListParamsSchema>;

/** Key of everything that lists one module's items, or any item. Events of an item bear both. */
export const listKey = (module?: ModuleName): string => (module === undefined ? 'list' : `list:${module}`);

/** An entry as examples and screens' tests show it, in short form and in long. */
export const exampleRow: EntryRow = {
  entryId: 17,
  boxId: 3,
  aggregateVersion: 1,
  moduleName: 'email',
  timestamp: 1_795_219_200,
  status: 1,
  direction: 'incoming',
  archived: false,
  trashed: false,
  globalized: false,
  idoCount: 0,
  contact: 'Paul Neumann',
  contactPicture: null,
  information: 'Lieferschein fehlt',
  channel: 'info@nordwerk.example',
  context: '',
  directAccessUser: null,
  userList: [[1, 1]],
  extras: { hasAttachments: false },
};
export const exampleEntry: ListEntry = /* @__PURE__ */ entryOfRow(
  exampleRow,
  1,
  /* @__PURE__ */ timeFrameBounds(1_795_222_800_000, 'Europe/Berlin'),
);

/** The unfinished items of all modules. */
export const inboxItems = defineQuery({
  name: 'inbox.items',
  params: OpenStatesSchema,
  result: EntriesSchema,
  refreshOn: () => [listKey()],
  list: ACTIVITY_LIST,
  steady: true,
  example: { params: { statusRed: 'unseen', statusYellow: 'seen' }, result: [exampleEntry] },
});

/** Items of any modules, filtered. */
export const filterItems = defineQuery({
  name: 'filter.items',
  params: v.strictObject({ ...ListParamsSchema.entries, moduleIds: v.optional(v.array(ModuleNameSchema), []) }),
  result: EntriesSchema,
  refreshOn: () => [listKey()],
  list: ACTIVITY_LIST,
  steady: true,
  example: { params: { view: 'all', moduleIds: ['email'], searchTerm: 'Lieferschein' }, result: [exampleEntry] },
});

/** How the trash names the views. */
const SELECTIONS = { unfinished: 'open', all: 'all', mine: 'mine', custom: 'custom' } as const satisfies Record<
  string,
  View
>;
const { dateFilter, searchTerm, hiddenSearchTerm, direction, boxIds, userFilter } = ListParamsSchema.entries;

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
    }),
    v.transform(({ standardSelection, searchText, hiddenSearchText, ...same }): ListParams => {
      const terms = { searchTerm: searchText, hiddenSearchTerm: hiddenSearchText };
      return { ...same, ...terms, view: SELECTIONS[standardSelection], archived: true, globalized: true };
    }),
  ),
  result: EntriesSchema,
  refreshOn: () => [listKey()],
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
  refreshOn: () => ['people'],
  example: { params: {}, result: [] },
});

/** The modules whose unfinished items are counted. */
export const COUNTED_MODULES = ['email', 'document', 'note', 'task', 'phonecall', 'message', 'appointment'] as const;

/** How many items of each module are unfinished; modules without any are left out of nothing: all seven are answered. */
export const unfinishedCounts = defineQuery({
  name: 'session.unfinishedCounts',
  params: OpenStatesSchema,
  result: v.array(v.object({ module: ModuleNameSchema, count: v.number() })),
  steady: true,
  refreshOn: () => [listKey()],
  example: {
    params: { statusRed: 'unseen', statusYellow: 'seen' },
    result: COUNTED_MODULES.map((module) => ({ module, count: module === 'email' ? 1 : 0 })),
  },
});

export const queries = { inboxItems, filterItems, trashItems, trashBoxes, trashUsers, unfinishedCounts } as const;
