import * as v from 'valibot';

/** Whole number below 2^53, as every id is. */
export const IdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** Text that PostgreSQL can keep: no NUL, and no more than `max` UTF-16 units. */
export const text = (max: number) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.check((value) => !value.includes('\0') && value.isWellFormed(), 'TEXT_NOT_STORABLE'),
  );

/** Text with at least one character that is not white space. */
export const filledText = (max: number) =>
  v.pipe(
    text(max),
    v.check((value) => value.trim() !== '', 'TEXT_EMPTY'),
  );

/** A text whose line breaks become spaces, as titles are kept. */
export const titleText = (max: number) =>
  v.pipe(
    text(max),
    v.transform((value) => value.replace(/\s*[\r\n]+\s*/g, ' ')),
  );

/** Signs that nobody sees. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** A name as it is kept: on one line, blanks once, nothing that nobody sees. Empty where nothing is left of it. */
export const tidyName = (name: string): string => name.replace(/\s+/g, ' ').replace(UNSEEN, '').normalize('NFC').trim();

/** UUID of any version, in lower case. */
export const ProcessIdSchema = v.pipe(v.string(), v.toLowerCase(), v.uuid());

export const NothingSchema = v.strictObject({});
