let count = 0;

/** Returns blanks that it has not returned before: hidden words of a search which say nothing, and by which it is not answered from memory. */
export function unusedBlanks(): string {
  count += 1;
  return count.toString(2).replaceAll('0', ' ').replaceAll('1', '\t');
}
