import { defineTexts, plural } from '../../shell/index.ts';

/** What a list says in the place of rows. Apart from its other words, which the app begins with. */
export const noRowsTexts = defineTexts(
  {
    inboxEmpty: 'Alles erledigt',
    inboxEmptyHint: 'Was neu eintrifft, erscheint hier von selbst.',
    nothingMore: 'Mehr ist hier nicht geladen',
    nothingMoreHint: 'Der Server ist nicht zu erreichen. Sobald die Verbindung wieder steht, geht die Liste weiter.',
    failed: 'Die Liste konnte nicht geladen werden',
    failedHint: 'Der Server hat nicht wie erwartet geantwortet.',
    failedOffline: 'Der Server ist nicht zu erreichen. Sobald die Verbindung wieder steht, erscheint die Liste.',
    retry: 'Erneut versuchen',
    newAbove: (count: number) => plural('de', count, 'neuer Eintrag', 'neue Einträge'),
  },
  {
    inboxEmpty: 'All done',
    inboxEmptyHint: 'Whatever comes in appears here on its own.',
    nothingMore: 'Nothing more is loaded here',
    nothingMoreHint: 'The server cannot be reached. The list goes on as soon as the connection is back.',
    failed: 'The list could not be loaded',
    failedHint: 'The server did not answer as expected.',
    failedOffline: 'The server cannot be reached. The list appears as soon as the connection is back.',
    retry: 'Try again',
    newAbove: (count: number) => plural('en', count, 'new item', 'new items'),
  },
);
