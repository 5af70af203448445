import { defineTexts, plural } from '../../../shell/index.ts';

/** What a list says in the place of rows. Apart from its other words, which the app begins with. */
export const noRowsTexts = defineTexts(
  {
    inboxEmpty: 'Alles erledigt',
    inboxEmptyHint: 'Was neu eintrifft, erscheint hier von selbst.',
    nothingMore: 'Mehr ist hier nicht geladen',
    nothingMoreHint: 'Der Server ist nicht zu erreichen. Sobald die Verbindung wieder steht, geht die Liste weiter.',
    failed: 'Die Liste konnte nicht geladen werden',
    failedOffline: 'Der Server ist nicht zu erreichen. Sobald die Verbindung wieder steht, erscheint die Liste.',
    newAbove: (count: number) => plural('de', count, 'neuer Eintrag', 'neue Einträge'),
  },
  {
    inboxEmpty: 'All done',
    inboxEmptyHint: 'Whatever comes in appears here on its own.',
    nothingMore: 'Nothing more is loaded here',
    nothingMoreHint: 'The server cannot be reached. The list goes on as soon as the connection is back.',
    failed: 'The list could not be loaded',
    failedOffline: 'The server cannot be reached. The list appears as soon as the connection is back.',
    newAbove: (count: number) => plural('en', count, 'new item', 'new items'),
  },
);
