import { defineTexts } from '../../../shell/index.ts';

/** Who is writing in a thread. */
export const writersTexts = defineTexts(
  {
    writing: (names: string, count: number) => `${names} ${count === 1 ? 'schreibt' : 'schreiben'} …`,
    several: 'Mehrere schreiben …',
  },
  {
    writing: (names, count) => `${names} ${count === 1 ? 'is' : 'are'} writing …`,
    several: 'Several people are writing …',
  },
);
