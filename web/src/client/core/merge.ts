import { diff3Merge } from 'node-diff3';

/** What a field of an entity may hold: plain data. */
export type Fields = Readonly<Record<string, unknown>>;

/** A field that both have changed, each to something else. */
export interface Conflict {
  readonly field: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged<T> {
  /** Both changes; where they are at odds, mine, and in texts both passages, mine first. */
  readonly value: T;
  readonly conflicts: readonly Conflict[];
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
const linesOf = (text: string): string[] => text.split('\n');

/**
 * Joins two changes of one entity by field: a field that one side alone has changed is as that side has it. `texts` names the fields
 * that are joined by their lines where both have changed them.
 */
export function mergeFields<T extends Fields>(
  base: T,
  mine: T,
  theirs: T,
  texts: readonly (keyof T)[] = [],
): Merged<T> {
  const value: Record<string, unknown> = {};
  const conflicts: Conflict[] = [];
  for (const field of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, here, there] = [base[field], mine[field], theirs[field]];
    const isText = [was, here, there].every((side) => typeof side === 'string') && texts.includes(field);
    if (isSame(here, there) || isSame(there, was)) put(value, field, mine);
    else if (isSame(here, was)) put(value, field, theirs);
    else if (isText) {
      const merged = mergeText(was as string, here as string, there as string);
      value[field] = merged.value;
      if (!merged.isClean) conflicts.push({ field, base: was, mine: here, theirs: there });
    } else {
      put(value, field, mine);
      conflicts.push({ field, base: was, mine: here, theirs: there });
    }
  }
  return { value: value as T, conflicts };
}

function put(value: Record<string, unknown>, field: string, from: Fields): void {
  if (field in from) value[field] = from[field];
}

/** Joins two changes of one text by its lines. Passages that both have changed stand one after the other, mine first; nothing is lost. */
export function mergeText(
  base: string,
  mine: string,
  theirs: string,
): { readonly value: string; readonly isClean: boolean } {
  let isClean = true;
  const lines = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true }).flatMap(
    ({ ok, conflict }) => {
      if (conflict === undefined) return ok ?? [];
      isClean = false;
      return [...conflict.a, ...conflict.b];
    },
  );
  return { value: lines.join('\n'), isClean };
}
