import { defineTexts } from '../language.ts';

/** What the sheet of keys and the page that changes them have in common. */
export const keySheetTexts = defineTexts(
  {
    search: 'Aktion oder Taste suchen',
    nothing: 'Keine Aktion passt dazu.',
    areas: {
      move: 'Bewegen',
      act: 'Mit Einträgen arbeiten',
      tabs: 'Reiter',
      list: 'Liste',
      calendar: 'Kalender',
      calls: 'Anrufe',
      places: 'Orte',
      write: 'Schreiben',
      general: 'Überall',
    },
  },
  {
    search: 'Search for an action or a key',
    nothing: 'No action fits.',
    areas: {
      move: 'Moving',
      act: 'Working with items',
      tabs: 'Tabs',
      list: 'List',
      calendar: 'Calendar',
      calls: 'Calls',
      places: 'Places',
      write: 'Writing',
      general: 'Everywhere',
    },
  },
);
