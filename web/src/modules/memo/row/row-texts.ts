import { defineTexts } from '../../../shell/index.ts';

const clock = (hours: number, minutes: number, hour: string, minute: string): string =>
  [...(hours > 0 ? [`${hours} ${hour}`] : []), ...(minutes > 0 ? [`${minutes} ${minute}`] : [])].join(' ');

export const rowTexts = defineTexts(
  {
    minutes: (hours: number, minutes: number) => clock(hours, minutes, 'Std.', 'Min.'),
    alarm: 'Mit Erinnerung',
  },
  {
    minutes: (hours: number, minutes: number) => clock(hours, minutes, 'h', 'min'),
    alarm: 'With a reminder',
  },
);
