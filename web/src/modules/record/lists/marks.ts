/** A text without case, accents and forms of letters, as far as marking goes. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** The same with umlauts as two letters, as many type them. */
const asTwo = (text: string): string =>
  plain(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöüåøæ]/g, (letter) => AS_TWO[letter] ?? letter),
  );
const AS_TWO: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae' };

const WORD = /([\p{L}\p{N}\p{M}\p{Cf}]+)/u;

/** The words of a search, as they are compared. */
export const wordsOf = (search: string): readonly string[] =>
  plain(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The parts of a text, and whether each of them is where it was found by: the beginning of a word, in any spelling. */
export function markedParts(
  text: string,
  words: readonly string[],
): readonly { readonly text: string; readonly isFound: boolean }[] {
  if (words.length === 0 || text === '') return [{ text, isFound: false }];
  return text
    .split(WORD)
    .filter((part) => part !== '')
    .map((part) => ({
      text: part,
      isFound: words.some((word) => plain(part).startsWith(word) || asTwo(part).startsWith(word)),
    }));
}
