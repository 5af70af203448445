import { defineTexts } from '../../shell/index.ts';

export const removalTexts = defineTexts(
  {
    title: 'Wiederkehrende Aufgabe löschen',
    hint: (title: string) => `„${title}“ wiederholt sich. Was soll gelöscht werden?`,
    one: 'Nur diese',
    following: 'Diese und alle folgenden',
    all: 'Alle der Serie',
    trashHint: 'Gelöschte Aufgaben liegen im Papierkorb. Wiederhergestellt wiederholen sie sich nicht mehr.',
    close: 'Schließen',
  },
  {
    title: 'Delete repeating task',
    hint: (title: string) => `“${title}” repeats. What is to be deleted?`,
    one: 'This one only',
    following: 'This and all following',
    all: 'All of the series',
    trashHint: 'Deleted tasks are in the trash. Restored, they do not repeat any more.',
    close: 'Close',
  },
);
