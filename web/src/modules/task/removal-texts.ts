import { defineTexts } from '../../shell/index.ts';

export const removalTexts = defineTexts(
  {
    title: 'Wiederkehrende Aufgabe löschen',
    hint: (title: string) => `„${title}“ wiederholt sich. Was soll gelöscht werden?`,
    one: 'Nur diese',
    following: 'Diese und alle folgenden',
    all: 'Alle der Serie',
    trashHint:
      'Gelöschtes liegt im Papierkorb. Eine Serie, die beendet wurde, geht durch Wiederherstellen nicht weiter.',
    close: 'Schließen',
  },
  {
    title: 'Delete repeating task',
    hint: (title: string) => `“${title}” repeats. What is to be deleted?`,
    one: 'This one only',
    following: 'This and all following',
    all: 'All of the series',
    trashHint: 'What is deleted lies in the trash. A series that was ended does not go on when its tasks are restored.',
    close: 'Close',
  },
);
