import * as v from 'valibot';
import {
  DaySchema,
  IdSchema,
  InstantSchema,
  TimeZoneSchema,
  filledText,
  orItsId,
  text,
  titleText,
} from '../../kernel/index.ts';
import { EntryRowSchema, ListEntrySchema, RelatedItemSchema, StatusSchema } from '../activity/index.ts';
import { LinkSchema } from '../record/index.ts';
import { RepetitionSchema } from './repetition.ts';

export const LAYOUTS = ['task', 'note'] as const;
export const LayoutSchema = v.picklist(LAYOUTS);
/** What it is shown and listed as: which kind of item it is. */
export type Layout = (typeof LAYOUTS)[number];

export const MAX_TASK_TITLE = 300;
/** UTF-16 units of the HTML of a task. */
export const MAX_TASK_CONTENT = 1_000_000;
export const MAX_TAGS = 30;
export const MAX_NOTIFIABLE = 50;
export const MAX_WAITS = 50;
/** Sub-tasks that a task has. */
export const MAX_SUBTASKS = 500;
/** Seconds: a year. */
export const MAX_FORERUN = 31_536_000;

/** The favourites of the person. */
export const TASK_FAVORITES_KEY = 'taskFavorites';
/** The words that tasks are tagged with. */
export const TASK_TAGS_KEY = 'taskTags';

/** When the owner of a task is reminded of it. */
export const OWNER_TYPES = ['never', 'always', 'onlyOnUnfinished'] as const;

/** When it is due: on a day, or at a moment; null for never. */
export const MaturitySchema = v.nullable(v.union([DaySchema, InstantSchema]));

const NotifiedSchema = v.object({
  userId: v.number(),
  userDisplayname: v.string(),
  /** When they are told; null where no time is set. */
  date: v.nullable(v.string()),
  notified: v.boolean(),
});

/** Who is reminded of a task, and when. */
export const AlarmConfigSchema = v.object({
  /** When the responsible person and those named are reminded. */
  date: v.nullable(v.string()),
  /** Whether that is switched on. */
  notifiable: v.boolean(),
  ownerDate: v.nullable(v.string()),
  ownerNotified: v.boolean(),
  ownerType: v.picklist(OWNER_TYPES),
  alarmConfigNotifiableUsers: v.array(NotifiedSchema),
});
export type AlarmConfig = v.InferOutput<typeof AlarmConfigSchema>;

/** The same as it is written. */
export const AlarmConfigInputSchema = v.object({
  date: v.optional(v.nullable(InstantSchema), null),
  notifiable: v.optional(v.boolean(), false),
  ownerDate: v.optional(v.nullable(InstantSchema), null),
  ownerType: v.optional(v.picklist(OWNER_TYPES), 'never'),
  /** Others who are reminded: of those who see the task. */
  notifiableUserIds: v.optional(v.pipe(v.array(IdSchema), v.maxLength(MAX_NOTIFIABLE)), []),
});

/** What can be written of a task or note. */
export const TaskFieldsSchema = {
  title: v.pipe(titleText(MAX_TASK_TITLE), v.trim()),
  /** HTML as notes may have it. */
  content: text(MAX_TASK_CONTENT),
  /** Whose task it is. */
  responsibleUserId: IdSchema,
  /** Who has given it; 0 for nobody else. */
  ownerUserId: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Seconds before it is due at which it comes up in lists. */
  forerunTime: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_FORERUN)),
  fixedMaturityDate: MaturitySchema,
  alarmConfig: AlarmConfigInputSchema,
  /** Null for one that does not repeat. */
  repetitionConfig: v.nullable(RepetitionSchema),
  tags: v.pipe(v.array(v.pipe(filledText(50), v.trim())), v.maxLength(MAX_TAGS)),
  /** Numbers of tasks that must be Done before it can be. */
  waitsFor: v.pipe(v.array(IdSchema), v.maxLength(MAX_WAITS)),
  /** Zone that its days and times are meant in, and that it repeats in. */
  zone: TimeZoneSchema,
};
/** The same fields as they are written, or as details have them: others who are reminded and tasks waited for by more than their numbers. */
export const TakenTaskFieldsSchema = {
  ...TaskFieldsSchema,
  alarmConfig: v.pipe(
    v.object({
      ...AlarmConfigInputSchema.entries,
      notifiableUserIds: v.optional(AlarmConfigInputSchema.entries.notifiableUserIds.wrapped),
      alarmConfigNotifiableUsers: v.optional(
        v.pipe(v.array(v.object({ userId: IdSchema })), v.maxLength(MAX_NOTIFIABLE)),
        [],
      ),
    }),
    v.transform(
      ({ alarmConfigNotifiableUsers: users, notifiableUserIds = users.map(({ userId }) => userId), ...rest }) => ({
        ...rest,
        notifiableUserIds,
      }),
    ),
  ),
  waitsFor: v.pipe(v.array(orItsId('id')), v.maxLength(MAX_WAITS)),
};

const FieldsSchema = v.object(TaskFieldsSchema);
export type TaskFields = v.InferOutput<typeof FieldsSchema>;
export type TaskFieldsInput = v.InferInput<typeof FieldsSchema>;

/** Fields of a task or note in `extras` of its list entry. */
export const TaskExtrasSchema = v.object({
  userHasWriteAccessToTheTask: v.boolean(),
  /** A day, an instant, or null: as `fixedMaturityDate`. */
  due: v.nullable(v.string()),
  responsibleUserId: v.number(),
  /** Made and never saved. */
  inactive: v.boolean(),
  repeats: v.boolean(),
  hasAlarm: v.boolean(),
  /** Of its check-list. */
  checked: v.number(),
  checks: v.number(),
  /** Of its sub-tasks. */
  subtasksDone: v.number(),
  subtasks: v.number(),
  tags: v.array(v.string()),
  /** How its text begins. */
  preview: v.string(),
  favored: v.boolean(),
  /** Whether it waits for another task that is not Done. */
  waits: v.boolean(),
});
export type TaskExtras = v.InferOutput<typeof TaskExtrasSchema>;

/** Extras of a task of which only what was stored is known. */
export const taskExtras = (stored: Partial<TaskExtras>): TaskExtras => ({
  userHasWriteAccessToTheTask: false,
  due: null,
  responsibleUserId: 0,
  inactive: false,
  repeats: false,
  hasAlarm: false,
  checked: 0,
  checks: 0,
  subtasksDone: 0,
  subtasks: 0,
  tags: [],
  preview: '',
  favored: false,
  waits: false,
  ...stored,
});

const PersonSchema = v.object({
  ID: v.number(),
  Displayname: v.string(),
  UserAvatar: v.nullable(v.string()),
  UserDisplayname: v.string(),
});

/** Another task as one that has to do with it shows it. */
export const TaskLineSchema = v.object({
  id: v.number(),
  aggregateId: v.string(),
  title: v.string(),
  status: StatusSchema,
  due: v.nullable(v.string()),
  responsibleUserId: v.number(),
});
export type TaskLine = v.InferOutput<typeof TaskLineSchema>;

export const LockConfigSchema = v.object({
  locked: v.boolean(),
  /** Since when; null where it is not. */
  date: v.nullable(v.string()),
  userId: v.nullable(v.number()),
  userShortcut: v.string(),
  userDisplayName: v.string(),
});

/** Most entries of the history in the details; all of it is asked for apart. */
export const MAX_HISTORY_ENTRIES = 50;

const { archivButton, globalizationButton, idoButton, spoingButton, statusButton } = ListEntrySchema.entries;

/** A task or note as its screen shows it. */
export const TaskDetailSchema = v.object({
  aggregateId: v.string(),
  /** The number that an edit names, so that two who edit at once do not undo each other. */
  aggregateVersion: v.number(),
  processId: v.string(),
  moduleLayout: LayoutSchema,
  title: v.string(),
  content: v.string(),
  /** Whether the person may write in it. Not before it was saved once, but by who made it. */
  changeable: v.boolean(),
  inactive: v.boolean(),
  ownerUserId: v.number(),
  responsibleUserId: v.number(),
  forerunTime: v.number(),
  fixedMaturityDate: v.nullable(v.string()),
  zone: v.string(),
  /** Who can be made responsible: who may see tasks (or notes). */
  availableUsers: v.array(PersonSchema),
  /** Everybody who is named in it or sees it. */
  allUsers: v.array(PersonSchema),
  favoriteButton: v.object({ favored: v.boolean(), changeable: v.boolean(), render: v.boolean() }),
  /** The newest first. `key`: the field that changed; `value`: what it says now, in short. `date`: ISO 8601. */
  historyEntries: v.array(v.object({ key: v.string(), value: v.string(), date: v.string(), userShortcut: v.string() })),
  alarmConfig: AlarmConfigSchema,
  repetitionConfig: v.nullable(RepetitionSchema),
  /** Which of how many it is, from 1, of a task that repeats; `of` is null where that never ends. */
  occurrence: v.nullable(v.object({ number: v.number(), of: v.nullable(v.number()) })),
  lockConfig: LockConfigSchema,
  /** What it was made of. */
  activityLink: v.nullable(
    v.object({
      aggregateId: v.string(),
      title: v.string(),
      contact: v.string(),
      content: v.string(),
      originTimestamp: v.number(),
      responsibleUserId: v.number(),
      titleIsBase64: v.boolean(),
      contactIsBase64: v.boolean(),
      contentIsBase64: v.boolean(),
    }),
  ),
  tags: v.array(v.string()),
  /** The task that it is a part of; null where it is none, or the person does not see that one. */
  parent: v.nullable(TaskLineSchema),
  subtasks: v.array(TaskLineSchema),
  /** Tasks that it waits for, as far as the person sees them. */
  waitsFor: v.array(TaskLineSchema),
  /** Tasks that wait for it. */
  blocks: v.array(TaskLineSchema),
  links: v.array(LinkSchema),
  related: v.array(RelatedItemSchema),
  entry: EntryRowSchema,
  archivButton,
  globalizationButton,
  idoButton,
  spoingButton,
  statusButton,
});
export type TaskDetail = v.InferOutput<typeof TaskDetailSchema>;
