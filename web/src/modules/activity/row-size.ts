const LARGE = 60;
const COMPACT = 40;
/** Compact rows of a search: their second line says why they were found. */
const FOUND = 48;

/** Height of a list's rows in pixels. Under a finger all are large. */
export const rowSize = (isCompact: boolean, isSought: boolean): number =>
  isCompact ? (isSought ? FOUND : COMPACT) : LARGE;

/** Height of a group's heading, in pixels. */
export const GROUP_SIZE = 30;
/** Width from which on a list is a table, in pixels. */
export const TABLE_WIDTH = 720;
