import { defineTexts } from '../../../shell/index.ts';

/** Who else is at an item. */
export const attendanceTexts = defineTexts(
  {
    answering: (names: string, count: number) => `${names} ${count === 1 ? 'antwortet' : 'antworten'} gerade.`,
    reading: (names: string, count: number) => `${names} ${count === 1 ? 'liest' : 'lesen'} mit.`,
    writing: (names: string, count: number) => `${names} ${count === 1 ? 'schreibt' : 'schreiben'} mit.`,
  },
  {
    answering: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} answering.`,
    reading: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} reading, too.`,
    writing: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} writing, too.`,
  },
);
