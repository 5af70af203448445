import type { LocalTime } from '../recurrence/index.ts';
import type { Component, Property } from './calendar-text.ts';

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
/** Years of which a rule of a zone has to be true. */
const YEARS = 5;

const offsetText = (seconds: number): string => {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/** A moment from which on a zone has another offset, by the clock before it. */
interface Turn {
  readonly clock: Temporal.PlainDateTime;
  readonly from: number;
  readonly to: number;
}

const offsetOf = (at: Temporal.ZonedDateTime): number => at.offsetNanoseconds / 1e9;

function turnsFrom(zone: string, year: number, years: number): readonly Turn[] {
  const turns: Turn[] = [];
  const begin = new Temporal.PlainDateTime(year, 1, 1).toZonedDateTime(zone);
  let at = begin.getTimeZoneTransition('next');
  while (at !== null && at.year < year + years && turns.length < 4 * years) {
    const before = at.subtract({ nanoseconds: 1 });
    turns.push({
      clock: at
        .toInstant()
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime()
        .add({ seconds: offsetOf(before) }),
      from: offsetOf(before),
      to: offsetOf(at),
    });
    at = at.getTimeZoneTransition('next');
  }
  return turns;
}

const observance = (name: string, start: LocalTime, { from, to }: Omit<Turn, 'clock'>, rule?: string): Component => {
  const properties: Property[] = [
    ['dtstart', {}, 'date-time', start],
    ['tzoffsetfrom', {}, 'utc-offset', offsetText(from)],
    ['tzoffsetto', {}, 'utc-offset', offsetText(to)],
  ];
  return [name, rule === undefined ? properties : [...properties, ['rrule', {}, 'recur', rule]], []];
};

const clockText = (clock: Temporal.PlainDateTime): LocalTime =>
  clock.toString({ fractionalSecondDigits: 0 }).slice(0, 19);

/** The rule that turns of the same kind follow each year, with when it would have been first from 1970 on; undefined where there is none. */
function ruleOf(turns: readonly Turn[]): { readonly rule: string; readonly start: LocalTime } | undefined {
  const [first] = turns;
  if (first === undefined || turns.length !== YEARS) return undefined;
  const isAlike = <T>(of: (turn: Turn) => T) => turns.every((turn) => of(turn) === of(first));
  const isSame = isAlike(({ clock }) => clock.month) && isAlike(({ clock }) => clock.dayOfWeek);
  if (!isSame || !isAlike(({ clock }) => clock.toPlainTime().toString())) return undefined;
  const nth = ({ clock }: Turn) => Math.ceil(clock.day / 7);
  const isLast = turns.every(({ clock }) => clock.day + 7 > clock.daysInMonth);
  if (!isLast && !isAlike(nth)) return undefined;
  const { month, dayOfWeek } = first.clock;
  const which = isLast ? -1 : nth(first);
  const start = new Temporal.PlainDate(1970, month, 1);
  const days = Array.from({ length: start.daysInMonth }, (_, at) => start.add({ days: at })).filter(
    (day) => day.dayOfWeek === dayOfWeek,
  );
  const day = days.at(which < 0 ? -1 : which - 1);
  if (day === undefined) return undefined;
  const rule = `FREQ=YEARLY;BYMONTH=${month};BYDAY=${which}${DAYS[dayOfWeek - 1]}`;
  return { rule, start: clockText(day.toPlainDateTime(first.clock.toPlainTime())) };
}

/** What a zone of the tz database is, for those who do not know its name: rules from 1970 on where it has any, since some readers know nothing else; else its turns of the years around one. */
export function zoneComponent(zone: string, year: number): Component {
  const turns = turnsFrom(zone, year, YEARS);
  const nameFor = ({ from, to }: Omit<Turn, 'clock'>) => (to > from ? 'daylight' : 'standard');
  const id: Property = ['tzid', {}, 'text', zone];
  if (turns.length === 0) {
    const offset = offsetOf(new Temporal.PlainDateTime(year, 1, 1).toZonedDateTime(zone));
    return ['vtimezone', [id], [observance('standard', '1970-01-01T00:00:00', { from: offset, to: offset })]];
  }
  const kinds = [...Map.groupBy(turns, ({ from, to }) => `${from} ${to}`).values()];
  const rules = kinds.map((some) => ({ turn: some[0] as Turn, found: ruleOf(some) }));
  if (kinds.length === 2 && rules.every(({ found }) => found !== undefined))
    return [
      'vtimezone',
      [id],
      rules.map(({ turn, found }) => observance(nameFor(turn), found?.start ?? '', turn, found?.rule)),
    ];
  const around = turnsFrom(zone, year - 1, YEARS);
  return ['vtimezone', [id], around.map((turn) => observance(nameFor(turn), clockText(turn.clock), turn))];
}
