import * as v from 'valibot';
import { DaySchema, InstantSchema } from '../../kernel/index.ts';

/** Years in which an appointment may lie: an occurrence is named by minutes since 1970. */
export const FIRST_YEAR = 1970;
export const LAST_YEAR = 2999;

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/;

/** A local time without a zone, on a day that there is in the calendar: `2026-12-01T10:00:00`. Seconds are left out of account. */
export const LocalTimeSchema = v.pipe(
  v.string(),
  v.regex(LOCAL_TIME, 'LOCAL_TIME_INVALID'),
  v.check((time) => v.is(DaySchema, time.slice(0, 10)), 'DAY_UNKNOWN'),
  v.transform((time) => `${time.slice(0, 16)}:00`),
);

const isWithinYears = (time: string): boolean => {
  const year = Number(time.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
};

/**
 * When an appointment begins or ends, as it is written: a local time in the zone of the appointment; an instant, which becomes the local time
 * that it is there; or a day.
 */
export const AppointmentTimeSchema = v.pipe(
  v.union([DaySchema, LocalTimeSchema, InstantSchema]),
  v.check(isWithinYears, 'YEAR_OUT_OF_RANGE'),
);

/** One of the times of a question: a day, or an instant. */
export const DayOrInstantSchema = v.union([DaySchema, InstantSchema]);

const MINUTE_MS = 60_000;

/** The number that names an occurrence in `sourceContainerId`: minutes since 1970 of the local time that its series gave it, as if that were UTC. */
export const originalMinutes = (local: string): number => Date.parse(`${local.slice(0, 16)}:00Z`) / MINUTE_MS;

/** The local time that such a number stands for. */
export const originalTime = (minutes: number): string => new Date(minutes * MINUTE_MS).toISOString().slice(0, 19);
