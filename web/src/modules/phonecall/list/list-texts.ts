import { defineTexts } from '../../../shell/index.ts';

export const listTexts = defineTexts(
  {
    search: 'Anrufe durchsuchen',
    callbacks: 'Rückrufe',
    ownFilters: 'Auswahl der Anrufe',
    filters: {
      missed: 'Verpasst',
      callback: 'Rückruf erbeten',
      voice: 'Sprachnachrichten',
      fax: 'Faxe',
      blocked: 'Gesperrte Nummern',
    },
    empty: {
      open: 'Kein Anruf ist offen',
      mine: 'Hier ist noch kein Anruf',
      all: 'Noch keine Anrufe',
      custom: 'Kein Anruf passt dazu',
    },
    emptyHint:
      'Hier stehen Telefonate, Faxe und Sprachnachrichten. Eine Telefonanlage trägt sie von selbst ein; alles andere halten Sie von Hand fest.',
    emptyViewHint: 'Unter „Alle“ stehen auch die übrigen.',
    note: 'Anruf festhalten',
    book: 'Telefonbuch',
    dial: 'Name oder Nummer wählen',
    call: 'Anrufen',
    callNumber: (number: string) => `${number} anrufen`,
    found: 'Gefundene Nummern',
    nobody: 'Niemand mit diesem Namen hat eine Nummer im Telefonbuch.',
    notFound: 'Das Telefonbuch konnte nicht gefragt werden.',
    lineAway: (title: string, time: string) =>
      `${title} antwortet nicht seit ${time}. Anrufe werden nachgetragen, sobald die Verbindung wieder da ist.`,
  },
  {
    search: 'Search calls',
    callbacks: 'Callbacks',
    ownFilters: 'Selection of calls',
    filters: {
      missed: 'Missed',
      callback: 'Callback wanted',
      voice: 'Voice messages',
      fax: 'Faxes',
      blocked: 'Blocked numbers',
    },
    empty: {
      open: 'No call is open',
      mine: 'No call here yet',
      all: 'No calls yet',
      custom: 'No call fits',
    },
    emptyHint:
      'Phone calls, faxes and voice messages are listed here. A telephone system enters them by itself; all others you note by hand.',
    emptyViewHint: 'The others are under “All”.',
    note: 'Note a call',
    book: 'Phone book',
    dial: 'Dial a name or a number',
    call: 'Call',
    callNumber: (number) => `Call ${number}`,
    found: 'Numbers found',
    nobody: 'Nobody of this name has a number in the phone book.',
    notFound: 'The phone book could not be asked.',
    lineAway: (title, time) =>
      `${title} has not answered since ${time}. Calls are entered once the connection is back.`,
  },
);
