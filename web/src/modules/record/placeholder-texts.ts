import { defineTexts } from '../../shell/index.ts';

/** What placeholders of records stand for. */
export const placeholderTexts = defineTexts(
  {
    title: 'Datensatz: Titel',
    kind: 'Datensatz: Art',
    field: (label: string) => `Datensatz: ${label}`,
  },
  {
    title: 'Record: title',
    kind: 'Record: kind',
    field: (label: string) => `Record: ${label}`,
  },
);
