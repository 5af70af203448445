import { defineTexts, plural } from '../../../shell/index.ts';

export const sharedTexts = defineTexts(
  {
    close: 'Schließen',
    title: 'Wohin?',
    files: (count: number) => `${plural('de', count, 'Datei', 'Dateien')} aus einer anderen App`,
    text: 'Ein Text aus einer anderen App',
    hint: 'Wählen Sie die Instanz. Danach wählen Sie den Ablageort.',
    hintText: 'Wählen Sie die Instanz. Dort wird daraus eine Notiz.',
    cancel: 'Abbrechen',
    unread: (names: string) => `Nicht übernommen, weil zu groß oder nicht lesbar: ${names}`,
    nothing: 'Es wurde nichts übernommen: Die andere App hat nichts Lesbares übergeben.',
    nobody: 'Sie sind auf diesem Gerät nirgends angemeldet. Melden Sie sich an, und teilen Sie dann noch einmal.',
    mayNotFile: 'Sie dürfen in dieser Instanz keine Dokumente ablegen.',
    mayNotWrite: 'Sie dürfen in dieser Instanz keine Notizen anlegen.',
  },
  {
    close: 'Close',
    title: 'Where to?',
    files: (count: number) => `${plural('en', count, 'file', 'files')} from another app`,
    text: 'A text from another app',
    hint: 'Choose the instance. Then you choose the box.',
    hintText: 'Choose the instance. It becomes a note there.',
    cancel: 'Cancel',
    unread: (names: string) => `Not taken over, as too large or not readable: ${names}`,
    nothing: 'Nothing was taken over: the other app handed over nothing that can be read.',
    nobody: 'You are signed in nowhere on this device. Sign in, and share once more then.',
    mayNotFile: 'You may not file documents in this instance.',
    mayNotWrite: 'You may not make notes in this instance.',
  },
);
