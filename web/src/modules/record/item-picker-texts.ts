import { defineTexts, plural } from '../../shell/index.ts';

/** What is said where items are looked for, to be linked with records. */
export const itemTexts = defineTexts(
  {
    title: (name: string) => `Einträge mit ${name} verknüpfen`,
    offer: 'Eintrag verknüpfen',
    search: 'Einträge suchen',
    items: 'Gefundene Einträge',
    none: 'Dazu gibt es keinen Eintrag.',
    failed: 'Die Suche hat nicht geklappt.',
    link: (count: number) => (count === 0 ? 'Verknüpfen' : `${plural('de', count, 'Eintrag', 'Einträge')} verknüpfen`),
    records: (count: number) => plural('de', count, 'Datensatz', 'Datensätzen'),
  },
  {
    title: (name) => `Link items with ${name}`,
    offer: 'Link an item',
    search: 'Search items',
    items: 'Items found',
    none: 'No item is like this.',
    failed: 'The search did not work.',
    link: (count) => (count === 0 ? 'Link' : `Link ${plural('en', count, 'item', 'items')}`),
    records: (count) => plural('en', count, 'record', 'records'),
  },
);
