import { useMemo } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { texts } from '../texts.ts';
import { personKey } from './people-list.tsx';
import type { PeopleShown } from './use-people.ts';

/** The letter under which a name stands: without what marks it, and `#` for what is none. */
function letterOf(name: string): string {
  const [first = '#'] = name.normalize('NFD').toUpperCase();
  return /\p{L}/u.test(first) ? first : '#';
}

/** Letters that lead to the first person whose name begins so, in the group that comes first. */
export function LetterRail({ all, onLetter }: { all: PeopleShown; onLetter: (key: string) => void }) {
  const t = useTexts(texts);
  const letters = useMemo(() => {
    const firsts = new Map<string, string>();
    for (const { people } of all.shown)
      for (const { id, name } of people) {
        const letter = letterOf(name);
        if (!firsts.has(letter)) firsts.set(letter, personKey(id));
      }
    return [...firsts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }, [all.shown]);
  return (
    <nav className="letter-rail" aria-label={t.letters}>
      {letters.map(([letter, key]) => (
        <button key={letter} type="button" onClick={() => onLetter(key)}>
          {letter}
        </button>
      ))}
    </nav>
  );
}
