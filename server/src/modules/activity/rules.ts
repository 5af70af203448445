/** Most words of a search that are looked at. */
const MOST_WORDS = 20;

/** A text as it is indexed and searched: words of letters and digits alone, so that parts of addresses and numbers are found too. */
export const searchWords = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Text query for PostgreSQL: every word must occur, at least as the beginning of one. Undefined where nothing is asked for. */
export function searchQuery(...terms: readonly string[]): string | undefined {
  const words = searchWords(terms.join(' ')).split(' ').filter(Boolean).slice(0, MOST_WORDS);
  return words.length === 0 ? undefined : words.map((word) => `'${word}':*`).join(' & ');
}
