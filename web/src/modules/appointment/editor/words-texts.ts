import type { MONTH_RULES } from '@kontor/contract/appointment';
import { defineTexts, plural } from '../../../shell/index.ts';

type MonthRule = (typeof MONTH_RULES)[number];

const ORDINALS = {
  de: ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'],
  en: ['first', 'second', 'third', 'fourth', 'fifth'],
} as const;
const FROM_END = {
  de: ['letzten', 'vorletzten', 'drittletzten', 'viertletzten', 'fünftletzten'],
  en: ['last', 'second to last', 'third to last', 'fourth to last', 'fifth to last'],
} as const;

/** Words for lengths, reminders and how something repeats. */
export const wordsTexts = defineTexts(
  {
    minutes: (count: number) => `${count}\u00a0min`,
    hours: (hours: number, minutes: number) =>
      minutes === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${minutes}\u00a0min`,
    days: (count: number) => plural('de', count, 'Tag', 'Tage'),
    noAlert: 'Keine Erinnerung',
    atBeginning: 'Zu Beginn',
    before: {
      minutes: (count: number) => `${plural('de', count, 'Minute', 'Minuten')} vorher`,
      hours: (count: number) => `${plural('de', count, 'Stunde', 'Stunden')} vorher`,
      days: (count: number) => `${plural('de', count, 'Tag', 'Tage')} vorher`,
    },
    allDay: 'ganztägig',
    daily: (tact: number) => (tact === 1 ? 'Täglich' : `Alle ${tact} Tage`),
    workdays: 'Jeden Werktag',
    weeklyOn: (tact: number, day: string) =>
      tact === 1 ? `Jeden ${day}` : tact === 2 ? `Jeden zweiten ${day}` : `Alle ${tact} Wochen am ${day}`,
    weeklyOnMany: (tact: number, days: string) =>
      tact === 1 ? `Jede Woche am ${days}` : `Alle ${tact} Wochen am ${days}`,
    monthly: (tact: number, day: string) => `${tact === 1 ? 'Jeden Monat' : `Alle ${tact} Monate`} ${day}`,
    yearly: (tact: number, day: string) => `${tact === 1 ? 'Jedes Jahr' : `Alle ${tact} Jahre`} ${day}`,
    yearlyRule: (day: string, month: string) => `${day} im ${month}`,
    custom: 'Nach einer Regel von außerhalb',
    onDay: (day: number) => `am ${day}.`,
    onDate: (date: string) => `am ${date}`,
    rules: {
      weekdayOfMonth: (weekday: string, nth: number) => `am ${ORDINALS.de[nth] ?? ''} ${weekday}`,
      weekdayFromEnd: (weekday: string, nth: number) => `am ${FROM_END.de[nth] ?? ''} ${weekday}`,
      lastDay: () => 'am letzten Tag',
      firstWorkday: () => 'am ersten Werktag',
      lastWorkday: () => 'am letzten Werktag',
    } satisfies Record<MonthRule, (weekday: string, nth: number) => string>,
    until: (sentence: string, date: string) => `${sentence}, bis ${date}`,
    times: (sentence: string, count: number) => `${sentence}, ${count}-mal`,
  },
  {
    minutes: (count) => `${count}\u00a0min`,
    hours: (hours, minutes) => (minutes === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${minutes}\u00a0min`),
    days: (count) => plural('en', count, 'day', 'days'),
    noAlert: 'No reminder',
    atBeginning: 'When it begins',
    before: {
      minutes: (count) => `${plural('en', count, 'minute', 'minutes')} before`,
      hours: (count) => `${plural('en', count, 'hour', 'hours')} before`,
      days: (count) => `${plural('en', count, 'day', 'days')} before`,
    },
    allDay: 'all day',
    daily: (tact) => (tact === 1 ? 'Daily' : `Every ${tact} days`),
    workdays: 'Every working day',
    weeklyOn: (tact, day) =>
      tact === 1 ? `Every ${day}` : tact === 2 ? `Every second ${day}` : `Every ${tact} weeks on ${day}`,
    weeklyOnMany: (tact, days) => (tact === 1 ? `Every week on ${days}` : `Every ${tact} weeks on ${days}`),
    monthly: (tact, day) => `${tact === 1 ? 'Every month' : `Every ${tact} months`} ${day}`,
    yearly: (tact, day) => `${tact === 1 ? 'Every year' : `Every ${tact} years`} ${day}`,
    yearlyRule: (day, month) => `${day} of ${month}`,
    custom: 'By a rule from outside',
    onDay: (day) => `on day ${day}`,
    onDate: (date) => `on ${date}`,
    rules: {
      weekdayOfMonth: (weekday, nth) => `on the ${ORDINALS.en[nth] ?? ''} ${weekday}`,
      weekdayFromEnd: (weekday, nth) => `on the ${FROM_END.en[nth] ?? ''} ${weekday}`,
      lastDay: () => 'on the last day',
      firstWorkday: () => 'on the first working day',
      lastWorkday: () => 'on the last working day',
    },
    until: (sentence, date) => `${sentence}, until ${date}`,
    times: (sentence, count) => `${sentence}, ${count} times`,
  },
);

export type WordsTexts = (typeof wordsTexts)['de'];
