import { defineTexts, plural } from '../../../shell/index.ts';

export const teamTexts = defineTexts(
  {
    claimed: (name: string) => `Übernommen von ${name}`,
    comments: (count: number) => plural('de', count, 'interner Kommentar', 'interne Kommentare'),
  },
  {
    claimed: (name: string) => `Claimed by ${name}`,
    comments: (count: number) => plural('en', count, 'internal comment', 'internal comments'),
  },
);
