import { instantOf, occurrencesBetween, type LocalTime } from '../recurrence/index.ts';
import { componentsOf, propertiesOf, textOf, valueOf, type Component } from './calendar-text.ts';
import { zoneOf } from './windows-zones.ts';

const MAX_ZONES = 50;
const MAX_OBSERVANCES = 100;
const DAY_MS = 86_400_000;

/** From when on a zone of its own has which offset, as a calendar describes it. */
interface Observance {
  readonly start: LocalTime;
  readonly rule: string | null;
  readonly dates: readonly LocalTime[];
  /** Seconds east of Greenwich. */
  readonly to: number;
  readonly from: number;
}

/** A zone as a calendar names it. */
export interface FoundZone {
  /** As it is shown: by its name in the tz database where it has one. */
  readonly shown: string;
  /** Its name in the tz database; null where it has none. */
  readonly name: string | null;
  /** The instant (ISO 8601) at which its clock shows a time; undefined where nobody knows what it is. */
  readonly instant: ((clock: LocalTime) => string) | undefined;
}

const secondsOf = (offset: string): number | undefined => {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(offset) ?? [];
  if (hours === undefined) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
};

const isClock = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);

function observancesOf(zone: Component): readonly Observance[] {
  return [...componentsOf(zone, 'standard'), ...componentsOf(zone, 'daylight')]
    .slice(0, MAX_OBSERVANCES)
    .flatMap((one) => {
      const [start, to] = [textOf(one, 'dtstart'), secondsOf(textOf(one, 'tzoffsetto'))];
      const from = secondsOf(textOf(one, 'tzoffsetfrom'));
      if (!isClock(start) || to === undefined) return [];
      const rule = textOf(one, 'rrule');
      const dates = propertiesOf(one, 'rdate').flatMap(([, , , ...values]) => values.filter(isClock));
      // A zone changes with the year; what says anything else is none that could be followed.
      const yearly = /(?:^|;)FREQ=YEARLY(?:;|$)/i.test(rule) ? rule : null;
      return [
        {
          start: start.slice(0, 19),
          rule: yearly,
          dates: dates.map((date) => date.slice(0, 19)),
          to,
          from: from ?? to,
        },
      ];
    });
}

/** The last time before or at a clock from which on an observance counts. */
function onset({ start, rule, dates }: Observance, clock: LocalTime): LocalTime | undefined {
  const single = [start, ...dates]
    .filter((date) => date <= clock)
    .toSorted()
    .at(-1);
  if (rule === null || start > clock) return single;
  try {
    const from = new Date(Date.parse(`${clock}Z`) - 800 * DAY_MS).toISOString().slice(0, 19);
    const before = new Date(Date.parse(`${clock}Z`) + 1000).toISOString().slice(0, 19);
    return occurrencesBetween(rule, start, { from, before, most: 20 }).at(-1) ?? single;
  } catch {
    return single;
  }
}

function offsetAt(observances: readonly Observance[], clock: LocalTime): number {
  const begun = observances.flatMap((one) => {
    const at = onset(one, clock);
    return at === undefined ? [] : [{ at, to: one.to }];
  });
  const last = begun.toSorted((one, other) => (one.at < other.at ? -1 : 1)).at(-1);
  const [earliest] = observances.toSorted((one, other) => (one.start < other.start ? -1 : 1));
  return last?.to ?? earliest?.from ?? 0;
}

/** The instant of a clock in a zone of the tz database. */
const named = (name: string, shown = name): FoundZone => ({ name, shown, instant: (clock) => instantOf(clock, name) });

/**
 * Returns what the zones are that a calendar names. A name that is known counts over what the calendar says of it, as it is written, as a path, or as Windows has it;
 * what else it describes is reckoned by that.
 */
export function zonesOf(calendar: Component): (id: string) => FoundZone {
  const described = new Map(
    componentsOf(calendar, 'vtimezone')
      .slice(0, MAX_ZONES)
      .map((zone) => [textOf(zone, 'tzid').trim(), zone] as const),
  );
  const found = new Map<string, FoundZone>();
  return (id) => {
    const known = found.get(id) ?? zoneBy(id, described.get(id));
    found.set(id, known);
    return known;
  };
}

function zoneBy(id: string, described: Component | undefined): FoundZone {
  const byName = zoneOf(id);
  if (byName !== undefined) return named(byName);
  if (described === undefined) return { shown: id, name: null, instant: undefined };
  const byLocation = zoneOf(valueOf(described[1].find(([name]) => name === 'x-lic-location')));
  if (byLocation !== undefined) return named(byLocation);
  const observances = observancesOf(described);
  if (observances.length === 0) return { shown: id, name: null, instant: undefined };
  return {
    shown: id,
    name: null,
    instant: (clock) => new Date(Date.parse(`${clock}Z`) - offsetAt(observances, clock) * 1000).toISOString(),
  };
}

const MONTHS = 24;

/** A zone of the tz database with the same clock as a described one for two years from a time on; `first` are tried before all others. Undefined where there is none. */
export function zoneLike(zone: FoundZone, from: LocalTime, first: readonly string[]): string | undefined {
  const { instant } = zone;
  if (zone.name !== null || instant === undefined) return zone.name ?? undefined;
  const start = Temporal.PlainDateTime.from(from);
  const probes = Array.from({ length: MONTHS }, (_, months) => {
    const clock = start.add({ months }).toString({ fractionalSecondDigits: 0 }).slice(0, 19);
    return { clock, instant: instant(clock) };
  });
  const isAlike = (name: string) => probes.every((probe) => instantOf(probe.clock, name) === probe.instant);
  return [...first, 'UTC', ...Intl.supportedValuesOf('timeZone')].find(isAlike);
}
