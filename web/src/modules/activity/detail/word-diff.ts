import { diffComm } from 'node-diff3';

/** A part of two texts: what both have, or what each has alone. */
export interface DiffPart {
  readonly kind: 'both' | 'gone' | 'new';
  readonly text: string;
}

/** More words than this are not compared one by one. */
const MAX_WORDS = 6000;
/** What both have is cut down to this many signs at each side of a change. */
const AROUND = 60;

const wordsOf = (text: string): string[] => text.split(/(\s+)/).filter((word) => word !== '');

/** What became of a text, word by word. */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length + now.length > MAX_WORDS)
    return [
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ];
  return diffComm(old, now).flatMap((part): DiffPart[] => {
    if (part.common !== undefined) return [{ kind: 'both', text: part.common.join('') }];
    const [gone, added] = [part.buffer1.join(''), part.buffer2.join('')];
    return [
      ...(gone === '' ? [] : [{ kind: 'gone' as const, text: gone }]),
      ...(added === '' ? [] : [{ kind: 'new' as const, text: added }]),
    ];
  });
}

/** The same with no more of what stayed than shows where it is. */
export const shortDiff = (parts: readonly DiffPart[]): readonly DiffPart[] =>
  parts.map((part, index) => {
    if (part.kind !== 'both' || part.text.length <= 2 * AROUND) return part;
    const start = index === 0 ? '' : part.text.slice(0, AROUND);
    const end = index === parts.length - 1 ? '' : part.text.slice(-AROUND);
    return { kind: 'both', text: `${start} … ${end}`.trim() };
  });
