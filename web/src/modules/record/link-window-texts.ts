import { defineTexts } from '../../shell/index.ts';

/** What is said in the window of an item's records. */
export const windowTexts = defineTexts(
  {
    title: 'Verknüpfte Datensätze',
    count: (count: number) => (count === 1 ? '1 verknüpfter Datensatz' : `${count} verknüpfte Datensätze`),
    none: 'Mit keinem Datensatz verknüpft',
    noneHint: 'Was verknüpft ist, steht im Verlauf des Datensatzes.',
    failed: 'Die verknüpften Datensätze konnten nicht geladen werden.',
    open: (name: string) => `${name} öffnen`,
    unlink: (name: string) => `Verknüpfung mit ${name} entfernen`,
  },
  {
    title: 'Linked records',
    count: (count) => (count === 1 ? '1 linked record' : `${count} linked records`),
    none: 'Linked with no record',
    noneHint: 'What is linked stands in the history of the record.',
    failed: 'The linked records could not be loaded.',
    open: (name) => `Open ${name}`,
    unlink: (name) => `Remove the link with ${name}`,
  },
);
