import { defineTexts } from '../../../shell/index.ts';

/** What is said of a row's records. */
export const recordsTexts = defineTexts(
  {
    linked: 'Mit Datensatz verknüpft',
    count: (count: number) => (count === 1 ? 'Mit 1 Datensatz verknüpft' : `Mit ${count} Datensätzen verknüpft`),
  },
  {
    linked: 'Linked with a record',
    count: (count) => (count === 1 ? 'Linked with 1 record' : `Linked with ${count} records`),
  },
);
