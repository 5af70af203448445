/**
 * Signs within words that nobody sees: where a word may be parted, how its letters join, which way it runs. A class of a regular
 * expression, which JavaScript (with the flag `u`) and PostgreSQL read alike: `\p{Cf}`, and the joiner of marks.
 */
export const UNSEEN_CLASS =
  '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb' +
  '\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]';

const UNSEEN = new RegExp(UNSEEN_CLASS, 'gu');

/** A text without signs that nobody sees, so that it is found by what everybody reads. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '');

/** A text as it is compared: without case, accents, forms of letters and signs that nobody sees. */
export const folded = (text: string): string =>
  withoutUnseen(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
