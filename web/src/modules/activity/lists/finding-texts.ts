import { defineTexts } from '../../../shell/index.ts';

export const findingTexts = defineTexts(
  {
    searchAll: 'Suchen',
    searchTrash: 'Im Papierkorb suchen',
    searchStart: 'Wonach suchen Sie?',
    searchStartHint: 'Kontor sucht in allen Einträgen nach Namen, Adressen, Betreff und Text.',
    trashEmpty: 'Der Papierkorb ist leer',
    trashEmptyHint: 'Was Sie löschen, bleibt hier und kann wiederhergestellt werden.',
  },
  {
    searchAll: 'Search',
    searchTrash: 'Search the trash',
    searchStart: 'What are you looking for?',
    searchStartHint: 'Kontor searches all items for names, addresses, subject and text.',
    trashEmpty: 'The trash is empty',
    trashEmptyHint: 'What you delete stays here and can be restored.',
  },
);
