/** Signs that stand for nothing: what could not be read, controls, private use, and what Unicode has given to nobody. */
const BROKEN = /[\ufffd\u0080-\u009f]|\p{Co}|\p{Cn}/u;
/** A letter of another script than ours, or a piece of a drawing. */
const FOREIGN = String.raw`(?:(?![\p{Script=Latin}\u00b5])\p{L}|[\u2320\u2321\u2500-\u25a0])`;
const ANY_FOREIGN = new RegExp(FOREIGN, 'u');
const ALL_FOREIGN = new RegExp(FOREIGN, 'gu');
const FOREIGN_WORD = new RegExp(`${FOREIGN}{2}`, 'u');
const GLUED = new RegExp(`[a-z]${FOREIGN}|${FOREIGN}[a-z]`, 'u');
/** A sign where only letters stand: `f³r`, `÷l`. */
const SIGN_WITHIN = /\p{L}(?![\p{ASCII}€£©®™°])[\p{S}\p{No}‰†‡¶§¿¡][a-z]/u;
const SIGN_BEFORE = /(?:^|[\s(])(?![\p{ASCII}€£©®™°±×])\p{S}[a-z]/u;

/** Whether a text reads as if it were in another charset: it has signs of nothing, or words that no language has. */
export const isDoubtful = (text: string): boolean =>
  BROKEN.test(text) ||
  GLUED.test(text) ||
  SIGN_WITHIN.test(text) ||
  SIGN_BEFORE.test(text) ||
  (ANY_FOREIGN.test(text) && !FOREIGN_WORD.test(text));

const LOST = /\ufffd/g;
/** Letters of a script that one lost letter may stand beside. */
const LETTERS_A_LOSS = 4;

/** Whether a text with lost letters has so many of a script of its own that it is that, and has been damaged. */
export const isDamaged = (text: string): boolean =>
  (text.match(ALL_FOREIGN)?.length ?? 0) >= LETTERS_A_LOSS * (text.match(LOST)?.length ?? 0);

/** Share of signs that stand for nothing. */
export const brokenShare = (text: string): number =>
  (text.match(new RegExp(BROKEN, 'gu'))?.length ?? 0) / Math.max(1, text.length);

/** Whether a text has controls that no text has. */
export const hasControls = (text: string): boolean => /(?!\s)\p{Cc}/u.test(text);

/** Share of letters without marks, digits and white space. */
export const plainShare = (text: string): number =>
  (text.match(/[A-Za-z0-9\s]/g)?.length ?? 0) / Math.max(1, text.length);

const SMALL = 'äöüéèêëàâáåæøœçñíìîïóòôõãúùû';
const LARGE = 'ÄÖÜÉÈÊÀÁÂÅÆØŒÇÑÍÓÔÚ';
const LETTERS = `${SMALL}${LARGE}ß`;
/** Signs that stand between letters, too: `geht’s`, `Köln–Bonn`. */
const JOINING = '’‘´–—…«»‹›„“”‚\u00a0\u00ad';
const SIGNS = '€•™§°²³µ±×½¼¾£¿¡©®·';
const USUAL = new RegExp(`^[\\s\\x21-\\x7e${LETTERS}${JOINING}${SIGNS}]*$`, 'u');
/** What no word of the West has, though each of its signs is of there. */
const UNUSUAL: readonly RegExp[] = [
  // A letter with a mark that stands alone, but for the French `à`; an ß belongs to an umlaut, too.
  new RegExp(`(?<![A-Za-z])(?!(?<!\\S)à(?!\\S))[${SMALL}${LARGE}](?![A-Za-z])|(?<![A-Za-zäöüÄÖÜ])ß(?![A-Za-z])`, 'u'),
  new RegExp(`(?![äöüÄÖÜ]ß|éé|Éé)[${LETTERS}]{2}`, 'u'),
  new RegExp(`[a-zß${SMALL}][${LARGE}]|[A-Z][${LARGE}][a-z]|[A-Z][ß${SMALL}][A-Z]|[A-Z]{2}[ß${SMALL}]`, 'u'),
  new RegExp(`[A-Za-z][${SIGNS}][A-Za-z]|[A-Za-z][½¼¾±×¿¡£µ]|[²³½¼¾][A-Za-z]`, 'u'),
  new RegExp(`[${SIGNS}]{2}|[${LETTERS}][${SIGNS}]|[${SIGNS}][${LETTERS}]|[–—…´][${SIGNS}]`, 'u'),
];
const MARKED = new RegExp(`[${LETTERS}]`, 'u');
const MARKED_WORD = new RegExp(`(?=[A-Za-z]{0,20}[${LETTERS}])[A-Za-z${LETTERS}]{3}`, 'u');
const WORDS = /[A-Za-z][a-z]+[\s,;]+[^\sA-Za-z]{0,5}[A-Za-z][a-z]/;

/** Whether a text reads as one of a language of Western Europe beyond doubt: no sign of it stands where none does. */
export const isWestern = (text: string): boolean =>
  USUAL.test(text) && !UNUSUAL.some((one) => one.test(text)) && (MARKED.test(text) ? MARKED_WORD : WORDS).test(text);

/** What stands in no text of a few words. */
const UNLIKE_WORDS = /[a-zß-ÿ][A-Z]|[A-Za-z]\d|\d[A-Za-z]|[\\^_`{|}~]|[A-Za-z][«»‹›„‚“”][A-Za-z]/;

/** Whether a text of few signs looks like words, where it could as well be chance. */
export const looksLikeWords = (text: string): boolean => text.length >= MIN_WORDS && !UNLIKE_WORDS.test(text);
const MIN_WORDS = 4;

/** A letter with a mark among letters without. */
const AMONG = /[a-z][\u00c0-\u017f]|[\u00c0-\u017f][a-z]|[A-Z][\u00c0-\u017f][A-Z]/;
const ONLY_SIGNS = new RegExp(`^[\\p{ASCII}${JOINING}${SIGNS}]*$`, 'u');
const WORD = /[a-z]{3}/;

/** Whether a text has letters with marks where words have them, or only signs beside words. */
export const isLatin = (text: string): boolean =>
  AMONG.test(text) || (ONLY_SIGNS.test(text) && WORD.test(text) && !/[A-Z]\P{ASCII}/u.test(text));

/** Whether a text has a word of one of the scripts whose letters are two bytes of UTF-8. */
export const hasWordOfTwoBytes = (text: string): boolean =>
  /[\u0401\u0410-\u044f\u0451]{3}|[\u0386\u0388-\u03ce]{3}|[\u05d0-\u05ea]{3}|[\u0620-\u064a]{3}/.test(text);

const EASTERN = /[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]/g;

/** How many letters of Chinese, Japanese and Korean a text has. */
export const easternLetters = (text: string): number => text.match(EASTERN)?.length ?? 0;
