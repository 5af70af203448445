import { defineTexts } from '../../shell/index.ts';

export const findingTexts = defineTexts(
  {
    searchEmpty: 'Nichts gefunden',
    searchEmptyHint:
      'Kein Eintrag enthält alle diese Wörter. Suchen Sie mit weniger Wörtern oder nur mit Wortanfängen.',
    searchStart: 'Wonach suchen Sie?',
    searchStartHint: 'Kontor sucht in allen Einträgen nach Namen, Adressen, Betreff und Text.',
    trashEmpty: 'Der Papierkorb ist leer',
    trashEmptyHint: 'Was Sie löschen, bleibt hier und kann wiederhergestellt werden.',
  },
  {
    searchEmpty: 'Nothing found',
    searchEmptyHint: 'No item contains all of these words. Search with fewer words, or with how words begin.',
    searchStart: 'What are you looking for?',
    searchStartHint: 'Kontor searches all items for names, addresses, subject and text.',
    trashEmpty: 'The trash is empty',
    trashEmptyHint: 'What you delete stays here and can be restored.',
  },
);
