import ICAL from 'ical.js';

/** A line of a calendar as jCal (RFC 7265) has it: name and parameters in lower case. */
export type Property = readonly [
  name: string,
  params: Readonly<Record<string, string | readonly string[]>>,
  type: string,
  ...values: unknown[],
];
/** What stands between BEGIN and END. */
export type Component = readonly [name: string, properties: readonly Property[], components: readonly Component[]];

/** Characters that are read of a calendar that came as a file, and as a part of a mail. */
export const MAX_FILE_CHARACTERS = 10_000_000;
export const MAX_MAIL_CHARACTERS = 1_000_000;

const MAX_COMPONENTS = 20_000;
const MAX_LINES = 500_000;
/** Of one line, when what was folded is joined. Longer ones are left out. */
const MAX_LINE = 300_000;
const MAX_DEPTH = 6;
const NAME = /^[a-z0-9-]{1,60}$/;
/** Rules are kept as they were written: the library knows not all that there are. */
const RULE = /^(rrule|exrule)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/i;

/** What cannot be read as a calendar. */
export class CalendarUnreadable extends Error {
  override readonly name = 'CalendarUnreadable';
  readonly reason: 'NO_CALENDAR' | 'TOO_LARGE';

  constructor(reason: 'NO_CALENDAR' | 'TOO_LARGE') {
    super(reason);
    this.reason = reason;
  }
}

interface Open {
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
}

function propertyFrom(line: string): Property | undefined {
  const rule = RULE.exec(line);
  if (rule !== null) return [rule[1]?.toLowerCase() ?? '', {}, 'recur', rule[3]?.trim() ?? ''];
  try {
    const [name, params, type, ...values] = ICAL.parse.property(line) as [string, Property[1], string?, ...unknown[]];
    return NAME.test(name) ? [name, params, type ?? 'unknown', ...values] : undefined;
  } catch {
    // One line that is broken takes no other with it.
    return undefined;
  }
}

function unfolded(text: string, maxCharacters: number): readonly string[] {
  if (text.length > maxCharacters) throw new CalendarUnreadable('TOO_LARGE');
  // The database keeps no NUL, and no half of a sign.
  const lines = text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n', MAX_LINES + 1)
    .filter((line) => line.trim() !== '');
  if (lines.length > MAX_LINES) throw new CalendarUnreadable('TOO_LARGE');
  if (!/^\s*BEGIN:(?:VCALENDAR|VEVENT)\s*$/i.test(lines[0] ?? '')) throw new CalendarUnreadable('NO_CALENDAR');
  return lines;
}

/** Ends the innermost open component of a name, with all that were begun within it; one that was not begun ends nothing. */
function end(stack: Open[], name: string): void {
  const opened = stack.findLastIndex((one) => one.name === name);
  const [ended] = opened <= 0 ? [] : stack.splice(opened);
  if (ended !== undefined) stack.at(-1)?.components.push([ended.name, ended.properties, ended.components]);
}

/**
 * Reads the calendars of a text; components that stand for themselves come in one of their own. Lines that are broken and components that do not end are left out.
 * Throws `CalendarUnreadable` for what is none, and for what is larger than `maxCharacters`, 500,000 lines or 20,000 components.
 */
export function parseCalendars(text: string, maxCharacters: number): readonly Component[] {
  const loose: Open = { name: '', properties: [], components: [] };
  const stack: Open[] = [loose];
  let count = 0;
  for (const line of unfolded(text, maxCharacters)) {
    const [, mark = '', name = ''] = /^\s*(BEGIN|END):([\w-]{1,60})\s*$/i.exec(line) ?? [];
    if (mark === '') {
      const property = line.length > MAX_LINE ? undefined : propertyFrom(line);
      if (property !== undefined) stack.at(-1)?.properties.push(property);
    } else if (mark.toUpperCase() === 'END') end(stack, name.toLowerCase());
    else if ((count += 1) > MAX_COMPONENTS || stack.length > MAX_DEPTH) throw new CalendarUnreadable('TOO_LARGE');
    else stack.push({ name: name.toLowerCase(), properties: [], components: [] });
  }
  // Of a calendar that was cut off what had ended counts.
  const [, cut] = stack;
  if (cut?.name === 'vcalendar') loose.components.push([cut.name, cut.properties, cut.components]);
  const whole = loose.components.filter(([name]) => name === 'vcalendar');
  const rest = loose.components.filter(([name]) => name !== 'vcalendar');
  return rest.length === 0 ? whole : [...whole, ['vcalendar', [], rest]];
}

/** A calendar as text, in lines of 75 bytes that end as RFC 5545 has it. */
export const calendarText = (calendar: Component): string => `${linesOf(calendar).join('\r\n')}\r\n`;

const linesOf = ([name, properties, components]: Component): readonly string[] => [
  `BEGIN:${name.toUpperCase()}`,
  ...properties.map(lineOf),
  ...components.flatMap(linesOf),
  `END:${name.toUpperCase()}`,
];

const lineOf = (property: Property): string => {
  const [name, , type, value] = property;
  // A rule stays as it is written.
  if (type === 'recur' && typeof value === 'string') return ICAL.helpers.foldline(`${name.toUpperCase()}:${value}`);
  return ICAL.stringify.property(property as never, ICAL.design.defaultSet, false);
};

export const propertiesOf = ([, properties]: Component, name: string): readonly Property[] =>
  properties.filter(([one]) => one === name);

export const propertyOf = ([, properties]: Component, name: string): Property | undefined =>
  properties.find(([one]) => one === name);

export const componentsOf = ([, , components]: Component, name: string): readonly Component[] =>
  components.filter(([one]) => one === name);

/** The first value of a property as a text; empty where there is none. */
export const valueOf = (property: Property | undefined): string => {
  const value = property?.[3];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The same of the first property of a name. */
export const textOf = (component: Component, name: string): string => valueOf(propertyOf(component, name));

/** A parameter as one text; empty where it is not there. */
export function paramOf([, params]: Property, name: string): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  return typeof value === 'string' ? value : (value?.join() ?? '');
}
