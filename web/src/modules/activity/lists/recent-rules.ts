/** So many searches are kept, and one of fewer signs is none. */
const MOST = 8;
const LEAST = 2;

const folded = (text: string): string => text.toLowerCase();

/** The searches of last with one more, newest first. What was only the beginning of it is left out; the same ones where nothing is new. */
export function withSearch(searches: readonly string[], given: string): readonly string[] {
  const text = given.trim();
  if (text.length < LEAST || searches[0] === text) return searches;
  const others = searches.filter((one) => folded(one) !== folded(text));
  const [last] = others;
  const isBeginning = last !== undefined && folded(text).startsWith(folded(last));
  return [text, ...(isBeginning ? others.slice(1) : others)].slice(0, MOST);
}
