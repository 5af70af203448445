import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  ItemKindNameSchema,
  defineQuery,
  formatAggregateId,
  itemKey,
  text,
} from '../../kernel/index.ts';
import {
  ACTIVITY_LIST,
  EntriesSchema,
  ListParamsSchema,
  exampleEntry,
  filteredKeys,
  listKey,
} from '../activity/index.ts';
import { RECORDS_KEY, ValueSchema, recordAggregateId, recordKey, recordParams } from './entities.ts';
import { related } from './related.ts';

/** Why a record was written; kept by its place here, from 1. */
export const CHANGE_CAUSES = ['created', 'hand', 'import', 'merge', 'part', 'undo', 'kind', 'deleted'] as const;
export type ChangeCause = (typeof CHANGE_CAUSES)[number];

/** What stood in a field and what does instead; `personId` is the contact person's, 0 for the record's own field. */
export const RecordDifferenceSchema = v.object({
  key: v.string(),
  label: v.string(),
  personId: v.number(),
  before: ValueSchema,
  after: ValueSchema,
});
export type RecordDifference = v.InferOutput<typeof RecordDifferenceSchema>;

export const RecordChangeSchema = v.object({
  changeId: v.number(),
  /** Milliseconds since 1970. */
  at: v.number(),
  /** Null where no person did it. */
  userId: v.nullable(v.number()),
  name: v.string(),
  cause: v.picklist(CHANGE_CAUSES),
  differences: v.array(RecordDifferenceSchema),
});
export type RecordChange = v.InferOutput<typeof RecordChangeSchema>;

/** Changes of a record that are answered at once. */
export const CHANGES_PAGE = 50;
/** Records whose activities are read as one, at most. */
export const MAX_GROUP = 50;

const { view, dateFilter, ...listParams } = ListParamsSchema.entries;
const OfRecords = v.strictObject({
  view: v.optional(view.wrapped, 'all'),
  date: dateFilter,
  search: v.optional(text(500), ''),
  direction: listParams.direction,
  boxIds: listParams.boxIds,
  userFilter: listParams.userFilter,
  groupFilter: listParams.groupFilter,
  moduleIds: v.optional(v.array(ItemKindNameSchema), []),
  /** The record; left out where only people are asked for. `instanceId`: number of its kind. */
  idoId: v.optional(v.nullable(IdSchema), null),
  instanceId: v.optional(v.nullable(IdSchema), null),
  /** Further records whose activities are meant, too. */
  records: v.optional(v.pipe(v.array(v.strictObject(recordParams)), v.maxLength(MAX_GROUP)), []),
  /** Everything with one of its contact persons, whether it is linked or not. */
  contactPersonId: v.optional(v.nullable(IdSchema), null),
  /** Everything with an address, whosever it is. */
  address: v.optional(text(320), ''),
});

/**
 * What has happened with a record, with several, with a contact person or with an address: of it what the person sees, by the time at which it happened. `date` cuts it
 * as lists are cut.
 */
export const activities = defineQuery({
  name: 'record.activities',
  params: OfRecords,
  result: EntriesSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  list: ACTIVITY_LIST,
  refreshOn: (params) => [...filteredKeys(listKey(), params), RECORDS_KEY],
  example: { params: { idoId: 7, instanceId: 1, date: 'all' }, result: [exampleEntry] },
});

/** What was changed of a record, the newest first. Fields that the person may not read are left out. */
export const changes = defineQuery({
  name: 'record.changes',
  params: v.strictObject({
    ...recordParams,
    /** Only what is older than this change. */
    before: v.optional(v.nullable(IdSchema), null),
  }),
  result: v.array(RecordChangeSchema),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: ({ idoId }) => [recordKey(idoId), 'recordKinds'],
  example: {
    params: { idoId: 7, idoInstanceId: 1 },
    result: [
      {
        changeId: 3,
        at: 1_760_000_000_000,
        userId: 1,
        name: 'Anna Berger',
        cause: 'hand',
        differences: [{ key: 'city', label: 'Ort', personId: 0, before: 'Kiel', after: 'Rostock' }],
      },
    ],
  },
});

const WindowRecordSchema = v.object({
  aggregateId: v.string(),
  displayName: v.string(),
  title: v.string(),
  idoId: v.number(),
  idoInstanceId: v.number(),
});
/** The records that an item is linked with, by their kinds. */
export const RecordWindowSchema = v.object({
  idoCount: v.number(),
  /** Whether the person links it and takes links away. */
  changeable: v.boolean(),
  idoWindow: v.object({
    idoWindowIdoInstances: v.array(
      v.object({ title: v.string(), color: v.string(), idoWindowIdos: v.array(WindowRecordSchema) }),
    ),
  }),
});
export type RecordWindow = v.InferOutput<typeof RecordWindowSchema>;

/** What stands in the window of an item's record button, asked for when it opens: lists tell only how many there are. */
export const window = defineQuery({
  name: 'record.window',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: RecordWindowSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY],
  example: {
    params: { aggregateId: formatAggregateId({ module: 'email', entryId: 17, userId: 1 }) },
    result: {
      idoCount: 1,
      changeable: true,
      idoWindow: {
        idoWindowIdoInstances: [
          {
            title: 'Kunden',
            color: '#2f6f4f',
            idoWindowIdos: [
              {
                aggregateId: recordAggregateId(7, 1),
                displayName: 'Werft Neumann, Kiel',
                title: 'Werft Neumann',
                idoId: 7,
                idoInstanceId: 1,
              },
            ],
          },
        ],
      },
    },
  },
});

const manyItems = v.pipe(v.array(AggregateIdSchema), v.minLength(1), v.maxLength(1000));

/**
 * The records that any of some items is linked with, those of most items first, and with how many of them each (`count`). Items that the
 * person does not see are passed over; NOT_FOUND where they see none.
 */
export const linkedAmong = defineQuery({
  name: 'record.linkedAmong',
  params: v.strictObject({ aggregateIds: manyItems }),
  result: v.array(
    v.object({
      idoId: v.number(),
      idoInstanceId: v.number(),
      displayName: v.string(),
      instanceTitle: v.string(),
      instanceColor: v.string(),
      count: v.number(),
    }),
  ),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: ({ aggregateIds }) => [...aggregateIds.map(itemKey), RECORDS_KEY],
  example: {
    params: { aggregateIds: [formatAggregateId({ module: 'email', entryId: 17, userId: 1 })] },
    result: [
      {
        idoId: 7,
        idoInstanceId: 1,
        displayName: 'Werft Neumann, Kiel',
        instanceTitle: 'Kunden',
        instanceColor: '#2f6f4f',
        count: 1,
      },
    ],
  },
});

export const historyQueries = { activities, changes, window, linkedAmong, related } as const;

/**
 * The time that the memos of a record, and of others with it, say was spent, by who has written them: of those that the person
 * sees. `instanceId`: number of the record's kind.
 */
export const timeSpent = defineQuery({
  name: 'record.timeSpent',
  params: v.strictObject({
    idoId: IdSchema,
    instanceId: IdSchema,
    records: v.optional(v.pipe(v.array(v.strictObject(recordParams)), v.maxLength(MAX_GROUP)), []),
    date: dateFilter,
  }),
  result: v.object({
    /** Of all of them together. */
    seconds: v.number(),
    /** Who has spent most first. */
    people: v.array(v.object({ userId: v.number(), name: v.string(), seconds: v.number() })),
  }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => [listKey(), RECORDS_KEY],
  example: {
    params: { idoId: 7, instanceId: 1 },
    result: { seconds: 5400, people: [{ userId: 1, name: 'Anna Berger', seconds: 5400 }] },
  },
});

/** What is read from memos, and answered by their module. */
export const timeQueries = { timeSpent } as const;
