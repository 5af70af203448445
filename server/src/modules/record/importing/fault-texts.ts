import type { Undone } from './tables.ts';

export type Language = 'de' | 'en';

/** What files that are downloaded say; what screens say stands with them. */
const TEXTS = {
  de: {
    row: 'Zeile',
    reason: 'Grund',
    record: 'Datensatz',
    name: 'Name',
    person: 'Ansprechpartner',
    faults: {
      required: 'fehlt',
      choice: 'steht nicht zur Wahl',
      address: 'ist keine E-Mail-Adresse',
      date: 'ist kein Datum',
      time: 'ist keine erlaubte Uhrzeit',
      number: 'ist keine Zahl',
      unique: 'gibt es schon',
      reference: 'ist kein Datensatz, den es gibt',
      right: 'dürfen Sie nicht ändern',
      tooLong: 'ist zu lang',
      unknown: 'ist kein Feld',
      columns: 'hat mehr Spalten als die Tabelle',
      encoding: 'hat Zeichen einer anderen Kodierung',
      ambiguous: 'passt zu mehreren Datensätzen',
      broken: 'Ab hier lässt sich die Datei nicht lesen',
      persons: 'hat zu viele Ansprechpartner',
      gone: 'wurde inzwischen gelöscht',
      rounded: 'hat seine letzten Ziffern in einer Tabellenkalkulation verloren',
    },
    left: {
      taken: '',
      changed: 'Inzwischen geändert',
      linked: 'Inzwischen verknüpft',
      deleted: 'Inzwischen gelöscht',
    },
  },
  en: {
    row: 'Row',
    reason: 'Reason',
    record: 'Record',
    name: 'Name',
    person: 'Contact person',
    faults: {
      required: 'is missing',
      choice: 'is none of the choices',
      address: 'is no email address',
      date: 'is no date',
      time: 'is no time that is allowed',
      number: 'is no number',
      unique: 'is there already',
      reference: 'is no record that is there',
      right: 'is not yours to change',
      tooLong: 'is too long',
      unknown: 'is no field',
      columns: 'has more columns than the table',
      encoding: 'has signs of another encoding',
      ambiguous: 'matches several records',
      broken: 'The file cannot be read from here on',
      persons: 'has too many contact persons',
      gone: 'was deleted meanwhile',
      rounded: 'has lost its last digits in a spreadsheet',
    },
    left: {
      taken: '',
      changed: 'Changed since',
      linked: 'Linked since',
      deleted: 'Deleted since',
    },
  },
} as const;

export const fileTexts = (language: Language) => TEXTS[language];

/** Why an undo has left a record, in words. */
export const leftText = (language: Language, why: Undone): string => TEXTS[language].left[why];

/** Why a value was not taken, in words. */
export const faultText = (language: Language, why: string): string =>
  (TEXTS[language].faults as Readonly<Record<string, string>>)[why] ?? why;
