import { defineTexts } from '../../shell/index.ts';

export const sectionTexts = defineTexts(
  {
    failed: 'Das konnte nicht geladen werden',
    refused: 'Dazu haben Sie kein Recht',
    offline: 'Keine Verbindung zum Server',
    offlineHint: 'Diese Seite zeigt, was der Server weiß; sie erscheint, sobald die Verbindung wieder steht.',
    retry: 'Erneut versuchen',
  },
  {
    failed: 'This could not be loaded',
    refused: 'You have no right to this',
    offline: 'No connection to the server',
    offlineHint: 'This page shows what the server knows; it appears as soon as the connection is back.',
    retry: 'Try again',
  },
);
