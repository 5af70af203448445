import type { problemTexts } from './texts.ts';

/** What is said of a failure about documents. */
export const problemOf = (t: typeof problemTexts.de, code: string): string =>
  (t as Readonly<Record<string, string>>)[code] ?? t.other;
