/** A text as it is compared: small letters without marks, ß as ss. */
export const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');

/**
 * How well one typed word is found in a text: as a word of it, at its beginning, at a word's, inside of one, or with letters left
 * out. 0: not at all.
 */
function scoreWord(word: string, text: string): number {
  if (text.split(/[^\p{L}\p{N}]+/u).includes(word)) return 10;
  const at = text.indexOf(word);
  if (at === 0) return 8;
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') ? 3 : 6;
  if (word.length < 3) return 0;
  let from = 0;
  for (const letter of word) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return 0;
  }
  return 1;
}

/** How well what was typed is found in any of these texts; 0 where one of its words is in none. Higher is better. */
export function scoreOf(typed: string, texts: readonly string[]): number {
  const words = plainOf(typed).split(/\s+/).filter(Boolean);
  const plain = texts.map(plainOf);
  let sum = 0;
  for (const word of words) {
    const best = Math.max(...plain.map((text) => scoreWord(word, text)), 0);
    if (best === 0) return 0;
    sum += best;
  }
  return words.length === 0 ? 1 : sum / words.length;
}
