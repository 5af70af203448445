import { STATES } from '@kontor/contract/activity';
import { MAX_TAGS, MAX_TASK_TITLE, type TaskFields } from '@kontor/contract/task';
import { parseAggregateId, type AggregateId } from '@kontor/contract/kernel';
import { cleanNote, escapeHtml } from '../../platform/html/index.ts';
import {
  CalendarUnreadable,
  MAX_MAIL_CHARACTERS,
  calendarText,
  componentsOf,
  instantOfTime,
  parseCalendars,
  propertiesOf,
  propertyOf,
  textOf,
  timeOf,
  timeProperty,
  zonesOf,
  type Component,
  type Property,
} from '../../platform/icalendar/index.ts';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { instantOf } from '../../platform/recurrence/index.ts';
import { timeZoneOf } from '../account/index.ts';
import { editItems, edits, lockItems, type ItemKinds } from '../activity/index.ts';
import { mayWrite, seesLayout, takeToWrite, writesLayout } from './access.ts';
import { createTask } from './creating.ts';
import { processTask } from './processing.ts';
import { fieldsOf, maturityOf } from './rules.ts';
import { seriesOf } from './series.ts';
import { noteCalendarTask, readCalendarTasks, type CalendarTaskRow } from './store/calendar.ts';
import { readTasks, type TaskRow } from './store/tasks.ts';
import { isDay } from './times.ts';

/** A task as one file of a calendar. */
interface CalendarTask {
  readonly name: string;
  readonly etag: string;
  readonly mayWrite: boolean;
  readonly text: string;
}

const defaultName = (taskId: number): string => `task-${taskId}.ics`;
const idInName = (name: string): number => Number(/^task-(\d{1,15})\.ics$/.exec(name)?.[1] ?? 0);

const text = (name: string, value: string): readonly Property[] => (value === '' ? [] : [[name, {}, 'text', value]]);

/** When a task is due: its day, or its moment. */
function dueOf(task: TaskRow): readonly Property[] {
  const maturity = maturityOf(task);
  if (maturity === null) return [];
  if (isDay(maturity)) return [timeProperty('due', [`${maturity}T00:00:00`], 'day')];
  return [timeProperty('due', [maturity], { zone: 'UTC' })];
}

const PROGRESS = { [STATES.unseen]: 'NEEDS-ACTION', [STATES.seen]: 'IN-PROCESS', [STATES.ready]: 'COMPLETED' } as const;

function toText(task: TaskRow, known: CalendarTaskRow, now: number): string {
  const isDone = known.status === STATES.ready;
  const moment = (ms: number) => new Date(ms).toISOString();
  const todo: Component = [
    'vtodo',
    [
      ['uid', {}, 'text', known.uid ?? `task-${task.task_id}`],
      timeProperty('dtstamp', [moment(now)], { zone: 'UTC' }),
      timeProperty('created', [moment(task.created_at)], { zone: 'UTC' }),
      ['sequence', {}, 'integer', task.edit],
      ['summary', {}, 'text', task.title],
      ...text('description', cleanNote(task.content).text),
      ...dueOf(task),
      ['status', {}, 'text', PROGRESS[known.status]],
      ...(isDone ? ([['percent-complete', {}, 'integer', 100]] as const) : []),
      ...(isDone && task.done_at !== null ? [timeProperty('completed', [moment(task.done_at)], { zone: 'UTC' })] : []),
      ...(task.tags.length === 0 ? [] : [['categories', {}, 'text', ...task.tags] as const]),
      ...((known.lines ?? []) as readonly Property[]),
    ],
    [],
  ];
  return calendarText([
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', '-//Kontor//Kontor//DE'],
    ],
    [todo],
  ]);
}

async function toCalendarTasks(ctx: QueryContext, known: readonly CalendarTaskRow[]): Promise<readonly CalendarTask[]> {
  const rows = await readTasks(
    ctx.db,
    ctx.instance.id,
    known.map(({ task_id: id }) => id),
  );
  const byId = new Map(rows.map((task) => [task.task_id, task]));
  return known.flatMap((one) => {
    const task = byId.get(one.task_id);
    if (task === undefined) return [];
    return [
      {
        name: one.name ?? defaultName(one.task_id),
        etag: `"${one.task_id}-${one.edit}-${one.status}"`,
        mayWrite: mayWrite(ctx.person, task),
        text: toText(task, one, ctx.now()),
      },
    ];
  });
}

/** What a program says of a task. */
interface SaidTask {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly due: string | null;
  readonly isDone: boolean;
  readonly tags: readonly string[];
  readonly lines: readonly Property[];
}

const OWN_LINES = new Set(
  'uid dtstamp created last-modified sequence summary description due status percent-complete completed categories'.split(
    ' ',
  ),
);
const MAX_LINES = 100;
const MAX_LINE_CHARACTERS = 20_000;

const unreadable = (): never => fail('PARAMETERS_INVALID', { errors: [{ path: 'text', message: 'Not one VTODO' }] });

/** Reads a calendar with one VTODO. Fails with PARAMETERS_INVALID for what is none. */
function readTodo(given: string, zone: string): SaidTask {
  try {
    const calendars = parseCalendars(given, MAX_MAIL_CHARACTERS);
    const todos = calendars.flatMap((calendar) => componentsOf(calendar, 'vtodo').map((todo) => ({ calendar, todo })));
    const [only] = todos;
    if (only === undefined || todos.length > 1) return unreadable();
    const { calendar, todo } = only;
    const uid = textOf(todo, 'uid').trim().slice(0, 300);
    if (uid === '') return unreadable();
    const due = timeOf(propertyOf(todo, 'due'), zonesOf(calendar));
    const at = due === undefined ? undefined : (instantOfTime(due) ?? instantOf(due.clock, zone));
    const dueAt = due === undefined ? null : due.isDay ? due.clock.slice(0, 10) : new Date(at ?? 0).toISOString();
    const status = textOf(todo, 'status').trim().toUpperCase();
    const isDone = status === 'COMPLETED' || (status === '' && propertyOf(todo, 'completed') !== undefined);
    const tags = propertiesOf(todo, 'categories').flatMap(([, , , ...values]) => values.map(String));
    return {
      uid,
      title: textOf(todo, 'summary').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TASK_TITLE).toWellFormed(),
      description: textOf(todo, 'description').replaceAll('\0', ''),
      due: dueAt,
      isDone,
      tags: [...new Set(tags.map((tag) => tag.trim().slice(0, 50)).filter(Boolean))].slice(0, MAX_TAGS),
      lines: todo[1]
        .filter(([name]) => !OWN_LINES.has(name))
        .slice(0, MAX_LINES)
        .filter((line) => JSON.stringify(line).length <= MAX_LINE_CHARACTERS),
    };
  } catch (error) {
    if (error instanceof CalendarUnreadable) return unreadable();
    throw error;
  }
}

const asHtml = (lines: string): string =>
  lines.trim() === ''
    ? ''
    : lines
        .trim()
        .split('\n')
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('');

const idOf = (ctx: CommandContext, entryId: number): AggregateId => ({
  module: 'task',
  entryId,
  userId: ctx.person.id,
  sourceContainerId: 0,
  targetContainerId: 0,
});

const bare = (one: string): string => one.replaceAll(/\s+/g, ' ').trim();

/** What stands in a task with what a program says of it otherwise. A text that is the same but for how it looks stays. */
function merged(before: TaskFields, said: SaidTask): TaskFields {
  const isSameText = bare(cleanNote(before.content).text) === bare(said.description);
  const isSameDue = said.due === before.fixedMaturityDate;
  return {
    ...before,
    title: said.title,
    content: isSameText ? before.content : asHtml(said.description),
    fixedMaturityDate: isSameDue ? before.fixedMaturityDate : said.due,
    tags: [...said.tags],
  };
}

const byName = async (ctx: QueryContext | CommandContext, name: string): Promise<CalendarTaskRow | undefined> =>
  (await readCalendarTasks(ctx.db, ctx.instance.id, ctx.person.id, { name, taskId: idInName(name) }))[0];

async function make(ctx: CommandContext, said: SaidTask, zone: string): Promise<number> {
  const { aggregateId } = await createTask(ctx, {
    moduleLayout: 'task',
    responsibleUserId: ctx.person.id,
    title: said.title,
    content: asHtml(said.description),
    forerunTime: 0,
    ownerUserId: 0,
    inactive: false,
    fixedMaturityDate: said.due,
    zone,
    tags: [...said.tags],
    alarmConfig: null,
    repetitionConfig: null,
    idoLinkings: [],
    activityLink: null,
    parentId: null,
  });
  return parseAggregateId(aggregateId)?.entryId ?? fail('NOT_FOUND');
}

async function change(ctx: CommandContext, taskId: number, said: SaidTask): Promise<void> {
  const task = await takeToWrite(ctx, idOf(ctx, taskId));
  const before = fieldsOf(task, (await seriesOf(ctx, task))?.repetition ?? null);
  const after = merged(before, said);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await processTask(ctx, {
    aggregateId: idOf(ctx, taskId),
    aggregateVersion: task.edit,
    saveType: 'thisOne',
    isTyping: false,
    ...after,
  });
}

/** The tasks of who asks that have a day, for programs that show calendars. */
export const calendarTasks = (itemKinds: () => ItemKinds) => ({
  sees: ({ person }: QueryContext): boolean => seesLayout(person, 'task'),
  mayWrite: ({ person }: QueryContext): boolean => writesLayout(person, 'task'),

  async tag(ctx: QueryContext): Promise<string> {
    const rows = await readCalendarTasks(ctx.db, ctx.instance.id, ctx.person.id);
    const sum = rows.reduce(
      (total, { task_id: id, edit, status }) => (total * 31 + id * 7 + edit * 3 + status) % 2 ** 40,
      0,
    );
    return `${rows.length}-${sum}`;
  },

  all: async (ctx: QueryContext) =>
    toCalendarTasks(ctx, await readCalendarTasks(ctx.db, ctx.instance.id, ctx.person.id)),

  async named(ctx: QueryContext, name: string): Promise<CalendarTask | undefined> {
    const known = await byName(ctx, name);
    return known === undefined ? undefined : (await toCalendarTasks(ctx, [known]))[0];
  },

  async put(ctx: CommandContext, name: string, given: string): Promise<void> {
    const zone = timeZoneOf(ctx.instance);
    const said = readTodo(given, zone);
    const known = await byName(ctx, name);
    const taskId = known?.task_id ?? (await make(ctx, said, zone));
    if (known !== undefined) await change(ctx, taskId, said);
    const uid = known?.uid ?? (known === undefined ? said.uid : `task-${taskId}`);
    await noteCalendarTask(ctx.db, ctx.instance.id, {
      taskId,
      userId: ctx.person.id,
      name: known?.name ?? name,
      uid,
      lines: said.lines,
    });
    const isDone = known?.status === STATES.ready;
    if (said.isDone !== isDone) {
      await lockItems(ctx, [taskId]);
      const edit = edits.state(said.isDone ? STATES.ready : STATES.seen);
      await editItems(ctx, itemKinds(), ctx.person.id, [taskId], edit);
    }
  },

  async remove(ctx: CommandContext, name: string): Promise<void> {
    const known = (await byName(ctx, name)) ?? fail('NOT_FOUND');
    await takeToWrite(ctx, idOf(ctx, known.task_id));
    await lockItems(ctx, [known.task_id]);
    await editItems(ctx, itemKinds(), ctx.person.id, [known.task_id], edits.trash(new Date(ctx.now())));
  },
});
