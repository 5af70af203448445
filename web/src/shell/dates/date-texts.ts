import { defineTexts } from '../language.ts';

export const dateTexts = defineTexts(
  {
    calendar: 'Kalender',
    /** What the parts of a day are called by their letters. */
    parts: { DD: 'TT', MM: 'MM', YYYY: 'JJJJ' },
    placeholder: {
      day: (pattern: string) => pattern,
      time: (_pattern: string) => 'HH:MM',
      moment: (pattern: string) => `${pattern} HH:MM`,
    },
    wrong: {
      day: (example: string) => `Das ist kein Datum. Schreiben Sie es wie ${example}.`,
      time: (example: string) => `Das ist keine Uhrzeit. Schreiben Sie sie wie ${example}.`,
      moment: (example: string) => `Das ist kein Datum mit Uhrzeit. Schreiben Sie beides wie ${example}.`,
    },
    early: (limit: string) => `Das ist vor dem ${limit}.`,
    late: (limit: string) => `Das ist nach dem ${limit}.`,
  },
  {
    calendar: 'Calendar',
    parts: { DD: 'DD', MM: 'MM', YYYY: 'YYYY' },
    placeholder: {
      day: (pattern: string) => pattern,
      time: (_pattern: string) => 'h:mm AM',
      moment: (pattern: string) => `${pattern} h:mm AM`,
    },
    wrong: {
      day: (example: string) => `This is no date. Write it like ${example}.`,
      time: (example: string) => `This is no time. Write it like ${example}.`,
      moment: (example: string) => `This is no date with a time. Write both like ${example}.`,
    },
    early: (limit: string) => `This is before ${limit}.`,
    late: (limit: string) => `This is after ${limit}.`,
  },
);
