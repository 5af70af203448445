import { defineTexts } from '../../shell/index.ts';

export const confirmTexts = defineTexts(
  { close: 'Schließen', cancel: 'Abbrechen' },
  { close: 'Close', cancel: 'Cancel' },
);
