import { defineTexts, plural } from '../../shell/index.ts';

const items = (count: number): string => plural('de', count, 'Eintrag ist', 'Einträge sind');

/** What is said of what was done with shares. */
export const actTexts = defineTexts(
  {
    /** `name`: of the one who was chosen; empty for several, who are so many `people`. */
    shared: (count: number, name: string, people: number) =>
      `${items(count)} mit ${name === '' ? plural('de', people, 'Person', 'Personen') : name} geteilt.`,
    ended: (count: number, name: string) => `${items(count)} nicht mehr mit ${name} geteilt.`,
    letGo: 'Der Eintrag ist nicht mehr mit Ihnen geteilt.',
    reworded: 'Die Nachricht ist geändert.',
  },
  {
    shared: (count, name, people) =>
      `${plural('en', count, 'item is', 'items are')} shared with ${name === '' ? plural('en', people, 'person', 'people') : name}.`,
    ended: (count, name) => `${plural('en', count, 'item is', 'items are')} no longer shared with ${name}.`,
    letGo: 'The item is no longer shared with you.',
    reworded: 'The message is changed.',
  },
);
