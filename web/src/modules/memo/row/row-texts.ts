import { defineTexts } from '../../../shell/index.ts';

const clock = (hours: number, minutes: number, hour: string, minute: string): string =>
  [...(hours > 0 ? [`${hours} ${hour}`] : []), ...(minutes > 0 ? [`${minutes} ${minute}`] : [])].join(' ');

/** Kinds of communication in the order of their numbers. */
export const rowTexts = defineTexts(
  {
    types: ['Anruf', 'E-Mail', 'Besprechung', 'Besuch', 'Videogespräch', 'Brief', 'Sonstiges'],
    minutes: (hours: number, minutes: number) => clock(hours, minutes, 'Std.', 'Min.'),
    alarm: 'Mit Erinnerung',
  },
  {
    types: ['Call', 'Email', 'Meeting', 'Visit', 'Video call', 'Letter', 'Other'],
    minutes: (hours: number, minutes: number) => clock(hours, minutes, 'h', 'min'),
    alarm: 'With a reminder',
  },
);
