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
} from '../../../kernel/index.ts';
import { RECORDS_KEY, recordParams } from '../entities.ts';
import { QUERIES_KEY } from './shared-queries.ts';

/** What is read from the places of cards. */
export const BOARDS_KEY = 'recordBoards';
/** Cards of a column that are read at once. */
export const CARDS_AT_ONCE = 50;

const choice = text(200);

/** A record as a card. */
export const CardSchema = v.object({
  idoId: v.number(),
  title: v.string(),
  /** What stands in the fields of the board's cards, as it is read; in their order. */
  values: v.array(v.string()),
});
export type Card = v.InferOutput<typeof CardSchema>;

/** The cards of a column, of one lane where there are lanes. */
const PileSchema = v.object({
  column: v.string(),
  lane: v.nullable(v.string()),
  count: v.number(),
  /** Of the numbers in each of the board's fields of numbers, as texts, so that no digit is lost; null where there are none. */
  sums: v.array(v.nullable(v.string())),
  /** The first of them. */
  cards: v.array(CardSchema),
});
export type Pile = v.InferOutput<typeof PileSchema>;

const ChoiceSchema = v.object({
  /** Empty: of records where nothing is chosen. */
  value: v.string(),
  /** The field has no such choice any more, or never had. */
  isGone: v.boolean(),
});

const BoardAnswerSchema = v.object({
  queryId: v.string(),
  idoInstanceId: v.number(),
  instance: v.string(),
  instanceColor: v.string(),
  column: v.object({ key: v.string(), label: v.string(), mayMove: v.boolean() }),
  lane: v.nullable(v.object({ key: v.string(), label: v.string(), mayMove: v.boolean() })),
  /** Whether the person makes records of this kind; in this field a new one is called something. Null: not by a board. */
  newKey: v.nullable(v.string()),
  cardFields: v.array(v.object({ key: v.string(), label: v.string() })),
  sumFields: v.array(v.object({ key: v.string(), label: v.string() })),
  /** All choices in the order of the field, hidden ones too. */
  columns: v.array(ChoiceSchema),
  lanes: v.array(ChoiceSchema),
  /** All that have cards, those of hidden columns without them. */
  piles: v.array(PileSchema),
  totalCount: v.number(),
});
export type BoardAnswer = v.InferOutput<typeof BoardAnswerSchema>;

const exampleId = '4f0c0a3e-5b60-4a0b-8a64-0f6f2f5d7c11';
const refreshOn = (): readonly string[] => [RECORDS_KEY, 'recordKinds', QUERIES_KEY, BOARDS_KEY];
const boardParams = {
  queryId: ProcessIdSchema,
  /** Words that are looked for within the query. */
  search: v.optional(text(200), ''),
};

/**
 * A query as a board: its columns with how many cards each has and what their numbers come to, and the first cards of each. QUERY_INVALID
 * where the field of its columns is no field of one choice that the person reads: it is gone, hidden from them, or of another kind.
 */
export const board = defineQuery({
  name: 'record.board',
  params: v.strictObject(boardParams),
  result: BoardAnswerSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'QUERY_INVALID', 'SEARCH_INVALID'],
  refreshOn,
  example: {
    params: { queryId: exampleId },
    result: {
      queryId: exampleId,
      idoInstanceId: 1,
      instance: 'Kunden',
      instanceColor: '#2f6f4f',
      column: { key: 'status', label: 'Status', mayMove: true },
      lane: null,
      newKey: 'name',
      cardFields: [{ key: 'city', label: 'Ort' }],
      sumFields: [],
      columns: [{ value: 'Aktiv', isGone: false }],
      lanes: [],
      piles: [
        {
          column: 'Aktiv',
          lane: null,
          count: 1,
          sums: [],
          cards: [{ idoId: 7, title: 'Werft Neumann', values: ['Kiel'] }],
        },
      ],
      totalCount: 1,
    },
  },
});

/** `CARDS_AT_ONCE` further cards of a column, of one lane where there are lanes, in their order, behind so many. */
export const boardCards = defineQuery({
  name: 'record.boardCards',
  params: v.strictObject({
    ...boardParams,
    column: choice,
    lane: v.nullable(choice),
    skip: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  result: v.object({ cards: v.array(CardSchema) }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'QUERY_INVALID', 'SEARCH_INVALID'],
  refreshOn,
  example: {
    params: { queryId: exampleId, column: 'Aktiv', lane: null, skip: 0 },
    result: { cards: [{ idoId: 7, title: 'Werft Neumann', values: ['Kiel'] }] },
  },
});

/**
 * Moves a card to another column, another lane, or to another place in its own: in front of a card, else behind one, else behind all. The
 * order is one for all people and boards of this field. Where the record stands neither in `from` nor in `to` any more it fails with
 * RECORD_CONFLICT, whose data say where it is now, and nothing is changed.
 */
export const moveCard = defineCommand({
  name: 'record.moveCard',
  params: v.strictObject({
    ...recordParams,
    /** The field of the columns. */
    key: v.pipe(v.string(), v.maxLength(40)),
    from: choice,
    to: choice,
    lane: v.optional(
      v.nullable(v.strictObject({ key: v.pipe(v.string(), v.maxLength(40)), from: choice, to: choice })),
      null,
    ),
    before: v.optional(v.nullable(IdSchema), null),
    after: v.optional(v.nullable(IdSchema), null),
  }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'RECORD_INVALID', 'RECORD_CONFLICT'],
  example: { params: { idoId: 7, idoInstanceId: 1, key: 'status', from: '', to: 'Interessent' }, result: {} },
});

/** Cards stand in another order. */
export const boardChanged = defineEvent('record.boardChanged', v.object(eventPayload));
