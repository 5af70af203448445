import type { Span } from '@kontor/contract/appointment';
import { instantIn, localOf, localTime } from '../local-time.ts';
import { addDays } from '../period.ts';
import type { Slot } from './grid-rules.ts';
import { timesOf } from './pieces.ts';
import type { Times } from './pending.ts';

/** Times as commands take them: local ones, or the days alone where there are no hours. */
export function paramsOf(
  { start, end, timeMode }: Times,
  zone: string,
): { readonly startDate: string; readonly endDate: string } {
  const said = (time: string): string => (timeMode === 'fixedTime' ? localTime(localOf(time, zone)) : time);
  return { startDate: said(start), endDate: said(end) };
}

/** A time so many days later, at the same minute of the clock of a zone. */
function later(time: string, timeMode: Span['timeMode'], days: number, zone: string): string {
  if (timeMode !== 'fixedTime') return addDays(time, days);
  const { day, minutes } = localOf(time, zone);
  return instantIn({ day: addDays(day, days), minutes }, zone);
}

/** The times of something that is moved by days. */
export const movedByDays = ({ start, end, timeMode }: Times, days: number, zone: string): Times => ({
  start: later(start, timeMode, days, zone),
  end: later(end, timeMode, days, zone),
  timeMode,
});

/** The times of something whose beginning or end is moved by days. Undefined where it would end before it begins. */
export function stretchedByDays(
  { start, end, timeMode }: Times,
  edge: 'begin' | 'end',
  days: number,
  zone: string,
): Times | undefined {
  const to =
    edge === 'begin'
      ? { start: later(start, timeMode, days, zone), end, timeMode }
      : { start, end: later(end, timeMode, days, zone), timeMode };
  const isRight = timeMode === 'fixedTime' ? to.end > to.start : to.end >= to.start;
  return isRight ? to : undefined;
}

/** The times of something that takes a part of a day. */
export function timesInHours(day: string, slot: Slot, zone: string): Times {
  const [begins, ends] = timesOf(day, slot);
  return { start: instantIn(begins, zone), end: instantIn(ends, zone), timeMode: 'fixedTime' };
}

/** The times of something that takes a whole day. */
export const wholeDay = (day: string): Times => ({ start: day, end: day, timeMode: 'allDay' });

/** The first and the last day of some times, as they stand on days. */
export function daysOfTimes(
  { start, end, timeMode }: Times,
  zone: string,
): { readonly first: string; readonly last: string } {
  if (timeMode !== 'fixedTime') return { first: start, last: end };
  const [first, last] = [localOf(start, zone), localOf(end, zone)];
  return { first: first.day, last: last.minutes === 0 && last.day > first.day ? addDays(last.day, -1) : last.day };
}

/** What a key does with something that stands on days: by how many days it goes, by how many calendars, that it ends later, or that it goes among the hours. */
export interface DayStep {
  readonly kind: 'move' | 'end' | 'remove' | 'hours';
  readonly days: number;
  readonly calendars: number;
}

/** What arrow keys mean in a view: the days of a step aside and of one up or down; 'calendar' where that is a calendar, 'hours' where the hours are beneath. */
export interface DayKeys {
  readonly aside: number | 'calendar';
  readonly down: number | 'calendar' | 'hours';
}

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
}

/** What a press does; undefined for keys that do nothing here. */
export function dayStep({ key, ctrlKey, shiftKey }: Pressed, { aside, down }: DayKeys): DayStep | undefined {
  if (key === 'Delete') return { kind: 'remove', days: 0, calendars: 0 };
  const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
  if (!ctrlKey || by === undefined) return undefined;
  const isAside = key === 'ArrowLeft' || key === 'ArrowRight';
  if (shiftKey) return isAside ? { kind: 'end', days: by, calendars: 0 } : undefined;
  const step = isAside ? aside : down;
  if (step === 'calendar') return { kind: 'move', days: 0, calendars: by };
  if (step === 'hours') return by > 0 ? { kind: 'hours', days: 0, calendars: 0 } : undefined;
  return step === 0 ? undefined : { kind: 'move', days: by * step, calendars: 0 };
}
