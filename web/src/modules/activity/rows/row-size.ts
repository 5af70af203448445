const TOUCH = 68;
/** For who wants what is pressed to be easier to hit. */
const ROOMY = 60;
const LARGE = 52;
const COMPACT = 36;
/** Compact rows of a search: their second line says why they were found. */
const FOUND = 46;

/** Height of a list's rows in pixels. `coarse`: a finger hits them, and all are large. */
export function rowSize(how: {
  readonly compact: boolean;
  readonly coarse: boolean;
  readonly isSought: boolean;
}): number {
  if (how.coarse) return TOUCH;
  if (how.compact) return how.isSought ? FOUND : COMPACT;
  return document.documentElement.dataset['roomy'] === undefined ? LARGE : ROOMY;
}

/** Height of a group's heading, in pixels. */
export const GROUP_SIZE = 32;
/** Width from which on a list is a table, in pixels. */
export const TABLE_WIDTH = 720;
