import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  defineQuery,
  formatAggregateId,
  itemKey,
  titleText,
} from '../../kernel/index.ts';
import { FilterBoxSchema } from '../account/index.ts';
import { ListEntrySchema, exampleEntry } from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import {
  COMMUNICATION_TYPES,
  CommunicationTypeSchema,
  MAX_TYPES,
  MAX_TYPE_NAME,
  MemoDetailSchema,
  MemoExtrasSchema,
  MemoFieldsSchema,
  TYPES_KEY,
  memoExtras,
} from './entities.ts';

const exampleId = formatAggregateId({ module: 'activity', entryId: 17, userId: 1 });
const exampleTypes = COMMUNICATION_TYPES.map((communicationType, index) => ({ id: index + 1, communicationType }));

const {
  links: _links,
  related: _related,
  entry: _entry,
  changeable: _changeable,
  ...ofMemo
} = MemoDetailSchema.entries;
const { archivButton, globalizationButton, idoButton, spoingButton, statusButton, taskButton } =
  ListEntrySchema.entries;

/** A memo as the history of a record has it: the specification's ido activity. */
export const RecordActivitySchema = v.object({
  ...ofMemo,
  /** `isScheduled`: its alarm lies ahead. */
  extras: v.object({ ...MemoExtrasSchema.entries, isScheduled: v.boolean() }),
  archivButton,
  globalizationButton,
  idoButton,
  spoingButton,
  statusButton,
  taskButton,
});
export type RecordActivity = v.InferOutput<typeof RecordActivitySchema>;

/** The boxes that the items of a history may lie in: those that the person is a member of. */
export const boxes = defineQuery({
  name: 'recordActivity.boxes',
  params: NothingSchema,
  result: v.array(FilterBoxSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['boxes'],
  example: { params: {}, result: [{ boxId: 3, isVirtual: false, name: 'info@nordwerk.example' }] },
});

export const scheduledDetails = defineQuery({
  name: 'recordActivity.scheduledDetails',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: RecordActivitySchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY, TYPES_KEY],
  example: {
    params: { aggregateId: exampleId },
    result: {
      aggregateId: exampleId,
      aggregateVersion: 2,
      title: 'Wartung besprochen',
      content: '<p>Herr Neumann wünscht einen Termin im März.</p>',
      alarm: '2026-12-01T08:00:00.000Z',
      author: 'Anna Berger',
      authorId: 1,
      communicationTypeId: 1,
      availableCommunicationTypes: exampleTypes,
      contactPersonId: 4,
      contactPersonAvailableUsers: [{ id: 4, displayName: 'Paul Neumann', userAvatar: null }],
      duration: 420,
      timestamp: 1_795_219_200,
      extras: { ...memoExtras({ communicationTypeId: 1, duration: 420, hasAlarm: true }), isScheduled: true },
      archivButton: exampleEntry.archivButton,
      globalizationButton: exampleEntry.globalizationButton,
      idoButton: exampleEntry.idoButton,
      spoingButton: exampleEntry.spoingButton,
      statusButton: exampleEntry.statusButton,
      taskButton: exampleEntry.taskButton,
    },
  },
});

/** The instance's whole list, with what is not offered any more. */
export const communicationTypes = defineQuery({
  name: 'recordActivity.communicationTypes',
  params: NothingSchema,
  result: v.array(v.object({ ...CommunicationTypeSchema.entries, isOffered: v.boolean() })),
  refreshOn: () => [TYPES_KEY],
  example: { params: {}, result: exampleTypes.map((type) => ({ ...type, isOffered: true })) },
});

/** Begins a record activity; what is given beside the record is written into it at once. `instanceId`: number of the record's kind. */
export const create = defineCommand({
  name: 'recordActivity.create',
  params: v.strictObject({ idoId: IdSchema, instanceId: IdSchema, ...v.partial(v.object(MemoFieldsSchema)).entries }),
  result: v.object({ aggregateId: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MEMO_ALARM_INVALID'],
  example: {
    params: { idoId: 7, instanceId: 1, title: 'Wartung besprochen', communicationTypeId: 1, duration: 420 },
    result: { aggregateId: exampleId },
  },
});

const ANY_BUTTONS = {
  archivButton: v.optional(v.unknown()),
  globalizationButton: v.optional(v.unknown()),
  idoButton: v.optional(v.unknown()),
  spoingButton: v.optional(v.unknown()),
  statusButton: v.optional(v.unknown()),
  taskButton: v.optional(v.unknown()),
};

/** Saves a record activity as it stands. What of it is not written by people may be sent along, and changes nothing. */
export const save = defineCommand({
  name: 'recordActivity.save',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    aggregateVersion: IdSchema,
    ...MemoFieldsSchema,
    author: v.optional(v.unknown()),
    authorId: v.optional(v.unknown()),
    availableCommunicationTypes: v.optional(v.unknown()),
    contactPersonAvailableUsers: v.optional(v.unknown()),
    extras: v.optional(v.unknown()),
    ...ANY_BUTTONS,
  }),
  result: v.object({ aggregateVersion: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MEMO_CONFLICT', 'MEMO_ALARM_INVALID'],
  example: {
    params: {
      aggregateId: exampleId,
      aggregateVersion: 2,
      title: 'Wartung besprochen',
      content: '',
      alarm: null,
      communicationTypeId: 1,
      contactPersonId: 4,
      duration: 420,
      timestamp: 1_795_219_200,
    },
    result: { aggregateVersion: 3 },
  },
});

/** Moves a record activity to the trash, from which it can be restored. */
export const remove = defineCommand({
  name: 'recordActivity.delete',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  audit: 'items.deleted',
  example: { params: { aggregateId: exampleId }, result: {} },
});

/**
 * The list as it shall be, in its order; `id` null makes a new one. What is left out is offered no more, and stays that of the memos
 * that have it. `known`: what was offered when the change was begun; where something else is by now, COMMUNICATION_TYPES_CONFLICT says so.
 * Returns the list with the numbers of what is new, for whoever goes on editing it.
 */
export const saveCommunicationTypes = defineCommand({
  name: 'recordActivity.saveCommunicationTypes',
  params: v.strictObject({
    types: v.pipe(
      v.array(
        v.strictObject({
          id: v.nullable(IdSchema),
          communicationType: v.pipe(titleText(MAX_TYPE_NAME), v.trim(), v.minLength(1)),
        }),
      ),
      v.minLength(1),
      v.maxLength(MAX_TYPES),
      v.check((types) => {
        const ids = types.flatMap(({ id }) => id ?? []);
        return new Set(ids).size === ids.length;
      }, 'TWICE'),
    ),
    known: v.optional(v.pipe(v.array(v.strictObject(CommunicationTypeSchema.entries)), v.maxLength(MAX_TYPES))),
  }),
  result: v.object({ types: v.array(v.object(CommunicationTypeSchema.entries)) }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'COMMUNICATION_TYPES_CONFLICT'],
  audit: { kind: 'instance.changed', subject: () => 'communication types' },
  example: { params: { types: exampleTypes }, result: { types: exampleTypes } },
});

export const recordActivityQueries = { boxes, scheduledDetails, communicationTypes } as const;
export const recordActivityCommands = {
  createForRecord: create,
  saveForRecord: save,
  deleteForRecord: remove,
  saveCommunicationTypes,
} as const;
