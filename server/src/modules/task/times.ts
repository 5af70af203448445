import type { AlarmConfigInputSchema } from '@kontor/contract/task';
import type * as v from 'valibot';
import { dayOf, instantOf, localTimeOf } from '../../platform/recurrence/index.ts';

/** When a task is due: a day, an instant (ISO 8601), or null for never. */
export type Maturity = string | null;
export type Alarms = v.InferOutput<typeof AlarmConfigInputSchema>;

export const isDay = (time: string): boolean => time.length === 10;

/** The same in one way of writing it, so that equal ones are told to be. */
export const plainMaturity = (maturity: Maturity): Maturity =>
  maturity === null || isDay(maturity) ? maturity : new Date(maturity).toISOString();

/** The instants of reminders in one way of writing them, and each person once. */
export const plainAlarms = ({ date, notifiable, ownerDate, ownerType, notifiableUserIds }: Alarms): Alarms => ({
  date: plainMaturity(date),
  notifiable,
  ownerDate: plainMaturity(ownerDate),
  ownerType,
  notifiableUserIds: [...new Set(notifiableUserIds)].toSorted((a, b) => a - b),
});

const dayPlus = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to).days;
const instantMs = (day: string, zone: string): number => Date.parse(instantOf(`${day}T00:00:00`, zone));

/** When a task is due and from when on that is over, in milliseconds: of a day its beginning and its end. */
export function spanOf(
  maturity: Maturity,
  zone: string,
): { readonly dueAt: number | null; readonly overAt: number | null } {
  if (maturity === null) return { dueAt: null, overAt: null };
  if (!isDay(maturity)) return { dueAt: Date.parse(maturity), overAt: Date.parse(maturity) };
  return { dueAt: instantMs(maturity, zone), overAt: instantMs(dayPlus(maturity, 1), zone) };
}

/** When it comes up in lists: so long before it is due, else when it was made. Milliseconds. */
export const comesUpAt = (task: {
  readonly dueAt: number | null;
  readonly forerun: number;
  readonly createdAt: number;
}): number => (task.dueAt === null ? task.createdAt : task.dueAt - task.forerun * 1000);

/** Another day or instant so many days on, at the same time of the clock. */
export function shifted(time: string, zone: string, days: number): string {
  if (days === 0) return time;
  if (isDay(time)) return dayPlus(time, days);
  const local = localTimeOf(time, zone);
  return instantOf(`${dayPlus(local.slice(0, 10), days)}${local.slice(10)}`, zone);
}

/** Reminders that go along when what they are of is due on another day. */
export const shiftedAlarms = (alarms: Alarms, zone: string, days: number): Alarms => ({
  ...alarms,
  date: alarms.date === null ? null : shifted(alarms.date, zone, days),
  ownerDate: alarms.ownerDate === null ? null : shifted(alarms.ownerDate, zone, days),
});

/** Days from one time to another, by the calendar of a zone. */
export const daysFrom = (from: string, to: string, zone: string): number =>
  daysBetween(dayOf(from, zone), dayOf(to, zone));

/**
 * A task put off by days: from when it is due, or from today where that is over; without a time, that many days from today. Its
 * reminders go along, and those whose day is over count from today as well.
 */
export function delayed(
  task: { readonly maturity: Maturity; readonly alarms: Alarms; readonly zone: string },
  days: number,
  now: number,
): { readonly maturity: string; readonly alarms: Alarms } {
  const { maturity, zone } = task;
  const today = dayOf(new Date(now).toISOString(), zone);
  const overdue = (time: string): number => Math.max(0, daysBetween(dayOf(time, zone), today));
  const { overAt } = spanOf(maturity, zone);
  const by = maturity === null ? days : days + (overAt !== null && overAt <= now ? overdue(maturity) : 0);
  const move = (time: string | null): string | null =>
    time === null ? null : shifted(time, zone, maturity === null ? days + overdue(time) : by);
  return {
    maturity: maturity === null ? dayPlus(today, days) : shifted(maturity, zone, by),
    alarms: { ...task.alarms, date: move(task.alarms.date), ownerDate: move(task.alarms.ownerDate) },
  };
}
