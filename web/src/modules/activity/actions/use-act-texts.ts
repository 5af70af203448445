import { defineTexts } from '../../../shell/index.ts';

export const actTexts = defineTexts(
  {
    notDone: 'Das hat nicht geklappt, weil ein Teil der App nicht geladen werden konnte. Versuchen Sie es noch einmal.',
  },
  {
    notDone: 'This did not work, because a part of the app could not be loaded. Try again.',
  },
);
