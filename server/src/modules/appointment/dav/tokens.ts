import { holdsLevel } from '@kontor/contract/appointment';
import type { DavCalendar } from './calendars.ts';

/**
 * What a program says to hear what has changed since: `urn:kontor:{calendar}:{n}`. Of a calendar that the reader does not see all of, the calendar bears the level, and
 * the month, since what is only taken is shown around that: with another one everything is fetched anew.
 */
export const tokenOf = (calendar: Pick<DavCalendar, 'id' | 'level'>, n: number, now: number): string =>
  `urn:kontor:${sourceOf(calendar, now)}:${n}`;

const sourceOf = ({ id, level }: Pick<DavCalendar, 'id' | 'level'>, now: number): string =>
  holdsLevel(level, 'manage') ? String(id) : `${id}-${level}-${monthOf(now)}`;

const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7).replace('-', '');

/** The number in a token; undefined where it is of another calendar, or of none. */
export function numberOfToken(
  token: string,
  calendar: Pick<DavCalendar, 'id' | 'level'>,
  now: number,
): number | undefined {
  const [, source, n] = /^urn:kontor:([\w-]{1,60}):(\d{1,15})$/.exec(token.trim()) ?? [];
  return source === sourceOf(calendar, now) && n !== undefined ? Number(n) : undefined;
}

/** The time around a month of which it is shown what is taken, in milliseconds: the month before, and thirteen after. */
export function windowOf(now: number): { readonly from: number; readonly to: number } {
  const day = new Date(now);
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + 1];
  return { from: Date.UTC(year, month - 2, 1), to: Date.UTC(year, month + 12, 1) };
}
