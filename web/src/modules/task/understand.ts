import type { RepetitionInput } from '@kontor/contract/task';
import type { Language } from '../../shell/index.ts';
import { momentOf } from '../../ui/when.ts';
import { NUMBER, TAKEN, find, numberOf, without, words, type Span, signedWords } from '../../shell/understand/line.ts';
import { understandRepetition, type Repeating } from './understand-repetition.ts';
import { personOf, type Person } from '../../shell/understand/person.ts';
import { findImpossibleDay } from '../../shell/understand/dates.ts';
import { understandWhen, type When } from '../../shell/understand/when.ts';

/** Something that a line says beside what is to be done. `text`: as it stands there. */
export type Part =
  | { readonly kind: 'due'; readonly text: string; readonly due: string }
  | { readonly kind: 'person'; readonly text: string; readonly userId: number; readonly name: string }
  | { readonly kind: 'record'; readonly text: string; readonly word: string }
  | { readonly kind: 'tag'; readonly text: string; readonly tag: string }
  | { readonly kind: 'repetition'; readonly text: string; readonly repetition: RepetitionInput }
  | { readonly kind: 'reminder'; readonly text: string; readonly at: string };

export interface Understood {
  readonly title: string;
  /** A repetition has the day that it begins at as a part of its own. */
  readonly parts: readonly Part[];
  /** A day that is named and that no calendar has. */
  readonly impossible?: string;
}

export interface About {
  /** In the zone of the person. */
  readonly now: Temporal.ZonedDateTime;
  readonly language: Language;
  readonly people: readonly Person[];
  /** What was taken back, by `partKey`: its words are part of the title again. */
  readonly taken?: ReadonlySet<string>;
}

/** By which a part is known while the line is written on. */
export const partKey = ({
  kind,
  text,
}: {
  readonly kind: Part['kind'] | 'impossible';
  readonly text: string;
}): string => `${kind} ${text.toLowerCase()}`;

const MOST = 1000;

/** A line that is read from several sides, each of which takes out what it understands. */
function readerOf(line: string, taken: ReadonlySet<string>) {
  let rest = line;
  let title = line;
  const textOf = (spans: readonly Span[]): string =>
    spans
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to }) => line.slice(from, to).trim())
      .join(' ');
  return {
    rest: (): string => rest,
    title: (): string => title,
    /** Returns the text of what stands there; undefined where the person would not have it understood. */
    take(kind: Part['kind'], spans: readonly Span[]): string | undefined {
      const text = textOf(spans);
      const isKept = taken.has(partKey({ kind, text }));
      for (const span of spans) {
        rest = without(rest, span);
        if (!isKept) title = without(title, span);
      }
      return isKept ? undefined : text;
    },
    /** Puts back into the title what was taken and came to nothing. */
    giveBack({ from, to }: Span): void {
      title = title.slice(0, from) + line.slice(from, to) + title.slice(to);
    },
  };
}
type Reader = ReturnType<typeof readerOf>;

function takePeople(reader: Reader, people: readonly Person[]): Part[] {
  const parts: Part[] = [];
  for (const { index } of reader.rest().matchAll(/(?<![\p{L}\p{N}.])@(?=\p{L})/gu)) {
    const found = personOf(reader.rest().slice(index + 1), people);
    if (found === undefined || parts.length > 0) continue;
    const text = reader.take('person', [{ from: index, to: index + 1 + found.length }]);
    const { userId, fullName: name } = found.person;
    if (text !== undefined) parts.push({ kind: 'person', text, userId, name });
  }
  return parts;
}

/** Words behind a sign. */
function takeWords(reader: Reader, sign: '#' | '+', make: (text: string, word: string) => Part): Part[] {
  return [...reader.rest().matchAll(signedWords(sign))].flatMap(({ index, 0: { length }, 1: word = '' }) => {
    const text = reader.take(sign === '#' ? 'record' : 'tag', [{ from: index, to: index + length }]);
    return text === undefined ? [] : [make(text, word)];
  });
}

/** When somebody wants to be reminded: at a moment, at a time of the day that is due, or so long before. */
type Reminder = { readonly text: string; readonly span: Span } & (
  | { readonly moment: Temporal.ZonedDateTime }
  | { readonly time: Temporal.PlainTime }
  | { readonly before: Temporal.Duration }
);

const REMIND = words('(?:und )?(?:erinnere? mich(?: bitte)?|erinnerung|(?:and )?remind me|reminder)');
const BEFORE = words(
  `^(?:(?:am|den|the|a) )?(${NUMBER}) ?(minuten?|min|minutes?|stunden?|std|hours?|h|tage?|days?|wochen?|weeks?) (?:vorher|davor|zuvor|before|earlier)`,
);
const UNIT_OF = [
  [/^m/i, 'minutes'],
  [/^(?:s|h)/i, 'hours'],
  [/^(?:t|d)/i, 'days'],
  [/^w/i, 'weeks'],
] as const;

function takeReminder(reader: Reader, about: About): Reminder | undefined {
  const { now } = about;
  const found = find(reader.rest(), REMIND, () => true);
  if (found === undefined) return undefined;
  const behind = reader.rest().slice(found.to);
  const lead = behind.length - behind.trimStart().length;
  const said = behind.trimStart();
  /** Takes so much of what is said; undefined where the person would not have it understood. */
  const take = (length: number): { readonly text: string; readonly span: Span } | undefined => {
    const span = { from: found.from, to: found.to + lead + length };
    const text = reader.take('reminder', [span]);
    return text === undefined ? undefined : { text, span };
  };
  const [whole, count = '', unit = ''] = BEFORE.exec(said) ?? [];
  if (whole !== undefined) {
    const taken = take(whole.length);
    const name = UNIT_OF.find(([pattern]) => pattern.test(unit))?.[1];
    return taken === undefined || name === undefined
      ? undefined
      : { ...taken, before: Temporal.Duration.from({ [name]: numberOf(count) }) };
  }
  // At most "am Freitag um 14 Uhr": what stands further behind is about the task.
  const pieces = said.split(' ');
  for (let most = Math.min(5, pieces.length); most > 0; most -= 1) {
    const words = pieces.slice(0, most).join(' ');
    if (words.includes(TAKEN) || /[,;]$/.test(words)) continue;
    const when = wholeWhen(words, about);
    if (when?.time !== undefined && when.day === undefined) {
      const taken = take(words.length);
      return taken === undefined ? undefined : { ...taken, time: when.time };
    }
    const moment = momentOf(words.replace(/^(?:am|on|at) /i, ''), now) ?? momentOfWhen(when, now);
    if (moment === undefined || /^\d+$/.test(words)) continue;
    const taken = take(words.length);
    return taken === undefined ? undefined : { ...taken, moment };
  }
  return undefined;
}

/** When something is, where all the words are about it. */
function wholeWhen(text: string, { now, language }: About): When | undefined {
  const when = understandWhen(text, now, language);
  const rest = when?.spans.reduce((left, span) => without(left, span), text).replaceAll(TAKEN, '');
  return rest?.trim() === '' ? when : undefined;
}

const momentOfWhen = (when: When | undefined, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime | undefined =>
  when?.moment ?? (when?.day === undefined ? undefined : zoned(when.day, when.time ?? EIGHT, now));

const EIGHT = new Temporal.PlainTime(8);
const zoned = (day: Temporal.PlainDate, plainTime: Temporal.PlainTime, now: Temporal.ZonedDateTime) =>
  day.toZonedDateTime({ timeZone: now.timeZoneId, plainTime });
const isoOf = (moment: Temporal.ZonedDateTime): string => new Date(moment.epochMilliseconds).toISOString();

/** The moment of a reminder; undefined where that is over, or depends on a time that nobody named. */
function momentOfReminder(
  reminder: Reminder,
  due: Due | undefined,
  now: Temporal.ZonedDateTime,
): Temporal.ZonedDateTime | undefined {
  let moment: Temporal.ZonedDateTime | undefined;
  if ('moment' in reminder) ({ moment } = reminder);
  else if ('before' in reminder)
    moment = due === undefined ? undefined : (due.moment ?? zoned(due.day, EIGHT, now)).subtract(reminder.before);
  else {
    moment = zoned(due?.day ?? now.toPlainDate(), reminder.time, now);
    if (due === undefined && Temporal.ZonedDateTime.compare(moment, now) <= 0) moment = moment.add({ days: 1 });
  }
  return moment !== undefined && Temporal.ZonedDateTime.compare(moment, now) > 0 ? moment : undefined;
}

interface Due {
  readonly day: Temporal.PlainDate;
  readonly moment?: Temporal.ZonedDateTime;
}

/** Day and time of a task from what was said, and from how it repeats. A time alone is the next such one. */
function dueOf(when: When | undefined, repeating: Repeating | undefined, now: Temporal.ZonedDateTime): Due | undefined {
  if (when?.moment !== undefined) return { day: when.moment.toPlainDate(), moment: when.moment };
  const { day: said, time = repeating?.time } = when ?? {};
  const isOver = time !== undefined && Temporal.PlainTime.compare(time, now.toPlainTime()) <= 0;
  const from = said ?? now.toPlainDate().add({ days: isOver ? 1 : 0 });
  const day = repeating?.first(from) ?? (said === undefined && time === undefined ? undefined : from);
  if (day === undefined) return undefined;
  return time === undefined ? { day } : { day, moment: zoned(day, time, now) };
}

/** What is left of a line is what is to be done. */
const tidy = (title: string): string =>
  title
    .replaceAll(TAKEN, ' ')
    .replace(/\s+([,;.:!?])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');

/** Understands a line in which somebody says what is to be done: German and English, whichever is shown. */
export function understand(given: string, about: About): Understood {
  const { now, language, people, taken = new Set() } = about;
  const line = given.slice(0, MOST).replaceAll(TAKEN, ' ');
  const reader = readerOf(line, taken);
  const named = takePeople(reader, people);
  const records = takeWords(reader, '#', (text, word) => ({ kind: 'record', text, word }));
  const tags = takeWords(reader, '+', (text, tag) => ({ kind: 'tag', text, tag }));
  const reminder = takeReminder(reader, about);
  const repetition = understandRepetition(reader.rest(), now, language);
  const repeats = repetition === undefined ? undefined : reader.take('repetition', [repetition, ...repetition.more]);
  const never = findImpossibleDay(reader.rest());
  // What is said beside a day that is none, such as its weekday, is of that day.
  const when = understandWhen(never === undefined ? reader.rest() : without(reader.rest(), never), now, language);
  const said = when === undefined ? undefined : reader.take('due', when.spans);
  const repeating = repeats === undefined ? undefined : repetition?.value;
  const due = dueOf(said === undefined ? undefined : when, repeating, now);
  const rings = reminder === undefined ? undefined : momentOfReminder(reminder, due, now);
  if (reminder !== undefined && rings === undefined) reader.giveBack(reminder.span);
  const impossible = never?.value;
  const isImpossible = impossible !== undefined && !taken.has(partKey({ kind: 'impossible', text: impossible }));
  const dueText = due === undefined ? undefined : due.moment === undefined ? due.day.toString() : isoOf(due.moment);
  return {
    title: tidy(reader.title()),
    ...(isImpossible ? { impossible } : {}),
    parts: [
      ...(dueText === undefined ? [] : [{ kind: 'due' as const, text: said ?? '', due: dueText }]),
      ...(repeating === undefined || repeats === undefined
        ? []
        : [{ kind: 'repetition' as const, text: repeats, repetition: repeating.repetition }]),
      ...(reminder === undefined || rings === undefined
        ? []
        : [{ kind: 'reminder' as const, text: reminder.text, at: isoOf(rings) }]),
      ...named,
      ...records,
      ...tags,
    ],
  };
}
