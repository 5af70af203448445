import { APPOINTMENT_WEEKDAYS, MAX_TACT, MAX_TIMES, type AppointmentRepetition } from '@kontor/contract/appointment';
import { localTimeOf, type LocalTime } from '../../../platform/recurrence/index.ts';
import { firstOf, plainRepetition, ruleOf } from '../series-rules.ts';
import { dayOfLocal, isWhole, type Slot } from '../times.ts';

const MAX_RULE = 2000;
const KNOWN = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYSECOND',
  'BYMINUTE',
  'BYHOUR',
  'BYDAY',
  'BYMONTHDAY',
  'BYYEARDAY',
  'BYWEEKNO',
  'BYMONTH',
  'BYSETPOS',
]);
const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

type Parts = ReadonlyMap<string, string>;

const partsOf = (rule: string): Parts =>
  new Map(
    rule
      .toUpperCase()
      .split(';')
      .filter(Boolean)
      .map((part) => {
        const [name = '', ...value] = part.split('=');
        return [name.trim(), value.join('=').trim()];
      }),
  );

const textOf = (parts: Parts): string => [...parts].map(([name, value]) => `${name}=${value}`).join(';');

/** The end of a rule in local time; undefined where it is none. */
function untilOf(text: string, slot: Slot, zone: string): LocalTime | undefined {
  const [, year, month, day, hour, minute, second = '00', utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  try {
    const local =
      utc === undefined
        ? Temporal.PlainDateTime.from(`${date}T${hour === undefined ? '23:59:59' : `${hour}:${minute}:${second}`}`)
            .toString({ fractionalSecondDigits: 0 })
            .slice(0, 19)
        : localTimeOf(`${date}T${hour}:${minute}:${second}Z`, slot.zone ?? zone);
    return isWhole(slot) ? `${dayOfLocal(local)}T23:59:59` : local;
  } catch {
    return undefined;
  }
}

/**
 * A rule as we keep it: in capitals, its end in local time. Undefined for one that cannot be followed, or gives nothing: what it is of takes place once.
 * `zone` is where one without a zone of its own is understood.
 */
export function ruleRead(given: string, slot: Slot, zone: string): string | undefined {
  if (given.length > MAX_RULE) return undefined;
  const parts = new Map(partsOf(given));
  if (!parts.has('FREQ') || [...parts.keys()].some((name) => !KNOWN.has(name))) return undefined;
  const [interval, count, until] = [parts.get('INTERVAL'), parts.get('COUNT'), parts.get('UNTIL')];
  for (const number of [interval, count])
    if (number !== undefined && !/^0*[1-9]\d{0,9}$/.test(number)) return undefined;
  if (count !== undefined) parts.delete('UNTIL');
  else if (until !== undefined) {
    const end = untilOf(until, slot, zone);
    if (end === undefined) return undefined;
    parts.set('UNTIL', end.replaceAll(/[-:]/g, ''));
  }
  const rule = textOf(parts);
  try {
    return firstOf(rule, slot.start) === undefined ? undefined : rule;
  } catch {
    return undefined;
  }
}

/** What of a rule makes a difference, so that those which say the same are found to. */
function essence(rule: string, start: LocalTime): string {
  const parts = new Map(partsOf(rule));
  const [freq, interval] = [parts.get('FREQ'), parts.get('INTERVAL') ?? '1'];
  const list = (name: string, value: string) => parts.set(name, value.split(',').toSorted().join());
  parts.set('INTERVAL', interval);
  const day = Temporal.PlainDate.from(dayOfLocal(start));
  if (freq === 'WEEKLY' && !parts.has('BYDAY')) parts.set('BYDAY', CODES[day.dayOfWeek - 1] ?? '');
  const byDate = !['BYMONTHDAY', 'BYDAY', 'BYYEARDAY', 'BYWEEKNO'].some((name) => parts.has(name));
  if ((freq === 'MONTHLY' || freq === 'YEARLY') && byDate) parts.set('BYMONTHDAY', String(day.day));
  if (freq === 'YEARLY' && !parts.has('BYMONTH')) parts.set('BYMONTH', String(day.month));
  for (const [name, value] of new Map(parts))
    if (name.startsWith('BY')) list(name, value.replaceAll(/\b0+(?=\d)/g, ''));
  // The first day of the week counts for every other week alone, and Monday is what is meant where nothing is said.
  if (freq !== 'WEEKLY' || interval === '1' || parts.get('WKST') === 'MO') parts.delete('WKST');
  const until = parts.get('UNTIL');
  // Of what has no more than one occurrence a day the day counts.
  if (until !== undefined && until.slice(9) >= start.slice(11).replaceAll(':', ''))
    parts.set('UNTIL', until.slice(0, 8));
  return [...parts.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

const number = (text: string | undefined, max: number): number | undefined =>
  text !== undefined && /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined;

/** Which day of the month a rule may mean, in the words of the form. */
function monthDates(parts: Parts, start: LocalTime): readonly AppointmentRepetition['monthDate'][] {
  const byNumber = number(parts.get('BYMONTHDAY'), 31) ?? (parts.has('BYDAY') ? undefined : Number(start.slice(8, 10)));
  return [
    ...(byNumber === undefined ? [] : [byNumber]),
    ...(['weekdayOfMonth', 'weekdayFromEnd', 'lastDay', 'firstWorkday', 'lastWorkday'] as const),
  ];
}

/** How something repeats by a rule that was read, in the fields of the form where it has any for it; else `custom`. */
export function repetitionOf(rule: string, start: LocalTime): AppointmentRepetition {
  const parts = partsOf(rule);
  const types = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const;
  const type = types[parts.get('FREQ') as keyof typeof types];
  const base = { firstDate: null, groupId: 0, rule: '' };
  const custom = plainRepetition({
    ...base,
    repetitionType: 'custom',
    tact: 1,
    weekdays: [],
    hasAnEnd: false,
    durationEnd: null,
    nTimes: null,
    monthDate: null,
    rule,
  });
  const tact = number(parts.get('INTERVAL') ?? '1', MAX_TACT);
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')];
  const nTimes = number(count, MAX_TIMES) ?? null;
  if (type === undefined || tact === undefined || (count !== undefined && nTimes === null)) return custom;
  const days = parts.get('BYDAY')?.split(',') ?? [];
  const weekdays = APPOINTMENT_WEEKDAYS.filter((_, at) => days.includes(CODES[at] ?? ''));
  const said = {
    ...base,
    repetitionType: type,
    tact,
    weekdays,
    hasAnEnd: count !== undefined || until !== undefined,
    durationEnd: until === undefined ? null : `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`,
    nTimes,
  };
  const meant = essence(rule, start);
  const dates = type === 'monthly' || type === 'yearly' ? monthDates(parts, start) : [null];
  for (const monthDate of dates) {
    const repetition = plainRepetition({ ...said, monthDate });
    const own = ruleOf(repetition, start);
    if (own !== undefined && essence(own, start) === meant) return repetition;
  }
  return custom;
}
