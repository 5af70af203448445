import {
  APPOINTMENT_WEEKDAYS,
  BOOKING_SLUG,
  MAX_BOOKING_DAYS,
  MAX_BOOKING_MINUTES,
  MAX_DURATIONS,
  MIN_BOOKING_MINUTES,
  areRightHours,
  type BookingHours,
  type BookingPage,
} from '@kontor/contract/appointment';

type Weekday = BookingHours['weekday'];

/** A booking page as it is typed. */
export interface BookingDraft extends Pick<
  BookingPage,
  'groupId' | 'title' | 'text' | 'location' | 'isOn' | 'appointmentType' | 'alert'
> {
  readonly slug: string;
  readonly durations: string;
  readonly hours: Readonly<Record<Weekday, string>>;
  readonly bufferBefore: string;
  readonly bufferAfter: string;
  readonly noticeHours: string;
  readonly daysAhead: string;
  readonly maxPerDay: string;
}

/** Fields of which something can be wrong. */
export type BookingFault =
  | Exclude<keyof BookingDraft, 'hours' | 'groupId' | 'text' | 'location' | 'isOn' | 'appointmentType' | 'alert'>
  | Weekday;

const hoursText = (hours: readonly BookingHours[], weekday: Weekday): string =>
  hours
    .filter((one) => one.weekday === weekday)
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .map(({ from, to }) => `${from}–${to}`)
    .join(', ');

const byWeekday = (textOf: (weekday: Weekday) => string): BookingDraft['hours'] =>
  Object.fromEntries(APPOINTMENT_WEEKDAYS.map((weekday) => [weekday, textOf(weekday)])) as Record<Weekday, string>;

/** What a page looks like where it is typed; undefined: a new one. */
export function toDraft(page: BookingPage | undefined): BookingDraft {
  if (page === undefined)
    return {
      groupId: null,
      slug: '',
      title: '',
      text: '',
      location: '',
      isOn: true,
      appointmentType: null,
      alert: 'none',
      durations: '30',
      hours: byWeekday((weekday) => (weekday === 'saturday' || weekday === 'sunday' ? '' : '09:00–12:00, 13:00–17:00')),
      bufferBefore: '0',
      bufferAfter: '0',
      noticeHours: '24',
      daysAhead: '28',
      maxPerDay: '',
    };
  const { groupId, slug, title, text, location, isOn, appointmentType, alert } = page;
  return {
    groupId,
    slug,
    title,
    text,
    location,
    isOn,
    appointmentType,
    alert,
    durations: page.durations.join(', '),
    hours: byWeekday((weekday) => hoursText(page.hours, weekday)),
    bufferBefore: String(page.bufferBefore),
    bufferAfter: String(page.bufferAfter),
    noticeHours: String(page.noticeHours),
    daysAhead: String(page.daysAhead),
    maxPerDay: page.maxPerDay === null ? '' : String(page.maxPerDay),
  };
}

function clockOf(typed: string): string | undefined {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?::(\d\d))?$/.exec(typed.trim()) ?? [];
  const clock = `${hour.padStart(2, '0')}:${minute}`;
  return /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(clock) ? clock : undefined;
}

/** Hours of a day as they are typed: `9-12, 13:30–17`. Empty for none; undefined where it is something else. */
export function readHours(typed: string, weekday: Weekday): readonly BookingHours[] | undefined {
  const parts = typed.split(/[,;]/).filter((part) => part.trim() !== '');
  const hours = parts.map((part) => {
    const [from, to, ...more] = part.split(/[-–—]/).map(clockOf);
    return from === undefined || to === undefined || more.length > 0 ? undefined : { weekday, from, to };
  });
  const read = hours.filter((one) => one !== undefined);
  return read.length === hours.length && read.length <= 6 && areRightHours(read) ? read : undefined;
}

/** Minutes that can be chosen, as they are typed: `30, 60`. */
export function readDurations(typed: string): number[] | undefined {
  const minutes = typed
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  const isRight = (one: number) => Number.isInteger(one) && one >= MIN_BOOKING_MINUTES && one <= MAX_BOOKING_MINUTES;
  const areRight = minutes.length > 0 && minutes.length <= MAX_DURATIONS && new Set(minutes).size === minutes.length;
  return areRight && minutes.every(isRight) ? minutes : undefined;
}

/** A whole number as it is typed; undefined where it is none between two. */
export function readNumber(typed: string, least: number, most: number): number | undefined {
  const count = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isInteger(count) && count >= least && count <= most ? count : undefined;
}

/** A page as it is sent, or which of its fields are wrong. */
export function readDraft(draft: BookingDraft) {
  const { groupId, title, text, location, isOn, appointmentType, alert } = draft;
  const hours = APPOINTMENT_WEEKDAYS.map((weekday) => [weekday, readHours(draft.hours[weekday], weekday)] as const);
  const slug = draft.slug.trim();
  const numbers = {
    bufferBefore: readNumber(draft.bufferBefore, 0, 240),
    bufferAfter: readNumber(draft.bufferAfter, 0, 240),
    noticeHours: readNumber(draft.noticeHours, 0, 720),
    daysAhead: readNumber(draft.daysAhead, 1, MAX_BOOKING_DAYS),
    maxPerDay: draft.maxPerDay.trim() === '' ? null : readNumber(draft.maxPerDay, 1, 50),
  };
  const durations = readDurations(draft.durations);
  const checks: readonly (readonly [BookingFault, boolean])[] = [
    ['title', title.trim() !== ''],
    ['slug', slug === '' || BOOKING_SLUG.test(slug)],
    ['durations', durations !== undefined],
    ...hours.map(([weekday, read]) => [weekday, read !== undefined] as const),
    ...(Object.keys(numbers) as (keyof typeof numbers)[]).map((key) => [key, numbers[key] !== undefined] as const),
  ];
  const faults = new Set(checks.flatMap(([field, isRight]) => (isRight ? [] : [field])));
  const { bufferBefore = 0, bufferAfter = 0, noticeHours = 0, daysAhead = 1, maxPerDay = null } = numbers;
  return {
    faults,
    params: {
      groupId,
      isOn,
      appointmentType,
      alert,
      bufferBefore,
      bufferAfter,
      noticeHours,
      daysAhead,
      maxPerDay,
      title: title.trim(),
      text: text.trim(),
      location: location.trim(),
      slug: slug === '' ? null : slug,
      durations: durations ?? [],
      hours: hours.flatMap(([, read]) => [...(read ?? [])]),
    },
  };
}
