import type { ComposerTexts } from './texts.ts';

/** Why the server would not, in words. */
export const reasonOf = (t: ComposerTexts, code: string): string =>
  (t.codes as Readonly<Record<string, string>>)[code] ?? t.otherCode(code);
