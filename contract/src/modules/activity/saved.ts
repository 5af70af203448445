import * as v from 'valibot';
import {
  BULK_LIMIT,
  DaySchema,
  IdSchema,
  ITEM_KIND_NAMES,
  ItemKindNameSchema,
  NothingSchema,
  ProcessIdSchema,
  TimeZoneSchema,
  defineCommand,
  defineEvent,
  defineQuery,
  eventPayload,
  text,
  titleText,
} from '../../kernel/index.ts';
import { GROUPS_KEY } from '../account/index.ts';
import { DATE_PRESETS } from './date-filter.ts';
import { DirectionSchema, LIST_SORT_KEYS } from './entities.ts';
import { listKey } from './queries.ts';

/** Most saved filters of one person, and most that one person has in the menu. */
export const MAX_FILTERS = 200;
export const MAX_PINNED = 20;
/** A count says no more than that: so many, or more. */
export const COUNT_CAP = 100;
export const MAX_FILTER_NAME = 100;

/** The lists that can be filtered: search, trash, and that of each kind of item. */
export const SAVED_LISTS = ['filter', 'trash', ...ITEM_KIND_NAMES] as const;
export type SavedList = (typeof SAVED_LISTS)[number];

const DaysSchema = v.pipe(
  v.strictObject({ from: v.optional(DaySchema), to: v.optional(DaySchema) }),
  v.check(({ from, to }) => from !== undefined || to !== undefined, 'DAYS_EMPTY'),
  v.check(({ from, to }) => from === undefined || to === undefined || from <= to, 'DAYS_REVERSED'),
);
const ids = v.pipe(v.array(IdSchema), v.maxLength(BULK_LIMIT));

const conditionEntries = {
  view: v.picklist(['open', 'mine', 'all']),
  date: v.union([v.picklist(DATE_PRESETS), DaysSchema]),
  boxIds: ids,
  userIds: ids,
  groupIds: ids,
  direction: DirectionSchema,
  moduleIds: v.pipe(v.array(ItemKindNameSchema), v.maxLength(ITEM_KIND_NAMES.length)),
  /** As it is typed. */
  text: text(500),
  hidden: text(500),
  archived: v.boolean(),
  shared: v.boolean(),
};
const KeptConditionsSchema = v.strictObject(conditionEntries);
/** What a list is cut to. Presets are those of whoever looks. Who knew of no groups left them out. */
export const ConditionsSchema = v.strictObject({ ...conditionEntries, groupIds: v.optional(ids, []) });
export type Conditions = v.InferOutput<typeof ConditionsSchema>;

export const SavedSortSchema = v.strictObject({
  property: v.picklist(LIST_SORT_KEYS),
  direction: v.picklist(['ASC', 'DESC']),
});
export type SavedSort = v.InferOutput<typeof SavedSortSchema>;

const SharedWithSchema = v.strictObject({ everybody: v.boolean(), userIds: ids, groupIds: v.optional(ids, []) });
export type SharedWith = v.InferOutput<typeof SharedWithSchema>;

/** A list that was cut to something, under a name. */
export const SavedFilterSchema = v.object({
  /** UUID, the client's own. */
  filterId: v.string(),
  aggregateVersion: v.number(),
  name: v.string(),
  list: v.picklist(SAVED_LISTS),
  conditions: KeptConditionsSchema,
  sort: SavedSortSchema,
  owner: v.object({ userId: v.number(), fullName: v.string() }),
  /** Whether this person may change and delete it. */
  changeable: v.boolean(),
  /** People and groups are told to who may change it alone. */
  sharedWith: v.object({
    everybody: v.boolean(),
    userIds: v.array(v.number()),
    groupIds: v.array(v.number()),
  }),
  /** Place in this person's menu, from 1; null where it is not there. */
  pinned: v.nullable(v.number()),
});
export type SavedFilter = v.InferOutput<typeof SavedFilterSchema>;

const exampleId = '6b1f0a52-7d0e-4a83-9a5f-2a2f6f0f5b11';
export const exampleConditions: Conditions = {
  view: 'open',
  date: 'all',
  boxIds: [],
  userIds: [],
  groupIds: [],
  direction: 'incoming',
  moduleIds: [],
  text: 'Rechnung',
  hidden: '',
  archived: true,
  shared: true,
};
const exampleFilter: v.InferInput<typeof SavedFilterSchema> = {
  filterId: exampleId,
  aggregateVersion: 1,
  name: 'Offene Rechnungen',
  list: 'filter',
  conditions: exampleConditions,
  sort: { property: 'timestamp', direction: 'DESC' },
  owner: { userId: 1, fullName: 'Anna Albers' },
  changeable: true,
  sharedWith: { everybody: false, userIds: [2], groupIds: [4] },
  pinned: 1,
};

/** What is told by events of saved filters. */
export const FILTERS_KEY = 'filters';

/** The filters of this person and those that are shared with them, by name; of lists alone that they may see. */
export const saved = defineQuery({
  name: 'filter.saved',
  cost: 'essential',
  params: NothingSchema,
  result: v.array(SavedFilterSchema),
  refreshOn: () => [FILTERS_KEY, 'people', GROUPS_KEY],
  example: { params: {}, result: [exampleFilter] },
});

/** How many items saved filters have for this person, up to `COUNT_CAP`. What is not there for them is left out. */
export const savedCounts = defineQuery({
  name: 'filter.savedCounts',
  params: v.strictObject({
    filterIds: v.pipe(v.array(ProcessIdSchema), v.maxLength(MAX_PINNED)),
    /** Zone that presets are meant in; else the instance's. */
    timeZone: v.optional(TimeZoneSchema),
  }),
  result: v.array(v.object({ filterId: v.string(), count: v.number() })),
  refreshOn: () => [listKey(), FILTERS_KEY, GROUPS_KEY],
  steady: true,
  example: { params: { filterIds: [exampleId] }, result: [{ filterId: exampleId, count: 7 }] },
});

const { filterId, name, list, conditions, sort } = {
  filterId: ProcessIdSchema,
  name: titleText(MAX_FILTER_NAME),
  list: v.picklist(SAVED_LISTS),
  conditions: ConditionsSchema,
  sort: SavedSortSchema,
};

/**
 * Makes a filter or, with the version that the change began from, changes it. Without one, what was deleted comes back, with everybody's
 * pins. People and groups to share it with that are not there any more are left out.
 */
export const save = defineCommand({
  name: 'filter.save',
  params: v.strictObject({
    filterId,
    aggregateVersion: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    name,
    list,
    conditions,
    sort,
    sharedWith: SharedWithSchema,
  }),
  result: SavedFilterSchema,
  errors: ['NAME_REQUIRED', 'NAME_TAKEN', 'TOO_MANY_FILTERS', 'NOT_FOUND', 'RIGHT_MISSING', 'VERSION_CONFLICT'],
  example: {
    params: {
      filterId: exampleId,
      name: 'Offene Rechnungen',
      list: 'filter',
      conditions: exampleConditions,
      sort: { property: 'timestamp', direction: 'DESC' },
      sharedWith: { everybody: false, userIds: [], groupIds: [] },
    },
    result: exampleFilter,
  },
});

export const remove = defineCommand({
  name: 'filter.delete',
  params: v.strictObject({ filterId }),
  result: v.object({ filterId: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { filterId: exampleId }, result: { filterId: exampleId } },
});

const PinnedSchema = v.object({ filterIds: v.array(v.string()) });

/** Puts a filter into this person's menu, behind those that are there, or takes it out. Returns all that are there, in their order. */
export const pin = defineCommand({
  name: 'filter.pin',
  params: v.strictObject({ filterId, pinned: v.boolean() }),
  result: PinnedSchema,
  errors: ['NOT_FOUND', 'TOO_MANY_PINNED'],
  example: { params: { filterId: exampleId, pinned: true }, result: { filterIds: [exampleId] } },
});

/** Puts the filters of this person's menu into this order; those that are not named come after the others. */
export const order = defineCommand({
  name: 'filter.order',
  params: v.strictObject({ filterIds: v.pipe(v.array(ProcessIdSchema), v.maxLength(MAX_PINNED)) }),
  result: PinnedSchema,
  example: { params: { filterIds: [exampleId] }, result: { filterIds: [exampleId] } },
});

/** Filters that the person sees are others, or in another order. */
export const filterChanged = defineEvent('filter.changed', v.object(eventPayload));

export const savedQueries = { saved, savedCounts } as const;
export const savedCommands = { save, remove, pin, order } as const;
export const savedEvents = { filterChanged } as const;
export const savedProblems = {
  NAME_REQUIRED: 422,
  NAME_TAKEN: 422,
  TOO_MANY_FILTERS: 422,
  TOO_MANY_PINNED: 422,
} as const;
