import { defineTexts } from '../language.ts';

export const texts = defineTexts(
  {
    updateReady: 'Eine neue Version von Kontor ist bereit.',
    updateHint: 'Entwürfe und wartende Änderungen bleiben erhalten.',
    updateNow: 'Jetzt aktualisieren',
    updating: 'Wird aktualisiert …',
    updateFailed:
      'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal, oder schließen Sie alle Fenster von Kontor.',
    no: 'Nein',
    install: 'Kontor als App auf diesem Gerät?',
    installHint: 'Mit eigenem Fenster und Symbol, auch ohne Netz.',
    yes: 'Ja',
    later: 'Später',
    never: 'Nie',
    mismatch: 'Diese Seite passt nicht mehr zum Server',
    mismatchLooking: 'Kontor holt die neue Version. Änderungen, die noch warten, bleiben erhalten.',
    mismatchNone:
      'Der Server spricht eine andere Version, hat aber die neuen Dateien noch nicht. Kontor sieht jede Minute wieder nach. Änderungen, die noch warten, bleiben erhalten.',
    mismatchOffline:
      'Der Server ist gerade nicht zu erreichen. Kontor sieht jede Minute wieder nach. Änderungen, die noch warten, bleiben erhalten.',
    lookAgain: 'Jetzt nachsehen',
    palette: 'Alles finden und tun',
    palettePlaceholder: 'Suchen oder etwas tun …',
    paletteNone: 'Nichts gefunden.',
  },
  {
    updateReady: 'A new version of Kontor is ready.',
    updateHint: 'Drafts and waiting changes are kept.',
    updateNow: 'Update now',
    updating: 'Updating …',
    updateFailed: 'That did not work. Please try again, or close all windows of Kontor.',
    no: 'No',
    install: 'Kontor as an app on this device?',
    installHint: 'With a window and icon of its own, without a network too.',
    yes: 'Yes',
    later: 'Later',
    never: 'Never',
    mismatch: 'This page no longer fits the server',
    mismatchLooking: 'Kontor is fetching the new version. Changes that are waiting are kept.',
    mismatchNone:
      'The server speaks another version, but does not have the new files yet. Kontor looks again every minute. Changes that are waiting are kept.',
    mismatchOffline:
      'The server cannot be reached right now. Kontor looks again every minute. Changes that are waiting are kept.',
    lookAgain: 'Look now',
    palette: 'Find and do anything',
    palettePlaceholder: 'Search, or do something …',
    paletteNone: 'Nothing found.',
  },
);
