/** What may be dialled, and stand in a link: digits, with a plus sign in front or none. */
const DIALLED = /^\+?[0-9]{3,15}$/;
/** Signs that people write between digits. */
const BETWEEN = /[\s\u00a0./()\-\u2010-\u2015]/g;

/**
 * Returns what is dialled of a number as it was written: of several the first. Empty where it is none, or bears signs that steer telephones
 * (`*`, `#`, pauses), letters or signs that cannot be seen.
 */
export function dialOf(text: string): string {
  const [first = ''] = text.split(/[,;]|\s\/\s/);
  const dial = first.trim().replace(/^tel:/i, '').replace(/\(0\)/, '').replace(BETWEEN, '');
  return DIALLED.test(dial) ? dial : '';
}

/** Begins with a plus sign or a zero, goes on with digits and what people write between them, and ends with a digit. */
const WRITTEN =
  /(?<![\p{L}\p{N}+@/.,:=_-])(?:\+[1-9]|0[1-9]|00[1-9])(?:[0-9]|[ \u00a0]?\(0\)[ \u00a0]?|[ \u00a0/-](?=[ \u00a0/-]?[0-9])){5,22}(?![\p{L}\p{N}@])/gu;
/** A day, as `01/02/2026` or `01-02-26`. */
const DAY = /^\d{1,2}[/-]\d{1,2}[/-]\d{2,4}$/;
const MIN_DIGITS = 7;

/** A number within a text. */
export interface WrittenNumber {
  readonly at: number;
  /** As it was written. */
  readonly text: string;
  readonly dial: string;
}

/** Returns the phone numbers of a text, in their order. Days, and what has fewer than seven digits, are none. */
export function numbersIn(text: string): readonly WrittenNumber[] {
  return [...text.matchAll(WRITTEN)].flatMap((found) => {
    const [written] = found;
    const dial = dialOf(written.replaceAll(/\s\/\s/g, '/'));
    if (dial.replace('+', '').length < MIN_DIGITS || DAY.test(written)) return [];
    return [{ at: found.index, text: written, dial }];
  });
}
