import { defineTexts } from '../../../shell/index.ts';

export const relatedTexts = defineTexts(
  {
    from: 'Entstanden aus',
    made: 'Daraus entstanden',
    untitled: 'Ohne Titel',
  },
  {
    from: 'Made from',
    made: 'Made of this',
    untitled: 'No title',
  },
);
