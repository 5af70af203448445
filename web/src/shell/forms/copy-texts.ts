import { defineTexts } from '../language.ts';

export const copyTexts = defineTexts(
  {
    copied: 'Kopiert.',
    notCopied: 'Das ließ sich nicht kopieren. Markieren Sie den Text, und kopieren Sie ihn selbst.',
  },
  {
    copied: 'Copied.',
    notCopied: 'This could not be copied. Select the text and copy it yourself.',
  },
);
