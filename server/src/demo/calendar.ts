/**
 * The demo's clock. Stories name their times by working days before now, so that the list looks
 * alive whenever the demo is set up:
 *   '3 09:14'    three working days ago at 09:14 (Europe/Berlin), 0 is the latest working day
 *   'c5 03:10'   five calendar days ago at 03:10, for machines and newsletters
 *   '-12'        twelve minutes before now
 */
const minute = 60_000;
const day = 24 * 60 * minute;
/** The latest working day ends here in the stories; it is compressed when it is still earlier. */
const nominalStart = 6 * 60 * minute;
const nominalEnd = 17.5 * 60 * minute;
const quietMinutes = 100;

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/Berlin',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

const months = {
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};
const weekdays = {
  de: 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' '),
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
};
export type Language = 'de' | 'en';

/** The wall clock in Berlin, as milliseconds of a clock without time zone. */
export function wall(date: Date): number {
  const field: Record<string, number> = {};
  for (const part of clock.formatToParts(date)) field[part.type] = Number(part.value);
  const { year = 0, month = 1, day: dayOfMonth = 1, hour = 0, minute: minutes = 0, second = 0 } = field;
  return Date.UTC(year, month - 1, dayOfMonth, hour, minutes, second);
}

function instant(wallTime: number): Date {
  const guess = new Date(wallTime - 60 * minute);
  return new Date(wallTime - (wall(guess) - guess.getTime()));
}

const midnight = (wallTime: number): number => Math.floor(wallTime / day) * day;
const isWeekend = (wallDay: number): boolean => [0, 6].includes(new Date(wallDay).getUTCDay());

function addWorkingDays(wallDay: number, count: number): number {
  let result = wallDay;
  for (let left = Math.abs(count); left > 0;) {
    result += count < 0 ? -day : day;
    if (!isWeekend(result)) left--;
  }
  return result;
}

function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * minute;
}

export interface Calendar {
  at(spec: string, seconds: number): Date;
}

export function createCalendar(now: Date): Calendar {
  const wallNow = wall(now);
  const today = midnight(wallNow);
  const started = !isWeekend(today) && wallNow - today >= 9.5 * 60 * minute;
  const latest = started ? today : addWorkingDays(today, -1);
  const limit = started ? wallNow - today - quietMinutes * minute : nominalEnd;

  function compressed(time: number): number {
    if (limit >= nominalEnd || time <= nominalStart) return time;
    return nominalStart + ((time - nominalStart) * (limit - nominalStart)) / (nominalEnd - nominalStart);
  }

  return {
    at(spec, seconds) {
      if (spec.startsWith('-')) return new Date(now.getTime() + Number(spec) * minute - seconds * 1000);
      const [daysAgo = '', time = ''] = spec.split(' ');
      if (daysAgo.startsWith('c')) {
        return instant(today - Number(daysAgo.slice(1)) * day + timeOfDay(time) + seconds * 1000);
      }
      const start = addWorkingDays(latest, -Number(daysAgo));
      const inDay = daysAgo === '0' ? compressed(timeOfDay(time)) : timeOfDay(time);
      return instant(start + Math.floor(inDay / minute) * minute + seconds * 1000);
    },
  };
}

function week(wallDay: number): number {
  const thursday = wallDay + (3 - ((new Date(wallDay).getUTCDay() + 6) % 7)) * day;
  return 1 + Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)) / (7 * day));
}

const two = (value: number): string => String(value).padStart(2, '0');

/** An instant some working days after the date, at a time of day in Berlin. */
export function later(date: Date, workingDays: number, time: string): Date {
  return instant(addWorkingDays(midnight(wall(date)), workingDays) + timeOfDay(time));
}

/**
 * Replaces date marks, offsets in working days from the mail's date: {d+3} 24.11.2026, {k} 24.11.,
 * {w} Dienstag, {W} Tuesday, {D} 24 November, {i} 2026-11-24, {kw} 48, {y} 2026;
 * {mon-1} and {Mon-1} name a month, their offset is in months; {fr} is the date of the first Friday
 * at least twelve days away.
 */
export function fillDates(text: string, date: Date): string {
  if (!text.includes('{')) return text;
  const base = midnight(wall(date));
  return text.replace(/\{(d|k|w|W|D|i|kw|y|fr|mon|Mon)([+-]\d+)?\}/g, (_, mark: string, offset = '0') => {
    if (mark === 'mon' || mark === 'Mon') {
      const index = (new Date(base).getUTCMonth() + Number(offset) + 24) % 12;
      return (mark === 'mon' ? months.de : months.en)[index] ?? '';
    }
    if (mark === 'fr') {
      const earliest = base + 12 * day;
      const friday = new Date(earliest + ((12 - new Date(earliest).getUTCDay()) % 7) * day);
      return `${two(friday.getUTCDate())}.${two(friday.getUTCMonth() + 1)}.${friday.getUTCFullYear()}`;
    }
    const moved = addWorkingDays(base, Number(offset));
    const at = new Date(moved);
    const [dayOfMonth, month, year] = [at.getUTCDate(), at.getUTCMonth(), at.getUTCFullYear()];
    switch (mark) {
      case 'd':
        return `${two(dayOfMonth)}.${two(month + 1)}.${year}`;
      case 'k':
        return `${two(dayOfMonth)}.${two(month + 1)}.`;
      case 'w':
        return weekdays.de[at.getUTCDay()] ?? '';
      case 'W':
        return weekdays.en[at.getUTCDay()] ?? '';
      case 'D':
        return `${dayOfMonth} ${months.en[month]}`;
      case 'i':
        return `${year}-${two(month + 1)}-${two(dayOfMonth)}`;
      case 'kw':
        return String(week(moved));
      default:
        return String(year);
    }
  });
}

/** The date and time as mail clients write it above a quote. */
export function stamp(date: Date, language: Language, style: 'short' | 'long'): string {
  const at = new Date(wall(date));
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
  const [dayOfMonth, month, year] = [at.getUTCDate(), at.getUTCMonth(), at.getUTCFullYear()];
  const name = weekdays[language][at.getUTCDay()] ?? '';
  const monthName = months[language][month] ?? '';
  if (language === 'en') {
    return style === 'long'
      ? `${dayOfMonth} ${monthName} ${year} ${time}`
      : `${name.slice(0, 3)}, ${dayOfMonth} ${monthName.slice(0, 3)} ${year} at ${time}`;
  }
  return style === 'long'
    ? `${name}, ${dayOfMonth}. ${monthName} ${year} ${time}`
    : `${two(dayOfMonth)}.${two(month + 1)}.${year} um ${time}`;
}

/** The Date header with the offset of Berlin instead of UTC. */
export function headerDate(date: Date): string {
  const local = wall(date);
  const offset = Math.round((local - date.getTime()) / (60 * minute));
  return new Date(local).toUTCString().replace('GMT', `+${two(offset)}00`);
}
