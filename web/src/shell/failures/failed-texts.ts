import { defineTexts } from '../language.ts';

export const failedTexts = defineTexts(
  {
    failed: 'Das konnte nicht geladen werden',
    failedHint: 'Der Server hat nicht wie erwartet geantwortet.',
    refused: 'Dazu haben Sie kein Recht',
    offline: 'Der Server ist nicht zu erreichen. Sobald die Verbindung wieder steht, erscheint es hier.',
  },
  {
    failed: 'This could not be loaded',
    failedHint: 'The server did not answer as expected.',
    refused: 'You have no right to this',
    offline: 'The server cannot be reached. It appears here as soon as the connection is back.',
  },
);
