import { IMPORT_LIMITS } from '@kontor/contract/record';
import { importFiles } from '../../../platform/import-file/index.ts';

export const { formatOf, readingOf, openTable } = importFiles({
  limits: IMPORT_LIMITS,
  unreadable: 'RECORD_IMPORT_UNREADABLE',
  tooLarge: 'RECORD_IMPORT_TOO_LARGE',
});
