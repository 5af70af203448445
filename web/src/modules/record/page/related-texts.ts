import { defineTexts } from '../../../shell/index.ts';

/** What is said of records that are related. */
export const relatedTexts = defineTexts(
  {
    title: 'Zugehörige Datensätze',
    persons: 'Ansprechpartner',
    naming: (label: string) => `Steht dort unter ${label}`,
    open: (name: string) => `${name} öffnen`,
    rest: (count: string) => `und ${count} weitere, die hier oder oben nicht noch einmal stehen`,
    all: (count: string) => `Alle ${count} in der Liste zeigen`,
    none: 'Kein anderer Datensatz ist in einem Feld genannt oder nennt diesen.',
    failed: 'Die zugehörigen Datensätze konnten nicht geladen werden.',
    offline: 'Dafür braucht es eine Verbindung.',
    too: (count: string) => `Auch Zugehöriges (${count})`,
  },
  {
    title: 'Related records',
    persons: 'Contact persons',
    naming: (label) => `Names it as ${label}`,
    open: (name) => `Open ${name}`,
    rest: (count) => `and ${count} more that stand above already, or not at all`,
    all: (count) => `Show all ${count} in the list`,
    none: 'No other record is named in a field, or names this one.',
    failed: 'The related records could not be loaded.',
    offline: 'This needs a connection.',
    too: (count) => `And related (${count})`,
  },
);
