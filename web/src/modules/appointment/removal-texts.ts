import { defineTexts, plural } from '../../shell/index.ts';

export const removalTexts = defineTexts(
  {
    title: (count: number) => (count === 1 ? 'Wiederkehrenden Termin löschen' : 'Wiederkehrende Termine löschen'),
    hint: (title: string) => `„${title}“ wiederholt sich. Was soll gelöscht werden?`,
    hintMany: (count: number) =>
      `${count} der ausgewählten Termine wiederholen sich. Was soll von ihnen gelöscht werden?`,
    others: (count: number) =>
      count === 1 ? 'Ein weiterer Eintrag wird mit gelöscht.' : `${count} weitere Einträge werden mit gelöscht.`,
    untitled: 'Termin ohne Titel',
    done: {
      one: (count: number) => (count === 1 ? 'Termin gelöscht.' : `${count} Termine gelöscht.`),
      following: (count: number) =>
        count === 1
          ? 'Serie beendet, die folgenden Termine gelöscht.'
          : `${count} Serien beendet, die folgenden Termine gelöscht.`,
      all: (count: number) => (count === 1 ? 'Serie gelöscht.' : `${count} Serien gelöscht.`),
    },
    more: (sentence: string, count: number) =>
      `${sentence} ${plural('de', count, 'weiterer Eintrag', 'weitere Einträge')} mit ihnen.`,
    trashHint:
      'Eine ganze Serie liegt danach im Papierkorb; ein einzelner Termin lässt sich aus der Serie zurückholen.',
  },
  {
    title: (count) => (count === 1 ? 'Delete repeating appointment' : 'Delete repeating appointments'),
    hint: (title) => `“${title}” repeats. What is to be deleted?`,
    hintMany: (count) => `${count} of the selected appointments repeat. What of them is to be deleted?`,
    others: (count) =>
      count === 1 ? 'One other item is deleted with them.' : `${count} other items are deleted with them.`,
    untitled: 'Appointment without a title',
    done: {
      one: (count) => (count === 1 ? 'Appointment deleted.' : `${count} appointments deleted.`),
      following: (count) =>
        count === 1
          ? 'Series ended, its following appointments deleted.'
          : `${count} series ended, the following appointments deleted.`,
      all: (count) => (count === 1 ? 'Series deleted.' : `${count} series deleted.`),
    },
    more: (sentence, count) => `${sentence} ${plural('en', count, 'other item', 'other items')} with them.`,
    trashHint: 'A whole series lies in the trash then; a single appointment can be brought back from its series.',
  },
);
