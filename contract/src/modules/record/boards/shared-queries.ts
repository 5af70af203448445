import * as v from 'valibot';
import {
  IdSchema,
  NothingSchema,
  ProcessIdSchema,
  defineCommand,
  defineEvent,
  defineQuery,
  eventPayload,
  text,
  titleText,
} from '../../../kernel/index.ts';
import { GROUPS_KEY } from '../../account/index.ts';
import { MAX_CHOICES } from '../entities.ts';

/** What is read from the queries of records that are saved. */
export const QUERIES_KEY = 'recordQueries';
/** Most queries and folders of one person, and how deep folders stand in one another. */
export const MAX_QUERIES = 200;
export const MAX_DEPTH = 5;
export const MAX_QUERY_NAME = 100;
const MAX_SEARCH_TEXT = 500;
const MAX_JSON = 20_000;
/** Fields that a card shows, and numbers that a column adds up. */
export const MAX_CARD_FIELDS = 8;
export const MAX_SUMS = 3;

const key = v.pipe(v.string(), v.maxLength(40));

/** How a query is shown as a board. */
export const BoardSchema = v.strictObject({
  /** A field of one choice: each choice is a column. */
  columnKey: key,
  /** A field of one choice: each choice is a lane across the columns. */
  laneKey: v.optional(v.nullable(key), null),
  /** Fields that cards show beside what their record is called, in their order. */
  cardKeys: v.pipe(v.array(key), v.maxLength(MAX_CARD_FIELDS)),
  /** Fields of numbers that each column adds up. */
  sumKeys: v.pipe(v.array(key), v.maxLength(MAX_SUMS)),
  /** Choices whose columns are not shown; empty is that of records where nothing is chosen. */
  hidden: v.pipe(v.array(text(200)), v.maxLength(MAX_CHOICES + 1)),
});
export type Board = v.InferOutput<typeof BoardSchema>;

const ids = v.pipe(v.array(IdSchema), v.maxLength(1000));
const SharedWithSchema = v.strictObject({ everybody: v.boolean(), userIds: ids, groupIds: ids });

/** A query of records under a name, or a folder of such. */
export const SharedQuerySchema = v.object({
  /** UUID, the client's own. */
  id: v.string(),
  aggregateVersion: v.number(),
  /** The folder that it lies in; null at the top. */
  parentId: v.nullable(v.string()),
  /** Among those beside it that this person sees, from 1. */
  place: v.number(),
  name: v.string(),
  /** Its name behind those of its folders. */
  label: v.string(),
  /** Its id, as what is chosen by it has it. */
  value: v.string(),
  isFolder: v.boolean(),
  /** Whether others see it too: a folder is seen by whoever sees something in it. */
  isShared: v.boolean(),
  isMine: v.boolean(),
  mayChange: v.boolean(),
  owner: v.object({ userId: v.number(), fullName: v.string() }),
  /** People and groups are told to who may change it alone. */
  sharedWith: v.object({ everybody: v.boolean(), userIds: v.array(v.number()), groupIds: v.array(v.number()) }),
  /** 0: of all kinds. */
  idoInstanceId: v.number(),
  fulltextSearch: v.string(),
  /** What the list's `detailsSearch` is. */
  serializedIdoIdoListToolbarHiddenDetailsSearchString: v.string(),
  /** JSON of what else a list keeps about itself, as how it is sorted; empty where it keeps nothing. */
  serializedFilterMemento: v.string(),
  /** Of another client of the specification's; there is none here. */
  desktopApplicationItemId: v.number(),
  /** Null where it is shown as a list alone. */
  board: v.nullable(BoardSchema),
});
export type SharedQuery = v.InferOutput<typeof SharedQuerySchema>;

const TreeSchema = v.array(SharedQuerySchema);
const exampleId = '4f0c0a3e-5b60-4a0b-8a64-0f6f2f5d7c11';
const about = {
  name: 'Offene Angebote',
  isFolder: false,
  idoInstanceId: 1,
  fulltextSearch: '',
  serializedIdoIdoListToolbarHiddenDetailsSearchString: '',
  serializedFilterMemento: '',
  board: { columnKey: 'status', cardKeys: ['city'], sumKeys: [], hidden: [] },
  sharedWith: { everybody: true, userIds: [], groupIds: [] },
};
const example: v.InferInput<typeof SharedQuerySchema> = {
  ...about,
  id: exampleId,
  aggregateVersion: 1,
  parentId: null,
  place: 1,
  label: about.name,
  value: exampleId,
  isShared: true,
  isMine: true,
  mayChange: true,
  owner: { userId: 1, fullName: 'Anna Berger' },
  desktopApplicationItemId: 0,
};

/**
 * The tree of queries that the person sees, their own and those that are shared with them: each folder before what lies in it, those beside
 * each other in their order.
 */
export const sharedQueries = defineQuery({
  name: 'record.sharedQueries',
  params: NothingSchema,
  result: TreeSchema,
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [QUERIES_KEY, 'recordKinds', 'people', GROUPS_KEY],
  example: { params: {}, result: [example] },
});

/** Why a query cannot be kept as it is: QUERY_INVALID, `data.faults`. */
export const QUERY_FAULTS = ['name', 'folder', 'depth', 'kind', 'search', 'board', 'tooMany'] as const;
export type QueryFault = (typeof QUERY_FAULTS)[number];

/**
 * Makes a query or a folder or, with the version that the change began from, changes it. Without one, what was deleted comes back, a folder
 * with what lay in it. People and groups to share it with that are not there any more are left out. QUERY_CONFLICT bears it as it is.
 */
export const saveQuery = defineCommand({
  name: 'record.saveQuery',
  params: v.strictObject({
    id: ProcessIdSchema,
    aggregateVersion: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    /** Where a new one lies, behind what is there. One that is there stays where it is. */
    parentId: v.nullable(ProcessIdSchema),
    name: titleText(MAX_QUERY_NAME),
    isFolder: v.boolean(),
    idoInstanceId: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    fulltextSearch: text(MAX_SEARCH_TEXT),
    serializedIdoIdoListToolbarHiddenDetailsSearchString: text(MAX_JSON),
    serializedFilterMemento: text(MAX_JSON),
    board: v.nullable(BoardSchema),
    sharedWith: SharedWithSchema,
  }),
  result: TreeSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'QUERY_CONFLICT', 'QUERY_INVALID'],
  example: { params: { ...about, id: exampleId, parentId: null }, result: [example] },
});

/** Deletes a query, or a folder: what lies in that stands where it stood, until it comes back. */
export const deleteQuery = defineCommand({
  name: 'record.deleteQuery',
  params: v.strictObject({ id: ProcessIdSchema }),
  result: TreeSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { id: exampleId }, result: [] },
});

/** Puts a query or a folder into a folder, in front of another that lies there, or behind all: for everybody who sees it. */
export const orderQueries = defineCommand({
  name: 'record.orderQueries',
  params: v.strictObject({
    id: ProcessIdSchema,
    parentId: v.nullable(ProcessIdSchema),
    before: v.nullable(ProcessIdSchema),
  }),
  result: TreeSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'QUERY_INVALID'],
  example: { params: { id: exampleId, parentId: null, before: null }, result: [example] },
});

/** Queries that the person sees are others, or stand elsewhere. */
export const queriesChanged = defineEvent('record.queriesChanged', v.object(eventPayload));

/** Keys of all fields that a board is made of. */
export const boardKeys = ({ columnKey, laneKey, cardKeys, sumKeys }: Board): readonly string[] => [
  columnKey,
  ...(laneKey === null ? [] : [laneKey]),
  ...cardKeys,
  ...sumKeys,
];
