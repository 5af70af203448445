import { defineTexts, plural } from '../../../shell/index.ts';

export const rowTexts = defineTexts(
  {
    begins: 'Beginnt:',
    allDay: 'ganztägig',
    where: 'Ort:',
    people: (count: number) => plural('de', count, 'Person', 'Personen'),
    repeats: 'Wiederholt sich',
    alarm: 'Mit Erinnerung',
    isPrivate: 'Privat',
    provisional: 'Noch nicht zugesagt',
    tentative: 'Vielleicht',
    declined: 'Abgesagt',
  },
  {
    begins: 'Begins:',
    allDay: 'all day',
    where: 'Where:',
    people: (count) => plural('en', count, 'person', 'people'),
    repeats: 'Repeats',
    alarm: 'With a reminder',
    isPrivate: 'Private',
    provisional: 'Not answered yet',
    tentative: 'Maybe',
    declined: 'Declined',
  },
);
