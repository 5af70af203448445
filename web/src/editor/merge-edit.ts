import { mergeFields } from '../client/core/merge.ts';
import type { Conflict } from './co-edit.ts';
import type { WrittenNode } from './document.ts';
import { mergeSets, mergeTexts } from './merge.ts';
import { toText } from './to-text.ts';

const asLine = (text: string): WrittenNode => ({
  type: 'doc',
  content: [text === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** Two versions of a line in one, by its words. Undefined where both have rewritten the same. */
export function mergeLine(base: string, mine: string, theirs: string): string | undefined {
  const { doc, conflicts } = mergeTexts(asLine(base), asLine(mine), asLine(theirs));
  return conflicts.length > 0
    ? undefined
    : toText(doc)
        .replace(/\s*\n\s*/g, ' ')
        .trim();
}

/** How the fields of an edit are brought together that are more than one value. */
export interface EditShape<F> {
  /** Documents of the editor. */
  readonly texts: readonly (keyof F & string)[];
  /** Single lines of text. */
  readonly lines: readonly (keyof F & string)[];
  /** Sets of words or numbers, in an order of their own. */
  readonly sets: readonly (keyof F & string)[];
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * Two edits of one thing in one: field by field, texts by their words, sets by their entries. Where both have made something else of the
 * same, mine stands there, and both are among the conflicts: of a text the blocks in question.
 */
export const mergerOf =
  <F extends object>({ texts, lines, sets }: EditShape<F>) =>
  (base: F, mine: F, theirs: F): { readonly value: F; readonly conflicts: readonly Conflict[] } => {
    const made: Partial<Record<string, unknown>> = {};
    const conflicts: Conflict[] = [];
    const sides = (field: keyof F): [unknown, unknown, unknown] => [base[field], mine[field], theirs[field]];
    for (const field of texts) {
      const merged = mergeTexts(...(sides(field) as [WrittenNode, WrittenNode, WrittenNode]));
      made[field] = merged.doc;
      conflicts.push(...merged.conflicts.map((one) => ({ field, mine: one.mine, theirs: one.theirs })));
    }
    for (const field of lines) {
      const line = mergeLine(...(sides(field) as [string, string, string]));
      if (line !== undefined) made[field] = line;
    }
    for (const field of sets)
      made[field] = mergeSets(
        ...(sides(field) as [readonly unknown[], readonly unknown[], readonly unknown[]]),
        (one: unknown) => JSON.stringify(one),
      );
    const rest = mergeFields(
      base as Readonly<Record<string, unknown>>,
      mine as Readonly<Record<string, unknown>>,
      theirs as Readonly<Record<string, unknown>>,
    );
    for (const { field, mine: here, theirs: there } of rest.conflicts)
      if (!(field in made)) conflicts.push({ field, mine: here, theirs: there });
    const value = { ...rest.value, ...made } as F;
    // What came out as one of them is that one, so that nobody takes it for another.
    return { value: isSame(value, mine) ? mine : isSame(value, theirs) ? theirs : value, conflicts };
  };
