import { defineTexts } from '../../shell/index.ts';

export const texts = defineTexts(
  {
    tasks: 'Aufgaben',
    searchTasks: 'Aufgaben durchsuchen',
    searchNotes: 'Notizen durchsuchen',
    newTask: 'Neue Aufgabe',
    newNote: 'Neue Notiz',
    firstTask: 'Erste Aufgabe anlegen',
    firstNote: 'Erste Notiz schreiben',
    ownFilters: 'Auswahl der Aufgaben',
    custom: {
      favorites: 'Favoriten',
      overdue: 'Überfällig',
      given: 'Von mir vergeben',
      repeating: 'Wiederkehrend',
    },
    tag: (tag: string) => `#${tag}`,
    empty: {
      open: 'Keine Aufgabe ist offen',
      mine: 'Sie haben keine Aufgaben',
      all: 'Noch keine Aufgaben',
      custom: 'Keine Aufgabe passt zu dieser Auswahl',
    },
    emptyHint:
      'Schreiben Sie in die Zeile über der Liste, was zu tun ist: „morgen 9 Uhr Angebot an Werft schicken“. Zeit, Personen und Wiederholung werden verstanden.',
    emptyCustomHint: 'Wählen Sie eine andere Auswahl, oder sehen Sie unter „Alle“ nach.',
    emptyNotes: {
      open: 'Keine Notiz ist offen',
      mine: 'Sie haben keine Notizen',
      all: 'Noch keine Notizen',
      custom: 'Keine Notiz passt zu dieser Auswahl',
    },
    emptyNotesHint: 'Eine Notiz hält fest, was kein Termin braucht: Absprachen, Ideen, Zugänge zu einem Gebäude.',
    untitledTask: 'Neue Aufgabe',
    untitledNote: 'Neue Notiz',
    notMade: (why: string) => `Das wurde nicht angelegt. ${why}`,
    madeLater: 'Es ist keine Verbindung da. Die Notiz wird angelegt, sobald wieder eine besteht.',
    retryUndo: 'Das alte Datum konnte nicht wiederhergestellt werden.',
    delayed: {
      day: (count: number) => (count === 1 ? 'Um einen Tag verschoben.' : `${count} Einträge um einen Tag verschoben.`),
      week: (count: number) =>
        count === 1 ? 'Um eine Woche verschoben.' : `${count} Einträge um eine Woche verschoben.`,
    },
    favored: (count: number) =>
      count === 1 ? 'Zu den Favoriten genommen.' : `${count} Einträge zu den Favoriten genommen.`,
    unfavored: (count: number) =>
      count === 1 ? 'Aus den Favoriten genommen.' : `${count} Einträge aus den Favoriten genommen.`,
    skipped: (count: number) =>
      count === 1 ? 'Dieses Mal wird ausgelassen.' : `${count} Aufgaben werden dieses Mal ausgelassen.`,
    frames: {
      overdue: 'Bis gestern fällig',
      undated: 'Ohne Termin',
      today: 'Heute',
      tomorrow: 'Morgen',
      thisWeek: 'Diese Woche',
      later: 'Später',
    },
  },
  {
    tasks: 'Tasks',
    searchTasks: 'Search tasks',
    searchNotes: 'Search notes',
    newTask: 'New task',
    newNote: 'New note',
    firstTask: 'Make the first task',
    firstNote: 'Write the first note',
    ownFilters: 'Selection of tasks',
    custom: { favorites: 'Favourites', overdue: 'Overdue', given: 'Given by me', repeating: 'Repeating' },
    tag: (tag: string) => `#${tag}`,
    empty: {
      open: 'No task is open',
      mine: 'You have no tasks',
      all: 'No tasks yet',
      custom: 'No task fits this selection',
    },
    emptyHint:
      'Type what is to be done into the line above the list: “send offer to the yard tomorrow 9am”. Time, people and repetition are understood.',
    emptyCustomHint: 'Choose another selection, or look under “All”.',
    emptyNotes: {
      open: 'No note is open',
      mine: 'You have no notes',
      all: 'No notes yet',
      custom: 'No note fits this selection',
    },
    emptyNotesHint: 'A note keeps what needs no date: agreements, ideas, how to get into a building.',
    untitledTask: 'New task',
    untitledNote: 'New note',
    notMade: (why: string) => `That was not made. ${why}`,
    madeLater: 'There is no connection. The note is made as soon as there is one again.',
    retryUndo: 'The old date could not be put back.',
    delayed: {
      day: (count: number) => (count === 1 ? 'Moved by a day.' : `${count} items moved by a day.`),
      week: (count: number) => (count === 1 ? 'Moved by a week.' : `${count} items moved by a week.`),
    },
    favored: (count: number) => (count === 1 ? 'Added to the favourites.' : `${count} items added to the favourites.`),
    unfavored: (count: number) =>
      count === 1 ? 'Taken from the favourites.' : `${count} items taken from the favourites.`,
    skipped: (count: number) => (count === 1 ? 'Left out this time.' : `${count} tasks are left out this time.`),
    frames: {
      overdue: 'Due until yesterday',
      undated: 'Without a date',
      today: 'Today',
      tomorrow: 'Tomorrow',
      thisWeek: 'This week',
      later: 'Later',
    },
  },
);

export const problemTexts = defineTexts(
  {
    OFFLINE: 'Dafür braucht es eine Verbindung.',
    RIGHT_MISSING: 'Ihnen fehlt das Recht dazu.',
    NOT_FOUND: 'Der Eintrag oder ein Datensatz ist nicht mehr da, oder ist für andere bestimmt.',
    TASK_CONFLICT: 'Jemand anderes hat den Eintrag inzwischen geändert.',
    TASK_LOCKED: 'Jemand anderes bearbeitet den Eintrag gerade.',
    TASK_REMINDER_INVALID: 'Die Erinnerung muss zwischen jetzt und der Fälligkeit liegen.',
    TASK_REPETITION_INVALID: 'So lässt sich der Eintrag nicht wiederholen.',
    other: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  {
    OFFLINE: 'This needs a connection.',
    RIGHT_MISSING: 'You lack the right to do this.',
    NOT_FOUND: 'The item or a record is not there any more, or is for others.',
    TASK_CONFLICT: 'Somebody else has changed the item meanwhile.',
    TASK_LOCKED: 'Somebody else is editing the item at the moment.',
    TASK_REMINDER_INVALID: 'The reminder must lie between now and when it is due.',
    TASK_REPETITION_INVALID: 'The item cannot repeat like that.',
    other: 'That did not work. Please try again.',
  },
);
