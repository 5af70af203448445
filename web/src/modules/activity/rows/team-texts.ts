import { defineTexts, plural } from '../../../shell/index.ts';

export const teamTexts = defineTexts(
  {
    substitute: (name: string) => `In Vertretung von ${name}`,
    claimed: (name: string) => `Übernommen von ${name}`,
    comments: (count: number) => plural('de', count, 'interner Kommentar', 'interne Kommentare'),
  },
  {
    substitute: (name: string) => `Standing in for ${name}`,
    claimed: (name: string) => `Claimed by ${name}`,
    comments: (count: number) => plural('en', count, 'internal comment', 'internal comments'),
  },
);
