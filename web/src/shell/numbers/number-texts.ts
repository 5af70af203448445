import { defineTexts } from '../language.ts';

export const numberTexts = defineTexts(
  {
    number: (number: string) => `Telefonnummer ${number}`,
    call: (number: string) => `${number} anrufen`,
  },
  {
    number: (number) => `Phone number ${number}`,
    call: (number) => `Call ${number}`,
  },
);
