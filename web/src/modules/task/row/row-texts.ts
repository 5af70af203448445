import { defineTexts } from '../../../shell/index.ts';

export const rowTexts = defineTexts(
  {
    due: 'Fällig:',
    over: 'Überfällig seit:',
    checks: (done: number, all: number) => `Checkliste: ${done} von ${all}`,
    parts: (done: number, all: number) => `Teilaufgaben: ${done} von ${all}`,
    tags: 'Schlagwörter:',
    repeats: 'Wiederholt sich',
    alarm: 'Mit Erinnerung',
    waits: 'Wartet auf eine andere Aufgabe',
    favored: 'Favorit',
    inactive: 'Noch nicht gespeichert',
  },
  {
    due: 'Due:',
    over: 'Overdue since:',
    checks: (done: number, all: number) => `Check-list: ${done} of ${all}`,
    parts: (done: number, all: number) => `Sub-tasks: ${done} of ${all}`,
    tags: 'Tags:',
    repeats: 'Repeats',
    alarm: 'With a reminder',
    waits: 'Waits for another task',
    favored: 'Favourite',
    inactive: 'Not saved yet',
  },
);
