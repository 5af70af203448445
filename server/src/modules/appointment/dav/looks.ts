import { NS, keyOfName, type Element } from '../../../platform/dav/index.ts';

const MAX_LOOK = 100;
/** UTF-16 units of a text that a program keeps here. */
const MAX_KEPT = 20_000;

/** Properties that programs set and read back, and that mean nothing here, with what each may be. */
const KEPT: readonly (readonly [ns: string, name: string, pattern: RegExp])[] = [
  [NS.apple, 'calendar-order', /^\d{1,9}$/],
  [NS.caldav, 'calendar-description', /^[^]*$/],
  [NS.caldav, 'calendar-timezone', /^BEGIN:VCALENDAR[^]*END:VCALENDAR$/],
  [NS.caldav, 'default-alarm-vevent-date', /^(?:BEGIN:VALARM[^]*END:VALARM)?$/],
  [NS.caldav, 'default-alarm-vevent-datetime', /^(?:BEGIN:VALARM[^]*END:VALARM)?$/],
];

export const KEPT_NAMES: readonly (readonly [ns: string, name: string])[] = KEPT.map(([ns, name]) => [ns, name]);

/** What a program says of a calendar: null where it takes that away. */
export interface LookChange {
  readonly name?: string | null;
  readonly colour?: string | null;
  readonly kept?: Readonly<Record<string, string | null>>;
}

const nameIn = (text: string): string | null =>
  text.trim() === ''
    ? null
    : text
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, MAX_LOOK)
        .toWellFormed();

const colourIn = (text: string): string | undefined =>
  /^(#[\da-f]{6})(?:[\da-f]{2})?$/i.exec(text.trim())?.[1]?.toLowerCase();

/** What setting a property, or taking it away, changes. Undefined for a property that may not be set, and for a value that is none of it. */
export function lookChange(property: Element, isRemoved: boolean): LookChange | undefined {
  const key = keyOfName(property);
  if (key === keyOfName({ ns: NS.dav, name: 'displayname' })) return { name: isRemoved ? null : nameIn(property.text) };
  if (key === keyOfName({ ns: NS.apple, name: 'calendar-color' })) {
    const colour = isRemoved ? null : colourIn(property.text);
    return colour === undefined ? undefined : { colour };
  }
  const pattern = KEPT.find(([ns, name]) => key === keyOfName({ ns, name }))?.[2];
  if (pattern === undefined) return undefined;
  if (isRemoved) return { kept: { [key]: null } };
  const text = property.text.trim().replaceAll('\0', '').toWellFormed();
  return text.length <= MAX_KEPT && pattern.test(text) ? { kept: { [key]: text } } : undefined;
}
