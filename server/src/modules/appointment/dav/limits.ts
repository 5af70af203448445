/** Bytes that one file of a calendar may have. */
export const MAX_OBJECT_BYTES = 1_000_000;
/** Files that a program may ask for by their addresses at once. */
export const MAX_HREFS = 500;
/** Changes that are told at once, whatever a program asks for. */
export const MAX_CHANGES = 5000;
