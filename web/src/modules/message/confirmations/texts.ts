import { defineTexts } from '../../../shell/index.ts';

/** What is said where confirmations are put into a file. */
export const confirmationTexts = defineTexts(
  {
    save: 'Bestätigungen als Tabelle',
    saving: 'Wird zusammengestellt …',
    fileName: (day: string) => `bestaetigungen-${day}.csv`,
    saved: 'Die Tabelle der Bestätigungen ist gespeichert.',
    faults: {
      OFFLINE: 'Die Tabelle wurde nicht gespeichert: Dafür braucht es eine Verbindung.',
      RIGHT_MISSING: 'Die Tabelle bekommt nur, wer die Nachricht gesendet hat.',
      NOT_FOUND: 'Die Tabelle wurde nicht gespeichert: Diese Nachricht gibt es nicht mehr.',
    },
    failed: 'Die Tabelle konnte nicht gespeichert werden.',
  },
  {
    save: 'Confirmations as a table',
    saving: 'Being put together …',
    fileName: (day) => `confirmations-${day}.csv`,
    saved: 'The table of confirmations is saved.',
    faults: {
      OFFLINE: 'The table was not saved: that takes a connection.',
      RIGHT_MISSING: 'Only who has sent the message gets the table.',
      NOT_FOUND: 'The table was not saved: this message is not there any more.',
    },
    failed: 'The table could not be saved.',
  },
);
