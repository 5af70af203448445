import { defineTexts } from '../language.ts';

export const texts = defineTexts(
  { people: 'Personen', width: 'Breite der Personen' },
  { people: 'People', width: 'Width of people' },
);
