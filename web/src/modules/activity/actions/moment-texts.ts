import { defineTexts } from '../../../shell/index.ts';

/** What is said where a moment is chosen. */
export const momentTexts = defineTexts(
  {
    typed: 'Oder wann?',
    calendar: 'Im Kalender wählen',
    time: 'Uhrzeit',
    hint: 'Etwa „in 2 Stunden“, „morgen 9“ oder „24.12. 8:00“.',
    fault: 'Das ist keine Zeit, die noch kommt.',
  },
  {
    typed: 'Or when?',
    calendar: 'Choose in the calendar',
    time: 'Time',
    hint: 'Such as “in 2 hours”, “tomorrow 9” or “24.12. 8:00”.',
    fault: 'This is no time that is still to come.',
  },
);
