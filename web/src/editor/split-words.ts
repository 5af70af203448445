/** Letters of languages that put no blanks between words, and their signs. */
const UNPARTED =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Bopo}ー\\u3001-\\u303f\\uff01-\\uff65\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}';
const HAS_UNPARTED = new RegExp(`[${UNPARTED}]`, 'u');
/** Stretches of them: what letters of others among them are parted by does not depend on what is put in beside them. */
const STRETCHES = new RegExp(`([${UNPARTED}]+)`, 'u');
const ENDS_UNPARTED = new RegExp(`[${UNPARTED}]$`, 'u');
const BEGINS_UNPARTED = new RegExp(`^[${UNPARTED}]`, 'u');

/** Made when it is first needed: it brings dictionaries. Browsers without it take a stretch without blanks for one word. */
let segmenter: Intl.Segmenter | undefined;
const knowsWords = 'Segmenter' in Intl;

/** A text in its words and the blanks between them: joined, they are the text. */
export function splitWords(text: string): readonly string[] {
  const parts = text.split(/(\s+)/).filter((part) => part !== '');
  if (!knowsWords || !HAS_UNPARTED.test(text)) return parts;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const words = segmenter;
  return parts
    .flatMap((part) => part.split(STRETCHES))
    .filter((part) => part !== '')
    .flatMap((part) => (HAS_UNPARTED.test(part) ? Array.from(words.segment(part), ({ segment }) => segment) : [part]));
}

/** Whether a blank parts two words that come to stand side by side. */
export const standsAlone = (before: string, after: string): boolean =>
  !ENDS_UNPARTED.test(before) && !BEGINS_UNPARTED.test(after);
