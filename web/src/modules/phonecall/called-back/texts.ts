import { defineTexts } from '../../../shell/index.ts';

export const calledBackTexts = defineTexts(
  {
    missed: (name: string) => `Verpasster Anruf von ${name} ist erledigt.`,
    callback: (name: string) => `Rückruf bei ${name} ist erledigt.`,
    several: (count: number, name: string) => `${count} Anrufe von ${name} sind erledigt.`,
    undo: 'Rückgängig',
  },
  {
    missed: (name) => `Missed call from ${name} is done.`,
    callback: (name) => `Callback to ${name} is done.`,
    several: (count, name) => `${count} calls from ${name} are done.`,
    undo: 'Undo',
  },
);
