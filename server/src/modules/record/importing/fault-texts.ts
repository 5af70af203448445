import type { FileLanguage } from '../../../platform/import-file/index.ts';
import type { Undone } from './tables.ts';

/** What files that are downloaded say of records; what screens say stands with them. */
const TEXTS = {
  de: {
    record: 'Datensatz',
    name: 'Name',
    person: 'Ansprechpartner',
    left: {
      taken: '',
      changed: 'Inzwischen geändert',
      linked: 'Inzwischen verknüpft',
      deleted: 'Inzwischen gelöscht',
    },
  },
  en: {
    record: 'Record',
    name: 'Name',
    person: 'Contact person',
    left: {
      taken: '',
      changed: 'Changed since',
      linked: 'Linked since',
      deleted: 'Deleted since',
    },
  },
} as const;

export const fileTexts = (language: FileLanguage) => TEXTS[language];

/** Why an undo has left a record, in words. */
export const leftText = (language: FileLanguage, why: Undone): string => TEXTS[language].left[why];
