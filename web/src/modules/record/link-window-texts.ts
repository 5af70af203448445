import { defineTexts, plural } from '../../shell/index.ts';

/** What is said in the window of an item's records. */
export const windowTexts = defineTexts(
  {
    title: 'Verknüpfte Datensätze',
    count: (count: number) => (count === 1 ? '1 verknüpfter Datensatz' : `${count} verknüpfte Datensätze`),
    titleOfMany: (count: number) => `Datensätze von ${plural('de', count, 'Eintrag', 'Einträgen')}`,
    noneOfMany: 'Keiner davon ist verknüpft',
    of: (count: number, all: number) => (count === all ? 'mit allen' : `mit ${count} von ${all}`),
    none: 'Mit keinem Datensatz verknüpft',
    noneHint: 'Was verknüpft ist, steht im Verlauf des Datensatzes.',
    failed: 'Die verknüpften Datensätze konnten nicht geladen werden.',
    open: (name: string) => `${name} öffnen`,
    unlink: (name: string) => `Verknüpfung mit ${name} entfernen`,
  },
  {
    title: 'Linked records',
    count: (count) => (count === 1 ? '1 linked record' : `${count} linked records`),
    titleOfMany: (count) => `Records of ${plural('en', count, 'item', 'items')}`,
    noneOfMany: 'None of them is linked',
    of: (count, all) => (count === all ? 'with all' : `with ${count} of ${all}`),
    none: 'Linked with no record',
    noneHint: 'What is linked stands in the history of the record.',
    failed: 'The linked records could not be loaded.',
    open: (name) => `Open ${name}`,
    unlink: (name) => `Remove the link with ${name}`,
  },
);
