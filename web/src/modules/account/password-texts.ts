import { defineTexts, plural } from '../../shell/index.ts';

export const passwordTexts = defineTexts(
  {
    newPassword: 'Neues Passwort',
    show: 'Passwort anzeigen',
    hint: 'Mindestens 12 Zeichen. Ein Satz aus mehreren Wörtern ist gut zu merken und schwer zu erraten.',
    short: (count: number) => `Noch ${plural('de', count, 'Zeichen', 'Zeichen')}.`,
    name: 'Bitte ohne Ihren Namen, den der Instanz oder „Kontor“.',
    easy: 'Zu leicht zu erraten: Es wiederholt sich zu viel.',
    fair: 'Brauchbar. Länger ist besser.',
    good: 'Gut.',
    strong: 'Sehr gut.',
  },
  {
    newPassword: 'New password',
    show: 'Show password',
    hint: 'At least 12 characters. A sentence of several words is easy to remember and hard to guess.',
    short: (count: number) => `${plural('en', count, 'more character', 'more characters')}.`,
    name: 'Please without your name, that of the instance, or “Kontor”.',
    easy: 'Too easy to guess: too much of it repeats.',
    fair: 'Fair. Longer is better.',
    good: 'Good.',
    strong: 'Very good.',
  },
);
