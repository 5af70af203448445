import { CalendarUnreadable, MAX_FILE_CHARACTERS, parseCalendars, type Component } from './calendar-text.ts';

const MAX_LINES = 1_000_000;

/** All VEVENTs of one uid in a calendar, as they stand there. */
export interface CalendarPiece {
  /** Where the first of them begins. */
  readonly line: number;
  /** They are read when they are asked for; what does not end is left out. */
  readonly events: () => readonly Component[];
}

/** A calendar whose VEVENTs are read one after the other. */
export interface SplitCalendar {
  /** What it says of itself and of its zones; no VEVENT. */
  readonly head: Component;
  readonly pieces: readonly CalendarPiece[];
}

interface Open {
  readonly head: string[];
  readonly byUid: Map<string, { readonly line: number; readonly texts: string[] }>;
}

const MARK = /^\s*(BEGIN|END):([\w-]{1,60})\s*$/i;
const FOLDED = /^[ \t]/;

/** The uid of a VEVENT by its lines. */
function uidIn(lines: readonly string[]): string {
  const first = lines.findIndex((line) => /^UID[;:]/i.test(line));
  if (first < 0) return '';
  let end = first + 1;
  while (FOLDED.test(lines[end] ?? '')) end += 1;
  const whole = lines.slice(first, end).map((line, at) => (at === 0 ? line : line.slice(1)));
  return whole
    .join('')
    .replace(/^[^:]*:/, '')
    .trim();
}

const headOf = (lines: readonly string[]): Component =>
  parseCalendars(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\n'), MAX_FILE_CHARACTERS)[0] ?? [
    'vcalendar',
    [],
    [],
  ];

function splitFrom({ head, byUid }: Open): SplitCalendar {
  const pieces = [...byUid.values()].map(({ line, texts }) => ({
    line,
    events: () => texts.flatMap((text) => parseCalendars(text, MAX_FILE_CHARACTERS).flatMap(([, , events]) => events)),
  }));
  return { head: headOf(head), pieces };
}

/**
 * Takes the calendars of a text apart without reading their VEVENTs, so that thousands of them are read without others waiting. Throws `CalendarUnreadable` for what is none,
 * and for what is larger than 10,000,000 characters or 1,000,000 lines.
 */
export function splitCalendars(text: string): readonly SplitCalendar[] {
  if (text.length > MAX_FILE_CHARACTERS) throw new CalendarUnreadable('TOO_LARGE');
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/, MAX_LINES + 1);
  if (lines.length > MAX_LINES) throw new CalendarUnreadable('TOO_LARGE');
  if (!lines.some((line) => /^\s*BEGIN:(?:VCALENDAR|VEVENT)\s*$/i.test(line)))
    throw new CalendarUnreadable('NO_CALENDAR');
  const all: Open[] = [];
  let open: Open | undefined;
  let event: { readonly line: number; readonly lines: string[] } | undefined;
  const current = (): Open => {
    if (open === undefined) all.push((open = { head: [], byUid: new Map() }));
    return open;
  };
  const close = (): void => {
    if (event === undefined) return;
    const { byUid } = current();
    // What has no uid stands for itself.
    const uid = uidIn(event.lines) || ` ${event.line}`;
    const known = byUid.get(uid);
    if (known === undefined) byUid.set(uid, { line: event.line, texts: [event.lines.join('\n')] });
    else known.texts.push(event.lines.join('\n'));
    event = undefined;
  };
  for (const [at, line] of lines.entries()) {
    const [, mark = '', name = ''] = line.length > 80 ? [] : (MARK.exec(line) ?? []);
    const what = `${mark}:${name}`.toUpperCase();
    if (what === 'BEGIN:VCALENDAR' || what === 'END:VCALENDAR') {
      close();
      open = undefined;
    } else if (what === 'BEGIN:VEVENT') {
      close();
      event = { line: at + 1, lines: [line] };
    } else if (event !== undefined) {
      event.lines.push(line);
      if (what === 'END:VEVENT') close();
    } else current().head.push(line);
  }
  close();
  return all.map(splitFrom);
}
