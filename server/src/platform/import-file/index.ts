export { beginningOf, type SeenColumn } from './beginning.ts';
export { FIELD_LINE, KEY_PARAMETER, PERSON_LINE } from './cards.ts';
export {
  bytesOf,
  csvAnswer,
  faultyRowsAnswer,
  delimiterOf,
  rowTexts,
  type FaultyRow,
  type FileLanguage,
} from './fault-file.ts';
export { importFiles } from './reading.ts';
export { isSynonym, nameKey } from './synonyms.ts';
export type { ImportTable, TableRow } from './types.ts';
