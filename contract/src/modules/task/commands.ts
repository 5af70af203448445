import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  formatAggregateId,
  takingAnswer,
  text,
} from '../../kernel/index.ts';
import { recordParams } from '../record/index.ts';
import {
  LayoutSchema,
  LockConfigSchema,
  MAX_TASK_CONTENT,
  TakenTaskFieldsSchema,
  TaskDetailSchema,
  TaskFieldsSchema,
} from './entities.ts';

const exampleId = formatAggregateId({ module: 'task', entryId: 17, userId: 1 });
const exampleMail = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const one = { params: v.strictObject({ aggregateId: AggregateIdSchema }), result: NothingSchema };
const oneExample = { params: { aggregateId: exampleId }, result: {} };
const flag = v.optional(v.boolean(), false);

const { title, content, responsibleUserId, ownerUserId, forerunTime } = TaskFieldsSchema;

/** What it is made of: another item. Of the three texts each may come as base64 of UTF-8. */
const ActivityLinkSchema = v.strictObject({
  aggregateId: AggregateIdSchema,
  title: v.optional(text(2000), ''),
  contact: v.optional(text(2000), ''),
  /** Plain text. */
  content: v.optional(text(MAX_TASK_CONTENT), ''),
  /** Seconds since 1970. */
  originTimestamp: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  responsibleUserId: v.optional(v.nullable(IdSchema), null),
  titleIsBase64: flag,
  contactIsBase64: flag,
  contentIsBase64: flag,
});

/**
 * Begins a task or note, which only its maker sees until it is saved. One that is never written in is swept after a day. With
 * `inactive` false it is there for all at once.
 */
export const create = defineCommand({
  name: 'task.create',
  params: v.strictObject({
    moduleLayout: LayoutSchema,
    /** Left out: the person. */
    responsibleUserId: v.optional(v.nullable(responsibleUserId), null),
    title: v.optional(title, ''),
    content: v.optional(content, ''),
    forerunTime: v.optional(forerunTime, 0),
    ownerUserId: v.optional(ownerUserId, 0),
    inactive: v.optional(v.boolean(), true),
    fixedMaturityDate: v.optional(TaskFieldsSchema.fixedMaturityDate, null),
    /** Left out: that of the instance. */
    zone: v.optional(v.nullable(TaskFieldsSchema.zone), null),
    tags: v.optional(TaskFieldsSchema.tags, []),
    alarmConfig: v.optional(v.nullable(TaskFieldsSchema.alarmConfig), null),
    repetitionConfig: v.optional(TaskFieldsSchema.repetitionConfig, null),
    /** Records to link it with: the window of the record button. */
    idoLinkings: v.optional(v.pipe(v.array(v.strictObject(recordParams)), v.maxLength(50)), []),
    activityLink: v.optional(v.nullable(ActivityLinkSchema), null),
    /** The task that it is a part of. */
    parentId: v.optional(v.nullable(IdSchema), null),
  }),
  result: v.object({ aggregateId: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'TASK_REMINDER_INVALID', 'TASK_REPETITION_INVALID', 'TASK_TOO_MANY_SUBTASKS'],
  example: {
    params: {
      moduleLayout: 'task',
      responsibleUserId: 1,
      title: '',
      content: '',
      forerunTime: 0,
      ownerUserId: 0,
      inactive: true,
      activityLink: { aggregateId: exampleMail, title: 'Lieferschein fehlt', contact: 'Paul Neumann' },
    },
    result: { aggregateId: exampleId },
  },
});

/** What of a task that repeats an edit or removal is meant for. */
export const SAVE_TYPES = ['withoutRepetition', 'thisOne', 'thisAndFollowing', 'all'] as const;
export const SaveTypeSchema = v.picklist(SAVE_TYPES);

const writing = takingAnswer(
  {
    aggregateId: AggregateIdSchema,
    aggregateVersion: IdSchema,
    ...TakenTaskFieldsSchema,
    /** Of a task that repeats, this occurrence alone unless said. */
    saveType: v.optional(v.picklist(['thisOne', 'thisAndFollowing']), 'thisOne'),
    /** The person still writes: no word of it to those who are told of what is finished. */
    isTyping: v.optional(v.boolean(), false),
  },
  TaskDetailSchema,
);
export type TaskWriting = v.InferOutput<typeof writing>;

/** Saves a task or note as it stands. `aggregateVersion`: that of the details that the edit began from. The first time it becomes active. */
export const process = defineCommand({
  name: 'task.process',
  params: writing,
  result: v.object({ aggregateVersion: v.number() }),
  errors: [
    'NOT_FOUND',
    'RIGHT_MISSING',
    'TASK_CONFLICT',
    'TASK_LOCKED',
    'TASK_REMINDER_INVALID',
    'TASK_REPETITION_INVALID',
    'TASK_WAITS_FOR_ITSELF',
  ],
  fleeting: { of: ({ isTyping }) => isTyping },
  example: {
    params: {
      aggregateId: exampleId,
      aggregateVersion: 3,
      title: 'Angebot Werft Neumann',
      content: '<p>Bis Ende der Woche.</p>',
      responsibleUserId: 1,
      ownerUserId: 0,
      forerunTime: 0,
      fixedMaturityDate: '2026-11-27',
      alarmConfig: {},
      repetitionConfig: null,
      tags: [],
      waitsFor: [],
      zone: 'Europe/Berlin',
    },
    result: { aggregateVersion: 4 },
  },
});

const delayed = { ...one, result: v.object({ aggregateVersion: v.number() }), errors: ['NOT_FOUND', 'RIGHT_MISSING'] };
const delayedExample = { params: { aggregateId: exampleId }, result: { aggregateVersion: 4 } };

/** Moves a task or note, and its reminders, a day on from when it is due, or from today where that is over or never. */
export const delayOneDay = defineCommand({ name: 'task.delayOneDay', ...delayed, example: delayedExample });
/** The same by a week. */
export const delayOneWeek = defineCommand({ name: 'task.delayOneWeek', ...delayed, example: delayedExample });

/** Takes its alarms away from everybody, before it is destroyed. */
export const unsubscribe = defineCommand({
  name: 'task.unsubscribe',
  ...one,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: oneExample,
});

/**
 * Moves a task or note to the trash, from which it can be restored; of one that repeats this occurrence, this and those to come, or all.
 * One that was begun and never written in is no more.
 * `takesBack`: the same as was done with it last is undone, and a series that was ended by it goes on. Also `POST /task/task/destroy` with these parameters as JSON or a form: 204.
 */
export const destroy = defineCommand({
  name: 'task.destroy',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    saveType: v.optional(SaveTypeSchema, 'withoutRepetition'),
    takesBack: flag,
  }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'TASK_REPETITION_INVALID'],
  audit: 'items.deleted',
  example: { params: { aggregateId: exampleId, saveType: 'withoutRepetition' }, result: {} },
});

/**
 * Leaves out this occurrence of a task that repeats: it becomes the next one, or goes to the trash where that is there. `takesBack`: it is what it
 * was before, with its reminders, and what has come after it meanwhile goes, unless somebody has touched that.
 */
export const skip = defineCommand({
  name: 'task.skip',
  ...delayed,
  params: v.strictObject({ aggregateId: AggregateIdSchema, takesBack: flag }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'TASK_REPETITION_INVALID'],
  example: delayedExample,
});

/** Puts it among the person's favourites, or takes it from there. */
export const favor = defineCommand({
  name: 'task.favor',
  params: v.strictObject({ aggregateId: AggregateIdSchema, favored: v.boolean() }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { aggregateId: exampleId, favored: true }, result: {} },
});

/** Lets nobody else write in it for as long. Where somebody else has it: TASK_LOCKED, unless it is taken over, of which they are told. */
export const lock = defineCommand({
  name: 'task.lock',
  params: v.strictObject({ aggregateId: AggregateIdSchema, takesOver: flag }),
  result: v.object({ lockConfig: LockConfigSchema }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'TASK_LOCKED'],
  example: {
    params: { aggregateId: exampleId },
    result: {
      lockConfig: {
        locked: true,
        date: '2026-11-23T09:00:00.000Z',
        userId: 1,
        userShortcut: 'AB',
        userDisplayName: 'Anna Berger',
      },
    },
  },
});

/** Gives it free again; of a lock of somebody else nothing changes. */
export const unlock = defineCommand({ name: 'task.unlock', ...one, errors: ['NOT_FOUND'], example: oneExample });

/** Makes it a part of another task, or of none. */
export const move = defineCommand({
  name: 'task.move',
  params: v.strictObject({ aggregateId: AggregateIdSchema, parentId: v.nullable(IdSchema) }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'TASK_WAITS_FOR_ITSELF', 'TASK_TOO_MANY_SUBTASKS'],
  example: { params: { aggregateId: exampleId, parentId: null }, result: {} },
});

export const commands = {
  create,
  process,
  delayOneDay,
  delayOneWeek,
  unsubscribe,
  destroy,
  skip,
  favor,
  lock,
  unlock,
  move,
} as const;

/**
 * TASK_CONFLICT: `data` is what stands there now: the fields of `task.process` with `aggregateVersion`.
 * TASK_LOCKED: `data` is its `lockConfig`.
 * TASK_REMINDER_INVALID: `data.field` is `date` or `ownerDate`: a reminder that was set now does not lie between now and when it is due.
 * TASK_REPETITION_INVALID: it is not due at any time, ends before it begins or says neither when, or (skip, destroy) does not repeat, ends with
 * this one, or was not done so, to be taken back.
 * TASK_WAITS_FOR_ITSELF: it would wait for itself, or be a part of itself, by whatever way round.
 */
export const problems = {
  TASK_CONFLICT: 409,
  TASK_LOCKED: 409,
  TASK_REMINDER_INVALID: 422,
  TASK_REPETITION_INVALID: 422,
  TASK_WAITS_FOR_ITSELF: 422,
  TASK_TOO_MANY_SUBTASKS: 422,
} as const;
