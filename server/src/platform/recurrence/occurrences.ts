import { RRuleTemporal } from 'rrule-temporal';

/** A local time without a zone: `2026-11-24T09:00:00`. */
export type LocalTime = string;

// Reckoned without a zone, as if in UTC: the library leaves out times that a zone skips, and what is to be done that day is still to be done.
const withoutZone = (time: LocalTime): string => `${time.replaceAll(/[-:]/g, '')}Z`;

const ruleOf = (rule: string, start: LocalTime): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: `DTSTART:${withoutZone(start)}\nRRULE:${rule.replace(/(UNTIL=\d{8}T\d{6})(?!Z)/, '$1Z')}`,
  });

/** What the library says of a rule that it has followed for long without coming to anything. */
const GIVEN_UP = /^Maximum (iterations|candidate)/;

function nextOf(rule: RRuleTemporal, after: Date): LocalTime | undefined {
  let time: string;
  try {
    time = rule.next(after, false)?.toString() ?? '';
  } catch (error) {
    if (error instanceof Error && GIVEN_UP.test(error.message)) return undefined;
    throw error;
  }
  // Years of more than four digits are written in another way, and nobody will be there.
  return /^\d{4}-/.test(time) ? time.slice(0, 19) : undefined;
}

/** The first occurrences of an RFC 5545 rule, at most so many, in local time; one at `start` only where the rule says so. */
export function firstOccurrences(rule: string, start: LocalTime, most: number): readonly LocalTime[] {
  const followed = ruleOf(rule, start);
  const found: LocalTime[] = [];
  let next = nextOf(followed, new Date(Date.parse(`${start}Z`) - 1));
  while (next !== undefined && found.length < most) {
    found.push(next);
    next = nextOf(followed, new Date(`${next}Z`));
  }
  return found;
}

/** Rules that give more than a time a day, which may be any number: they are followed one by one. */
const FINER = /FREQ=(?:HOURLY|MINUTELY|SECONDLY)|BYHOUR=|BYMINUTE=|BYSECOND=/;
/** Most occurrences of such a rule that are followed. */
const MAX_FINER = 1000;
/** Days that are looked through at a time. */
const WINDOW_DAYS = 1000;
const DAY_MS = 86_400_000;

/** Occurrences of a rule from a local time on and before another one, at most so many, in their order. Of a rule that gives several a day at most 1,000. */
export function occurrencesBetween(
  rule: string,
  start: LocalTime,
  within: { readonly from: LocalTime; readonly before: LocalTime; readonly most: number },
): readonly LocalTime[] {
  const followed = ruleOf(rule, start);
  const [from, before] = [Date.parse(`${within.from}Z`), Date.parse(`${within.before}Z`)];
  const found: LocalTime[] = [];
  if (FINER.test(rule)) {
    const most = Math.min(within.most, MAX_FINER);
    let next = nextOf(followed, new Date(from - 1));
    while (next !== undefined && next < within.before && found.length < most) {
      found.push(next);
      next = nextOf(followed, new Date(`${next}Z`));
    }
    return found;
  }
  // A rule that is over, or comes once in a lifetime, is not looked for window by window.
  let at = from;
  while (at < before && found.length < within.most) {
    const next = nextOf(followed, new Date(at - 1));
    if (next === undefined || next >= within.before) break;
    const begin = Date.parse(`${next}Z`);
    const end = Math.min(before, begin + WINDOW_DAYS * DAY_MS);
    const some = followed.between(new Date(begin), new Date(end - 1), true).map((time) => time.toString().slice(0, 19));
    found.push(...some);
    at = end;
  }
  return found.slice(0, within.most);
}

/** The first occurrence of a rule behind a local time; undefined where there is none. */
export const occurrenceAfter = (rule: string, start: LocalTime, after: LocalTime): LocalTime | undefined =>
  nextOf(ruleOf(rule, start), new Date(`${after}Z`));
