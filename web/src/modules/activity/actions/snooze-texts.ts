import { defineTexts, plural } from '../../../shell/index.ts';

/** What is said where items are put off. */
export const snoozeTexts = defineTexts(
  {
    title: (count: number) =>
      count === 1 ? 'Zurückstellen' : `${plural('de', count, 'Eintrag', 'Einträge')} zurückstellen`,
    keys: {
      later: 'Später heute',
      evening: 'Heute Abend',
      tomorrow: 'Morgen früh',
      monday: 'Montag früh',
      week: 'In einer Woche',
    },
    in: 'In …',
    spans: {
      PT5M: '5\u00a0Minuten',
      PT15M: '15\u00a0Minuten',
      PT30M: '30\u00a0Minuten',
      PT1H: '1\u00a0Stunde',
      PT2H: '2\u00a0Stunden',
      PT4H: '4\u00a0Stunden',
      P1D: '1\u00a0Tag',
    },
    untilAnswered: 'Früher, sobald jemand antwortet',
    onlyAnswered: 'Bis zur Antwort, ohne Termin',
    set: 'Bis dann zurückstellen',
    wake: 'Jetzt zurückholen',
    putOffUntil: (count: number, time: string) =>
      `${plural('de', count, 'Eintrag', 'Einträge')} zurückgestellt bis ${time}.`,
    putOffUntilBoth: (count: number, time: string) =>
      `${plural('de', count, 'Eintrag', 'Einträge')} zurückgestellt bis zur Antwort, höchstens bis ${time}.`,
    putOffUntilAnswered: (count: number) =>
      `${plural('de', count, 'Eintrag', 'Einträge')} zurückgestellt bis zur Antwort.`,
    until: (time: string) => `bis ${time}`,
    untilAnswer: 'bis zur Antwort',
    snoozedUntil: (time: string) => `Zurückgestellt bis ${time}`,
    snoozedUntilAnswer: 'Zurückgestellt bis zur Antwort',
    wokenAt: (time: string) => `Zurückgestellt bis ${time}`,
    answered: (name: string) => `${name} hat geantwortet`,
    today: (time: string) => `heute ${time}`,
    woken: (count: number) => `${plural('de', count, 'Eintrag', 'Einträge')} zurückgeholt.`,
  },
  {
    title: (count: number) => (count === 1 ? 'Snooze' : `Snooze ${plural('en', count, 'item', 'items')}`),
    keys: {
      later: 'Later today',
      evening: 'This evening',
      tomorrow: 'Tomorrow morning',
      monday: 'Monday morning',
      week: 'In a week',
    },
    in: 'In …',
    spans: {
      PT5M: '5\u00a0minutes',
      PT15M: '15\u00a0minutes',
      PT30M: '30\u00a0minutes',
      PT1H: '1\u00a0hour',
      PT2H: '2\u00a0hours',
      PT4H: '4\u00a0hours',
      P1D: '1\u00a0day',
    },
    untilAnswered: 'Earlier, as soon as somebody answers',
    onlyAnswered: 'Until somebody answers, without a time',
    set: 'Snooze until then',
    wake: 'Bring back now',
    putOffUntil: (count: number, time: string) => `${plural('en', count, 'item', 'items')} snoozed until ${time}.`,
    putOffUntilBoth: (count: number, time: string) =>
      `${plural('en', count, 'item', 'items')} snoozed until somebody answers, at most until ${time}.`,
    putOffUntilAnswered: (count: number) => `${plural('en', count, 'item', 'items')} snoozed until somebody answers.`,
    until: (time: string) => `until ${time}`,
    untilAnswer: 'until answered',
    snoozedUntil: (time: string) => `Snoozed until ${time}`,
    snoozedUntilAnswer: 'Snoozed until somebody answers',
    wokenAt: (time: string) => `Snoozed until ${time}`,
    answered: (name: string) => `${name} has answered`,
    today: (time: string) => `today ${time}`,
    woken: (count: number) => `${plural('en', count, 'item', 'items')} brought back.`,
  },
);
