import type * as PhoneNumbers from 'libphonenumber-js/min';
import { lazily } from '../lazily.ts';
import { asNumber, numbersIn } from './numbers.ts';
import { germanTown } from './places.ts';

const library = lazily<typeof PhoneNumbers>('libphonenumber-js/min');

/** What a number was written or told as. */
export interface ReadNumber {
  /** Digits with the code of the country; null where it is none that is reached from everywhere. */
  readonly number: number | null;
  /** As it was written, in one line. */
  readonly text: string;
}

/** What may be dialled: digits, with a plus sign before them or not. */
export const DIALLED = /^\+?[0-9]{3,15}$/;
/** E.164 has no more digits; all of them are numbers that can be told apart (below 2^53). */
const MAX_DIGITS = 15;

const numberOf = (e164: string): number | null =>
  e164 === '' || e164.length > MAX_DIGITS + 1 ? null : Number(e164.slice(1));

/** What a text says that is nothing but one number; undefined if it is anything else, or has signs that steer telephones (`*`, `#`, pauses). */
export function readNumber(text: string, country: string): ReadNumber | undefined {
  const written = text.trim().replace(/\s+/g, ' ');
  if (/[*#;,]/.test(written)) return undefined;
  const dialled = asNumber(written, country);
  return dialled === undefined ? undefined : { number: numberOf(dialled.e164), text: written };
}

/** The numbers of a text that are reached from everywhere, each once. */
export const wholeNumbersIn = (text: string, country: string): readonly number[] => [
  ...new Set(numbersIn(text, country).flatMap(({ e164 }) => numberOf(e164) ?? [])),
];

/** A number as people read it: `+49 431 123456`; what is none that is reached from everywhere as it was written. */
export function shownNumber(number: number | null, text = ''): string {
  if (number === null) return text;
  return library().parsePhoneNumberFromString(`+${number}`)?.formatInternational() ?? `+${number}`;
}

/** A number as people of its own country read it: `0431 123456`; empty for what is none that is reached from everywhere. */
export const nationalNumber = (number: number | null): string =>
  number === null ? '' : (library().parsePhoneNumberFromString(`+${number}`)?.formatNational() ?? '');

/** What may stand in a link; empty if the number cannot be dialled. */
export function dialOf(number: number | null, text = ''): string {
  const dial = number === null ? text.replace(/[\s()/.-]/g, '') : `+${number}`;
  return DIALLED.test(dial) ? dial : '';
}

let countries: Intl.DisplayNames | undefined;

/** The town of a German number, else the country of a number, in German; empty if it is not known. */
export function placeOf(number: number | null): string {
  if (number === null) return '';
  const parsed = library().parsePhoneNumberFromString(`+${number}`);
  if (parsed?.countryCallingCode === '49') return germanTown(parsed.nationalNumber);
  if (parsed?.country === undefined) return '';
  countries ??= new Intl.DisplayNames(['de'], { type: 'region' });
  return countries.of(parsed.country) ?? '';
}
