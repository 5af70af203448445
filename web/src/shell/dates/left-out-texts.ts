import { defineTexts } from '../language.ts';

export const leftOutTexts = defineTexts(
  {
    months: (day: number, months: string) => `Monate ohne einen ${day}. werden ausgelassen: ${months}.`,
    years: 'Jahre ohne 29. Februar werden ausgelassen.',
    never: (day: number, months: string) => `Einen ${day}. gibt es nie: ${months}.`,
    onLastDay: 'Stattdessen am letzten Tag des Monats',
  },
  {
    months: (day: number, months: string) => `Months without a day ${day} are left out: ${months}.`,
    years: 'Years without 29 February are left out.',
    never: (day: number, months: string) => `There is never a day ${day}: ${months}.`,
    onLastDay: 'On the last day of the month instead',
  },
);
