import { defineTexts, plural } from '../../shell/index.ts';

export const jobTexts = defineTexts(
  {
    intro:
      'Was Kontor im Hintergrund erledigt, versucht es bei einem Fehler über Stunden immer wieder. Was danach noch nicht gelungen ist, liegt hier, bis Sie entscheiden. Verloren ist nichts: E-Mails sind vollständig aufbewahrt.',
    none: 'Nichts ist liegen geblieben',
    noneHint: 'Alles, was im Hintergrund zu tun war, ist getan oder wird noch versucht.',
    tasks: {
      'mail.file': 'Eine abgerufene E-Mail einsortieren',
      'mail.fileReceived': 'Eine empfangene E-Mail einsortieren',
      'mail.readAnew': 'Eine nicht lesbare E-Mail noch einmal lesen',
      'mail.show': 'E-Mails eines Postfachs für neue Mitglieder zeigen',
      'activity.readText': 'Den Text eines Anhangs für die Suche lesen',
      'activity.readTexts': 'Texte von Anhängen für die Suche lesen',
      'command.run': 'Eine Änderung ausführen',
    },
    otherTask: (task: string) => `Arbeit „${task}“`,
    attempts: (count: number) => plural('de', count, 'Versuch', 'Versuche'),
    failedAt: (time: string) => `zuletzt ${time}`,
    discard: 'Verwerfen',
    retryAll: 'Alle erneut versuchen',
    discardAll: 'Alle verwerfen',
    discardTitle: (count: number) => `${plural('de', count, 'Aufgabe', 'Aufgaben')} verwerfen?`,
    discardText:
      'Kontor versucht sie nicht mehr. Eine E-Mail, die noch in keiner Liste steht, bleibt aufbewahrt und wird beim nächsten Start von Kontor noch einmal versucht.',
    retried: (count: number) => `${plural('de', count, 'Aufgabe beginnt', 'Aufgaben beginnen')} von vorn.`,
    discarded: (count: number) => `${plural('de', count, 'Aufgabe ist', 'Aufgaben sind')} verworfen.`,
    problem: 'Das hat nicht geklappt. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
  },
  {
    intro:
      'What Kontor does in the background it tries again and again for hours when it fails. What has not succeeded by then lies here until you decide. Nothing is lost: emails are kept whole.',
    none: 'Nothing was given up',
    noneHint: 'Everything that was to be done in the background is done, or is still being tried.',
    tasks: {
      'mail.file': 'Sort in a fetched email',
      'mail.fileReceived': 'Sort in a received email',
      'mail.readAnew': 'Read an unreadable email again',
      'mail.show': 'Show emails of a mailbox to new members',
      'activity.readText': 'Read the text of an attachment for the search',
      'activity.readTexts': 'Read texts of attachments for the search',
      'command.run': 'Carry out a change',
    },
    otherTask: (task: string) => `Work “${task}”`,
    attempts: (count: number) => plural('en', count, 'try', 'tries'),
    failedAt: (time: string) => `last ${time}`,
    discard: 'Discard',
    retryAll: 'Try all again',
    discardAll: 'Discard all',
    discardTitle: (count: number) => `Discard ${plural('en', count, 'task', 'tasks')}?`,
    discardText:
      'Kontor does not try it again. An email that is in no list yet stays kept, and is tried once more at the next start of Kontor.',
    retried: (count: number) => `${plural('en', count, 'task begins', 'tasks begin')} anew.`,
    discarded: (count: number) => `${plural('en', count, 'task is', 'tasks are')} discarded.`,
    problem: 'That did not work. Check your connection, and try again.',
  },
);
