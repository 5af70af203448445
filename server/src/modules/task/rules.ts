import type { Difference } from '@kontor/contract/activity';
import type { Repetition, TaskExtras, TaskFields } from '@kontor/contract/task';
import { isDeepStrictEqual } from 'node:util';
import type { NewAlarm } from '../alarm/index.ts';
import { dayOf } from '../../platform/recurrence/index.ts';
import type { TaskRow, TaskValues } from './store/tasks.ts';
import type { LinkText, Template } from './tables.ts';
import { daysFrom, plainAlarms, plainMaturity, shifted, shiftedAlarms, spanOf, type Maturity } from './times.ts';

/** When a task is due: its day, or its instant. */
export const maturityOf = ({ due_at, due_day }: Pick<TaskRow, 'due_at' | 'due_day'>): Maturity =>
  due_day ?? (due_at === null ? null : new Date(due_at).toISOString());

/** What can be written of a task, as it stands. */
export const fieldsOf = (task: TaskRow, repetition: Repetition | null): TaskFields => ({
  title: task.title,
  content: task.content,
  responsibleUserId: task.responsible_id,
  ownerUserId: task.owner_id,
  forerunTime: task.forerun_s,
  fixedMaturityDate: maturityOf(task),
  alarmConfig: plainAlarms(task.alarm),
  repetitionConfig: repetition,
  tags: [...task.tags],
  waitsFor: [...task.waits_for],
  zone: task.zone,
});

/** The same in one way of writing it: times, lists without anything twice. */
export const plainFields = (fields: TaskFields): TaskFields => ({
  ...fields,
  fixedMaturityDate: plainMaturity(fields.fixedMaturityDate),
  alarmConfig: plainAlarms(fields.alarmConfig),
  tags: [...new Set(fields.tags)],
  waitsFor: [...new Set(fields.waitsFor)].toSorted((a, b) => a - b),
});

/** What of a task's fields its row keeps. */
export function valuesOf(fields: TaskFields): TaskValues {
  const { fixedMaturityDate: maturity, zone } = fields;
  const { dueAt, overAt } = spanOf(maturity, zone);
  return {
    content: fields.content,
    responsible_id: fields.responsibleUserId,
    owner_id: fields.ownerUserId,
    due_at: dueAt,
    over_at: overAt,
    due_day: maturity !== null && maturity.length === 10 ? maturity : null,
    forerun_s: fields.forerunTime,
    zone,
    alarm: fields.alarmConfig,
    tags: fields.tags,
  };
}

/** What an edit changes, by the names of the fields. */
export function differencesOf(before: TaskFields, after: TaskFields): readonly Difference[] {
  const fields = Object.keys(before) as (keyof TaskFields)[];
  return fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field], isHtml: field === 'content' }));
}

/** Who sees a task by being named in it. */
export const peopleOf = (task: {
  readonly createdBy: number;
  readonly responsibleUserId: number;
  readonly ownerUserId: number;
  readonly alarmConfig: TaskFields['alarmConfig'];
}): readonly number[] =>
  [
    ...new Set([task.createdBy, task.responsibleUserId, task.ownerUserId, ...task.alarmConfig.notifiableUserIds]),
  ].filter((id) => id !== 0);

/** Check-list entries of a text: those that are ticked, and all. */
export interface Checks {
  readonly done: number;
  readonly all: number;
}

const MAX_PREVIEW = 160;

/** What the list entry of a task keeps of it, beside what hangs on other tasks. `text`: its words alone. */
export const extrasOf = (
  fields: TaskFields,
  about: { readonly inactive: boolean; readonly checks: Checks; readonly text: string },
): Partial<TaskExtras> => ({
  due: fields.fixedMaturityDate,
  responsibleUserId: fields.responsibleUserId,
  inactive: about.inactive,
  repeats: fields.repetitionConfig !== null,
  hasAlarm: hasAlarm(fields),
  checked: about.checks.done,
  checks: about.checks.all,
  tags: fields.tags,
  preview: about.text.replace(/\s+/g, ' ').slice(0, MAX_PREVIEW).toWellFormed(),
});

/** What of extras is not what every task has; beside that only what another edit may have left there. */
export function sparse(extras: Partial<TaskExtras>, before?: Partial<TaskExtras>): Partial<TaskExtras> {
  const isDefault = (value: unknown) =>
    value === null || value === false || value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
  const stays = (key: string) => before === undefined || isDefault(before[key as keyof TaskExtras] ?? null);
  return Object.fromEntries(Object.entries(extras).filter(([key, value]) => !(isDefault(value) && stays(key))));
}

const hasAlarm = ({ alarmConfig: { date, notifiable, ownerDate, ownerType }, ownerUserId }: TaskFields): boolean =>
  (notifiable && date !== null) || (ownerType !== 'never' && ownerDate !== null && ownerUserId !== 0);

/** The alarms that a task sets; `by` has set them. */
export function alarmsOf(fields: TaskFields, by: number | undefined): readonly NewAlarm[] {
  const { date, notifiable, ownerDate, ownerType, notifiableUserIds } = fields.alarmConfig;
  const { dueAt } = spanOf(fields.fixedMaturityDate, fields.zone);
  const at = (time: string) => ({ alarmAt: new Date(time), subjectAt: new Date(dueAt ?? time) });
  const notifiedIds = notifiable && date !== null ? [...new Set([fields.responsibleUserId, ...notifiableUserIds])] : [];
  const setBy = (userId: number) => (by === undefined || by === userId ? {} : { setBy: by });
  const own = notifiedIds.map((userId) => ({ userId, type: 'task' as const, ...at(date ?? ''), ...setBy(userId) }));
  if (ownerType === 'never' || ownerDate === null || fields.ownerUserId === 0) return own;
  const type = ownerType === 'always' ? 'taskOwnerAlways' : 'taskOwner';
  return [...own, { userId: fields.ownerUserId, type, ...at(ownerDate), ...setBy(fields.ownerUserId) }];
}

/**
 * The reminder that was set anew and does not lie between now and when the task is due (of a day its end). One that stays as it is is
 * not refused.
 */
export function wrongReminder(
  before: TaskFields['alarmConfig'] | undefined,
  after: TaskFields,
  now: number,
): 'date' | 'ownerDate' | undefined {
  const { overAt } = spanOf(after.fixedMaturityDate, after.zone);
  const isWrong = (time: string | null): boolean =>
    time !== null && (Date.parse(time) <= now || (overAt !== null && Date.parse(time) > overAt));
  const { date, notifiable, ownerDate, ownerType } = after.alarmConfig;
  const isNew = before === undefined || date !== before.date || !before.notifiable;
  const isNewForOwner = before === undefined || ownerDate !== before.ownerDate || before.ownerType === 'never';
  if (notifiable && isNew && isWrong(date)) return 'date';
  return ownerType !== 'never' && isNewForOwner && isWrong(ownerDate) ? 'ownerDate' : undefined;
}

/** Whether a task that is due then can repeat so. */
export function repeatsRightly(repetition: Repetition, maturity: Maturity, zone: string): boolean {
  const { end, countEnd, fixedEndDate } = repetition;
  if (maturity === null) return false;
  if (end === 'count') return countEnd !== null;
  return end !== 'date' || (fixedEndDate !== null && fixedEndDate >= dayOf(maturity, zone));
}

/** What the tasks of a series begin as, from one of them. */
export const templateOf = (fields: TaskFields): Template => ({
  title: fields.title,
  content: fields.content,
  responsibleUserId: fields.responsibleUserId,
  ownerUserId: fields.ownerUserId,
  forerunTime: fields.forerunTime,
  fixedMaturityDate: fields.fixedMaturityDate,
  alarmConfig: fields.alarmConfig,
  tags: fields.tags,
  zone: fields.zone,
});

/** No entry of a check-list is ticked any more. */
export const unticked = (html: string): string => html.replaceAll(/(<li\b[^>]*\bdata-checked=")true(")/g, '$1false$2');

/** A task of a series that is due then: its reminders lie as they do in the template. */
export const fieldsOfTemplate = (template: Template, maturity: string, repetition: Repetition): TaskFields => {
  const days = template.fixedMaturityDate === null ? 0 : daysFrom(template.fixedMaturityDate, maturity, template.zone);
  return {
    ...template,
    content: unticked(template.content),
    fixedMaturityDate: maturity,
    alarmConfig: shiftedAlarms(template.alarmConfig, template.zone, days),
    repetitionConfig: repetition,
    waitsFor: [],
  };
};

/** A part of a task that is made anew so many days later: open, and due and called for as much later. */
export const openAgain = (part: TaskFields, days: number): TaskFields => ({
  ...part,
  content: unticked(part.content),
  fixedMaturityDate: part.fixedMaturityDate === null ? null : shifted(part.fixedMaturityDate, part.zone, days),
  alarmConfig: shiftedAlarms(part.alarmConfig, part.zone, days),
  repetitionConfig: null,
  waitsFor: [],
});

/** A task's text where it came as what it was made of: what was not said is what that says. */
export const prefilled = (
  given: { readonly title: string; readonly content: string },
  link: Pick<LinkText, 'title' | 'content'> | null,
): { readonly title: string; readonly content: string } => ({
  title: given.title || (link?.title.replaceAll(/\s+/g, ' ').trim().slice(0, 300) ?? ''),
  content: given.content || paragraphs(link?.content ?? ''),
});

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Plain text as HTML: an empty line begins a paragraph. */
const paragraphs = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((part) => `<p>${part.replaceAll(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** A text that came as base64 of UTF-8; undefined where it is none. */
export function decoded(text: string, isBase64: boolean): string | undefined {
  if (!isBase64) return text;
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?)?$/.test(text)) return undefined;
  try {
    const plain = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
    // The database takes no such sign, nor does the contract where texts come as they are.
    return plain.includes('\0') ? undefined : plain;
  } catch {
    return undefined;
  }
}

/** Milliseconds that a lock holds without a save by who has it. */
const LOCK_MS = 15 * 60_000;

/** Whether somebody has a task locked at a moment. */
export const isLocked = (
  { locked_by, locked_saved_at }: Pick<TaskRow, 'locked_by' | 'locked_saved_at'>,
  now: number,
): boolean => locked_by !== null && locked_saved_at !== null && locked_saved_at + LOCK_MS > now;
