const isOneOf = (letters: string, letter: string): boolean => letter !== '' && letters.includes(letter);

/** The code of a letter between its neighbours; empty for one that is not heard. `isFirst`: nothing was heard before. */
function codeOf(letter: string, before: string, after: string, isFirst: boolean): string {
  if (isOneOf('AEIJOUY', letter)) return '0';
  if (letter === 'B' || (letter === 'P' && after !== 'H')) return '1';
  if (isOneOf('DT', letter) && !isOneOf('CSZ', after)) return '2';
  if (isOneOf('FPVW', letter)) return '3';
  if (isOneOf('GKQ', letter)) return '4';
  if (letter === 'X') return isOneOf('CKQ', before) ? '8' : '48';
  if (letter === 'C') {
    const isHard = isFirst ? isOneOf('AHKLOQRUX', after) : !isOneOf('SZ', before) && isOneOf('AHKOQUX', after);
    return isHard ? '4' : '8';
  }
  if (isOneOf('SZDT', letter)) return '8';
  if (letter === 'R') return '7';
  if (letter === 'L') return '5';
  return isOneOf('MN', letter) ? '6' : '';
}

/** Returns how a German word sounds, by the Kölner Phonetik (Postel, 1969): digits, the same for words that sound alike; empty if it has no letters. */
export function cologneCode(word: string): string {
  const letters = word
    .toLocaleUpperCase('de')
    .normalize('NFD')
    .replace(/[^A-Z]/g, (sign) => (/\p{M}/u.test(sign) ? '' : ' '));
  let code = '';
  let last = '';
  let before = '';
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    if (letter === ' ') continue;
    const digits = codeOf(letter, before, letters[at + 1] ?? '', code === '');
    // A letter that is not heard parts what is equal.
    if (digits === '') last = '';
    for (const digit of digits) {
      if (digit !== last && (digit !== '0' || code === '')) code += digit;
      last = digit;
    }
    before = letter;
  }
  return code;
}
