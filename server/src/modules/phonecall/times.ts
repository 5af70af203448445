import { fail } from '../../platform/operation/problem.ts';
import { instantOf, localTimeOf } from '../../platform/recurrence/index.ts';

/** The clock that calls are stamped by, where a time names no offset. */
export const CALL_ZONE = 'Europe/Berlin';
const DAY_MS = 86_400_000;
/** A time with the offset that it is meant in; fractions of seconds are left out. */
const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads when a call began, in whole seconds: ISO 8601, by the clock of Europe/Berlin if it names no offset; empty is now. Of a time that comes twice the
 * first is meant, and one that is skipped is as much later. Throws PHONE_TIME_INVALID for what is no moment, or more than a day ahead.
 */
export function readCallTime(written: string, now: number): Date {
  const seconds = (ms: number) => new Date(Math.floor(ms / 1000) * 1000);
  if (written.trim() === '') return seconds(now);
  const [, day = '', clock = '00:00', second = '00', offset] = WRITTEN.exec(written.trim()) ?? [];
  if (day === '') return fail('PHONE_TIME_INVALID');
  const local = `${day}T${clock}:${second}`;
  const at = Date.parse(offset === undefined ? inZone(local) : `${local}${offset.toUpperCase()}`);
  if (Number.isNaN(at) || at > now + DAY_MS || at < 0) return fail('PHONE_TIME_INVALID');
  return seconds(at);
}

function inZone(local: string): string {
  try {
    return instantOf(local, CALL_ZONE);
  } catch {
    return fail('PHONE_TIME_INVALID');
  }
}

/** Day and clock of a moment there: `2026-11-26` and `09:41:00`. */
export function callClock(at: Date): { readonly callDate: string; readonly callTime: string } {
  const local = localTimeOf(at.toISOString(), CALL_ZONE);
  return { callDate: local.slice(0, 10), callTime: local.slice(11, 19) };
}
