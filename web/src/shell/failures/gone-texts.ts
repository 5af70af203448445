import { defineTexts } from '../language.ts';

export const goneTexts = defineTexts(
  {
    notThere: 'Nicht gefunden',
    notThereHint: 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
  },
  {
    notThere: 'Not found',
    notThereHint: 'It does not exist, or you may not see it.',
  },
);
