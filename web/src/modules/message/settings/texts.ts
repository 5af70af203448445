import { defineTexts, plural } from '../../../shell/index.ts';

/** What is said where administrators say what holds for messages. */
export const rulesTexts = defineTexts(
  {
    intro: 'Was für die Nachrichten aller gilt.',
    edit: 'Texte bearbeiten und zurücknehmen',
    editHint: 'So lange nach dem Senden, nur eigene. Frühere Fassungen bleiben für alle zu sehen, die den Text lesen.',
    time: (minutes: string) =>
      ({ '0': 'Nie', '60': 'Eine Stunde lang', '1440': 'Einen Tag lang', '': 'Immer' })[minutes] ??
      `${plural('de', Number(minutes), 'Minute', 'Minuten')} lang`,
    readMarks: 'Zeigen, was gelesen ist',
    readMarksHint:
      'Aus: Niemand sieht, ob andere eine Nachricht gelesen haben. Bestätigungen, um die gebeten wird, bleiben davon unberührt.',
    failed: 'Nicht gespeichert. Versuchen Sie es noch einmal.',
    offline: 'Nicht gespeichert: Dafür braucht es eine Verbindung.',
  },
  {
    intro: 'What holds for everybody’s messages.',
    edit: 'Edit texts and take them back',
    editHint:
      'For so long after they were sent, one’s own alone. Earlier versions stay to be seen by all who read the text.',
    time: (minutes) =>
      ({ '0': 'Never', '60': 'For an hour', '1440': 'For a day', '': 'Always' })[minutes] ??
      `For ${plural('en', Number(minutes), 'minute', 'minutes')}`,
    readMarks: 'Show what was read',
    readMarksHint:
      'Off: nobody sees whether others have read a message. Receipts that are asked for are not touched by it.',
    failed: 'Not saved. Please try again.',
    offline: 'Not saved: that takes a connection.',
  },
);
