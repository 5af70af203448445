import { defineTexts } from '../../shell/index.ts';

export const ofTexts = defineTexts(
  {
    made: {
      task: (count: number) => `${count} Aufgaben angelegt.`,
      note: (count: number) => `${count} Notizen angelegt.`,
    },
    notAll: (done: number, all: number, why: string) => `${done} von ${all} angelegt. ${why}`,
    retry: 'Übrige anlegen',
  },
  {
    made: {
      task: (count: number) => `${count} tasks made.`,
      note: (count: number) => `${count} notes made.`,
    },
    notAll: (done: number, all: number, why: string) => `${done} of ${all} made. ${why}`,
    retry: 'Make the rest',
  },
);
