import type * as PhoneNumbers from 'libphonenumber-js/min';
import { lazily } from '../lazily.ts';

const library = lazily<typeof PhoneNumbers>('libphonenumber-js/min');

/** The country whose numbers are written without their code, where an instance says nothing. */
export const DEFAULT_COUNTRY = 'DE';

/** A number that a text names. */
export interface Dialled {
  /** Its digits as they are written, with the plus sign before them that it may have. */
  readonly number: string;
  /** As it is reached from everywhere (`+49431123456`); empty where it is none that could be. */
  readonly e164: string;
}

/** The countries whose numbers are known (ISO 3166, two capital letters). */
export const phoneCountries = (): readonly string[] => library().getCountries();

/** Whether a country is one of them. */
export const isPhoneCountry = (country: string): boolean => library().isSupportedCountry(country);

/** The code of a country's numbers, without the plus sign (`49`); empty for none that is known. */
export const callingCodeOf = (country: string): string =>
  library().isSupportedCountry(country) ? library().getCountryCallingCode(country) : '';

/** The code that a number begins with which is reached from everywhere (`+49431123456`); empty where there is none. */
export const callingCodeIn = (e164: string): string =>
  library().parsePhoneNumberFromString(e164)?.countryCallingCode ?? '';

/** What spreadsheets make of long numbers: the last digits are lost. */
const ROUNDED = /^[+-]?\d+(?:[.,]\d+)?\s?E\s?[+-]?\d{1,3}$|(?:^|[\s,;/])\d[.,]\d+E\+\d{1,3}(?:$|[\s,;/])/i;

/** Whether a text is, or has, a number whose last digits a spreadsheet has lost (`4,91512E+11`). */
export const isRounded = (text: string): boolean => ROUNDED.test(text);

const MIN_DIGITS = 3;
const MAX_DIGITS = 30;
const MAX_TEXT = 2000;

/** A number as it is dialled: its digits, with the plus sign before them that it may have. Undefined where it is none. */
export function phoneNumber(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return undefined;
  return `${text.trimStart().startsWith('+') ? '+' : ''}${digits}`;
}

/** What follows a number that is dialled through to: the library knows the English words alone. */
const EXTENSION =
  /(\d[\s)]{0,3})[,;(]?\s{0,3}(?:ext=|\b(?:durchwahl|dw|nebenstelle|nst|apparat|app|extension|ext)\b\.?|x(?=\s?\d))\s{0,2}:?\s{0,2}-?\s{0,2}(\d{1,6})\b\)?/giu;
const BETWEEN =
  /[,;|\r\n]+|\s(?:oder|or|und|and|bzw\.?)\s|(?<=(?:\d[\s()-]{0,2}){7})\/\s*(?=\(?\+|\(?0(?:[\s()/-]{0,3}\d){5})/iu;
/** Numbers of services are advertised as words: `0800 KONTOR1`, by the letters of the keys. */
const WORD = /^((?:\+|00)?[\d\s()/.-]*?)([a-z][a-z\d\s-]{2,})$/i;
const BEFORE_WORD = /^(?:\+\d{1,3}|00\d{1,3}|0|1)?(?:[789]00|8\d\d|9\d\d|180\d?)$/;
const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];
const keyOf = (letter: string): string => String(KEYS.findIndex((letters) => letters.includes(letter)) + 2);

function withoutWord(text: string): string {
  const [, before = '', word = ''] = WORD.exec(text) ?? [];
  const led = before.replace(/[^\d+]/g, '');
  return BEFORE_WORD.test(led) ? led + word.toLowerCase().replace(/[a-z]/g, keyOf).replace(/\D/g, '') : text;
}

const known = (country: string): PhoneNumbers.CountryCode =>
  library().isSupportedCountry(country) ? country : DEFAULT_COUNTRY;

/** What one number is, with the one that it becomes by being dialled through. */
function readOne(text: string, country: string): readonly Dialled[] {
  const [, written = text, through = ''] = /^(.*?)\s*ext\. (\d+)$/s.exec(text) ?? [];
  const number = phoneNumber(written);
  if (number === undefined) return [];
  const parsed = library().parsePhoneNumberFromString(written, {
    defaultCountry: known(country),
  });
  const e164 = parsed?.isPossible() === true ? parsed.number : '';
  const main = { number, e164 };
  if (through === '') return [main];
  return [{ number: number + through, e164: e164 === '' ? '' : e164 + through }, main];
}

const isPlain = (text: string): boolean => /^[\d\s+()/.–-]+(?:ext\. \d+)?$/u.test(text);

/** The numbers of a piece of text that names one, or some with words between them. */
function readPiece(piece: string, country: string): readonly Dialled[] {
  const text = withoutWord(piece);
  const alone = isPlain(text) ? readOne(text, country) : [];
  if (alone.some(({ e164 }) => e164 !== '')) return alone;
  const found = library().findPhoneNumbersInText(text, {
    defaultCountry: known(country),
  });
  const some = found.flatMap(({ startsAt, endsAt, number: { ext } }) =>
    readOne(
      ext === undefined
        ? text.slice(startsAt, endsAt)
        : text.slice(startsAt, endsAt).replace(/\s*ext\. ?\d+$/, ` ext. ${ext}`),
      country,
    ),
  );
  if (some.length > 0) return some;
  return alone.length > 0 ? alone : readOne(text, country);
}

/**
 * The numbers that a text names, in whatever way they are written, each once in the order in which they stand; those without a code are of
 * the country. One with an extension is two: as it is dialled through, and its main number.
 */
export function numbersIn(text: string, country: string): readonly Dialled[] {
  const pieces = text.slice(0, MAX_TEXT).normalize('NFKC').replace(EXTENSION, '$1 ext. $2').split(BETWEEN);
  const found = new Map<string, Dialled>();
  for (const piece of pieces.map((one) => one.trim()))
    for (const one of piece === '' ? [] : readPiece(piece, country))
      if (!found.has(one.number)) found.set(one.number, one);
  return [...found.values()];
}

/** What a text is that is nothing but one number; undefined where it is anything else. */
export function asNumber(text: string, country: string): Dialled | undefined {
  const plain = withoutWord(text.trim().normalize('NFKC').replace(/^tel:/i, '').replace(EXTENSION, '$1 ext. $2'));
  return isPlain(plain) ? readOne(plain, country)[0] : undefined;
}
