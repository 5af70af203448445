import { MARKS, type ListMatch } from '@kontor/contract/kernel';

const AT_MARKS = new RegExp(`[${MARKS.from}${MARKS.to}]`);

/** Where an entry was found, with the words that were searched for marked. */
export function Found({ match }: { match: ListMatch }) {
  return match.text.split(AT_MARKS).map((part, place) => (place % 2 === 1 ? <mark key={place}>{part}</mark> : part));
}
