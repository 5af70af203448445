import type { ImportTexts } from './texts.ts';

/** What is said of a failure, by its code. */
export const saidOf = (t: ImportTexts, code: string): string =>
  (t.problems as Readonly<Record<string, string>>)[code] ?? t.problems.other;
