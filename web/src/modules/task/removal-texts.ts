import { defineTexts } from '../../shell/index.ts';

export const removalTexts = defineTexts(
  {
    title: (count: number) => (count === 1 ? 'Wiederkehrende Aufgabe löschen' : 'Wiederkehrende Aufgaben löschen'),
    hint: (title: string) => `„${title}“ wiederholt sich. Was soll gelöscht werden?`,
    hintMany: (count: number) =>
      `${count} der ausgewählten Aufgaben wiederholen sich. Was soll von ihnen gelöscht werden?`,
    others: (count: number) =>
      count === 1 ? 'Ein weiterer Eintrag wird mit gelöscht.' : `${count} weitere Einträge werden mit gelöscht.`,
    one: (count: number) => (count === 1 ? 'Nur diese' : 'Nur die ausgewählten'),
    following: (count: number) => (count === 1 ? 'Diese und alle folgenden' : 'Die ausgewählten und alle folgenden'),
    all: (count: number) => (count === 1 ? 'Alle der Serie' : 'Alle dieser Serien'),
    done: {
      thisAndFollowing: (count: number, others: number) =>
        count + others === 1
          ? 'Serie beendet, ihre folgenden Aufgaben gelöscht.'
          : `${count === 1 ? 'Eine Serie' : `${count} Serien`} beendet, die folgenden Aufgaben${others === 0 ? '' : ' und alles Ausgewählte'} gelöscht.`,
      all: (count: number, others: number) =>
        count + others === 1
          ? 'Serie mit allen Aufgaben gelöscht.'
          : `${count === 1 ? 'Eine Serie' : `${count} Serien`} mit allen Aufgaben${others === 0 ? '' : ' und alles Ausgewählte'} gelöscht.`,
    },
    trashHint:
      'Gelöschtes liegt im Papierkorb. „Rückgängig“ setzt auch die Serie fort; wer später einzeln wiederherstellt, setzt eine beendete Serie damit nicht fort.',
  },
  {
    title: (count: number) => (count === 1 ? 'Delete repeating task' : 'Delete repeating tasks'),
    hint: (title: string) => `“${title}” repeats. What is to be deleted?`,
    hintMany: (count: number) => `${count} of the selected tasks repeat. What of them is to be deleted?`,
    others: (count: number) =>
      count === 1 ? 'One other item is deleted with them.' : `${count} other items are deleted with them.`,
    one: (count: number) => (count === 1 ? 'This one only' : 'The selected ones only'),
    following: (count: number) => (count === 1 ? 'This and all following' : 'The selected ones and all following'),
    all: (count: number) => (count === 1 ? 'All of the series' : 'All of these series'),
    done: {
      thisAndFollowing: (count: number, others: number) =>
        count + others === 1
          ? 'Series ended, its following tasks deleted.'
          : `${count === 1 ? 'One series' : `${count} series`} ended, the following tasks${others === 0 ? '' : ' and all that was selected'} deleted.`,
      all: (count: number, others: number) =>
        count + others === 1
          ? 'Series deleted with all of its tasks.'
          : `${count === 1 ? 'One series' : `${count} series`} deleted with all tasks${others === 0 ? '' : ' and all that was selected'}.`,
    },
    trashHint:
      'What is deleted lies in the trash. “Undo” lets the series go on, too; tasks that are restored later, one by one, do not make an ended series go on.',
  },
);
