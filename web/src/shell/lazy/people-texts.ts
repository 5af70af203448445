import { defineTexts, plural } from '../language.ts';

export const texts = defineTexts(
  {
    people: 'Personen',
    close: 'Personen schließen',
    search: 'Person oder Gruppe suchen',
    width: 'Breite der Personen',
    none: 'Niemand heißt so.',
    groups: 'Gruppen',
    members: (count: number) => plural('de', count, 'Mitglied', 'Mitglieder'),
    own: '(Sie)',
    about: (name: string) => `Einträge mit ${name}`,
    failed: 'Die Personen konnten nicht geladen werden.',
  },
  {
    people: 'People',
    close: 'Close people',
    search: 'Find a person or group',
    width: 'Width of people',
    none: 'Nobody has this name.',
    groups: 'Groups',
    members: (count: number) => plural('en', count, 'member', 'members'),
    own: '(you)',
    about: (name: string) => `Items with ${name}`,
    failed: 'The people could not be loaded.',
  },
);
