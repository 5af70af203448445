import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineQuery,
  formatAggregateId,
  itemKey,
  text,
} from '../../kernel/index.ts';
import { FilterBoxSchema, FilterUserSchema, GROUPS_KEY } from '../account/index.ts';
import { EntryRowSchema, ListParamsSchema, exampleRow, filteredKeys, itemsQuery, listKey } from '../activity/index.ts';
import { LinkSchema, RECORDS_KEY } from '../record/index.ts';
import { bookQueries } from './book.ts';
import { dialQueries } from './dialling.ts';
import {
  CALL_DIRECTIONS,
  CALL_FILTERS,
  HangUpIdSchema,
  OUTCOMES,
  PhonecallDetailSchema,
  RUNNING_CALLS_KEY,
  examplePhonecallRow,
  phonecallExtras,
} from './entities.ts';
import { CALL_LISTS_KEY, lineQueries } from './lines.ts';
import { NUMBERS_KEY, NamingSchema, exampleNaming, namingQueries } from './naming.ts';

const exampleId = formatAggregateId({ module: 'phonecall', entryId: 17, userId: 1 });
const id = v.optional(v.nullable(IdSchema), null);
const exampleCallRow = { ...examplePhonecallRow(exampleRow), userList: [[1, 1]] as [number, 1][] };

/**
 * What somebody who calls is called: the record, or the contact person of it, that is named; with a number alone the likeliest one whose
 * number it is, in whatever way either was written. Empty where it is nobody's.
 */
export const callerName = defineQuery({
  name: 'phoneCall.callerName',
  params: v.strictObject({
    idoId: id,
    idoInstanceId: id,
    contactPersonId: id,
    callerNumber: v.optional(text(100), ''),
  }),
  result: v.object({ callerName: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: () => [RECORDS_KEY, 'recordKinds', NUMBERS_KEY],
  example: {
    params: {
      idoId: null,
      idoInstanceId: null,
      contactPersonId: null,
      callerNumber: '0431 123456',
    },
    result: { callerName: 'Werft Neumann' },
  },
});

const sameList = itemsQuery('phoneCall.items', 'phonecall', phonecallExtras({ callerName: 'Werft Neumann' }));
/** Calls that the person sees, filtered. */
export const items = defineQuery({
  ...sameList,
  params: v.strictObject({
    ...ListParamsSchema.entries,
    customFilter: v.optional(v.picklist(CALL_FILTERS), ''),
  }),
  refreshOn: (params) => filteredKeys(listKey('phonecall'), params),
  example: { params: { view: 'open', customFilter: 'missed' }, result: sameList.example.result },
});

/** The lists of calls that the person belongs to, and the people and groups who see calls. */
export const lists = defineQuery({
  name: 'phoneCall.lists',
  params: NothingSchema,
  result: v.object({ boxes: v.array(FilterBoxSchema), users: v.array(FilterUserSchema) }),
  refreshOn: () => [CALL_LISTS_KEY, 'people', GROUPS_KEY],
  example: { params: {}, result: { boxes: [{ boxId: 5, isVirtual: false, name: 'Zentrale' }], users: [] } },
});

export const details = defineQuery({
  name: 'phoneCall.details',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: PhonecallDetailSchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY, NUMBERS_KEY],
  example: {
    params: { aggregateId: exampleId },
    result: {
      aggregateId: exampleId,
      aggregateVersion: 2,
      callDate: '2026-11-26',
      callTime: '09:41:00',
      callTimestamp: 1_795_682_460,
      callReason: 'Rückfrage zum Liefertermin',
      callerName: 'Werft Neumann',
      newCallerName: '',
      updatedCallerName: 0,
      number2nameGuid: 0,
      callerNumber: '+49 431 123456',
      calledNumber: '+49 431 990 0',
      callReceivedBy: 1,
      callReceivedFor: 2,
      callbackDesired: true,
      direction: 'incoming',
      duration: 252,
      callList: 'Zentrale',
      callListId: 5,
      contactCallList: [],
      contactPicture: '',
      availableCallLists: [{ id: 5, name: 'Zentrale' }],
      availableCallers: [],
      availableUsers: [{ id: 1, name: 'Anna Berger' }],
      naming: exampleNaming,
      outcome: 'answered',
      typeIsCall: true,
      isAFax: false,
      faxPages: 0,
      file: null,
      callbackUntil: '2026-11-26T11:00:00.000Z',
      callbackBy: 1,
      tries: 1,
      legs: [{ at: 1_795_682_460, userId: 1, terminal: 'e0', outcome: 'answered', duration: 252 }],
      line: 'sipgate',
      isManual: false,
      mayPrint: false,
      changeable: true,
      mayCorrect: false,
      doneByCall: null,
      hangUpId: null,
      links: [],
      related: [],
      entry: exampleCallRow,
    },
  },
});

/** The fax or the voice message of a call. */
export const file = defineQuery({
  name: 'phoneCall.file',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.unknown(),
  bytes: true,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: { aggregateId: exampleId }, result: null },
});

/** The fax of a call to be looked at: as PDF, whatever it came as. */
export const preview = defineQuery({
  name: 'phoneCall.preview',
  cost: 'heavy',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.unknown(),
  bytes: true,
  errors: ['NOT_FOUND', 'PREVIEW_NOT_AVAILABLE'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: { params: { aggregateId: exampleId }, result: null },
});

/** A call that is going on, as its card begins: with the number alone. */
export const RunningCallSchema = v.object({
  aggregateId: v.string(),
  direction: v.picklist(CALL_DIRECTIONS),
  /** As people read it; empty where it was kept back. */
  number: v.string(),
  /** Title of the list, and our number that was called, where the list shows it. */
  list: v.string(),
  calledNumber: v.string(),
  outcome: v.picklist(OUTCOMES),
  /** Milliseconds since 1970. */
  startedAt: v.number(),
  answeredAt: v.nullable(v.number()),
  endedAt: v.nullable(v.number()),
  /** 0 for nobody. */
  receivedBy: v.number(),
  receivedFor: v.number(),
});
export type RunningCall = v.InferOutput<typeof RunningCallSchema>;

const exampleRunning: RunningCall = {
  aggregateId: exampleId,
  direction: 'incoming',
  number: '+49 431 123456',
  list: 'Zentrale',
  calledNumber: '',
  outcome: 'ringing',
  startedAt: 1_795_682_460_000,
  answeredAt: null,
  endedAt: null,
  receivedBy: 0,
  receivedFor: 2,
};

/** The calls that are going on and concern the person, the newest first. */
export const running = defineQuery({
  name: 'phoneCall.running',
  params: NothingSchema,
  result: v.array(RunningCallSchema),
  errors: ['RIGHT_MISSING'],
  cost: 'light',
  refreshOn: () => [RUNNING_CALLS_KEY],
  example: { params: {}, result: [exampleRunning] },
});

/** What stands on the card of a call: who it is and why, and what is open with them. */
export const card = defineQuery({
  name: 'phoneCall.card',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.object({
    aggregateVersion: v.number(),
    call: RunningCallSchema,
    naming: NamingSchema,
    /** As in `phoneCall.details`. */
    contactPicture: v.string(),
    callReason: v.string(),
    hangUpId: HangUpIdSchema,
    links: v.array(LinkSchema),
    /** Unfinished items of the record, that the person sees: at most four, calls that want one back first, then what is due soonest. */
    open: v.array(EntryRowSchema),
    openCount: v.number(),
    /** The newest mail of the record; null where there is none that the person sees. */
    lastMail: v.nullable(EntryRowSchema),
  }),
  errors: ['NOT_FOUND'],
  cost: 'essential',
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY, NUMBERS_KEY],
  example: {
    params: { aggregateId: exampleId },
    result: {
      aggregateVersion: 1,
      call: exampleRunning,
      naming: exampleNaming,
      contactPicture: '',
      callReason: '',
      hangUpId: null,
      links: [],
      open: [],
      openCount: 0,
      lastMail: null,
    },
  },
});

export const queries = {
  callerName,
  items,
  lists,
  details,
  file,
  preview,
  running,
  card,
  ...namingQueries,
  ...dialQueries,
  ...lineQueries,
  ...bookQueries,
} as const;
