import type { RowFault } from '@kontor/contract/kernel';
import { Readable } from 'node:stream';
import { CSV_TYPE, csvHead, csvLine } from '../csv.ts';
import { StreamAnswer } from '../operation/manifest.ts';

export type FileLanguage = 'de' | 'en';

/** What files of rows that were not taken say; what screens say stands with them. */
const TEXTS = {
  de: {
    row: 'Zeile',
    reason: 'Grund',
    faults: {
      required: 'fehlt',
      choice: 'steht nicht zur Wahl',
      address: 'ist keine E-Mail-Adresse',
      date: 'ist kein Datum',
      time: 'ist keine erlaubte Uhrzeit',
      number: 'ist keine Zahl',
      phone: 'ist keine Telefonnummer',
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
  },
  en: {
    row: 'Row',
    reason: 'Reason',
    faults: {
      required: 'is missing',
      choice: 'is none of the choices',
      address: 'is no email address',
      date: 'is no date',
      time: 'is no time that is allowed',
      number: 'is no number',
      phone: 'is no phone number',
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
  },
} as const;

/** What columns are called that stand behind those of a file. */
export const rowTexts = (language: FileLanguage): { readonly row: string; readonly reason: string } => TEXTS[language];

/** Tables of German spreadsheets, as files that come in mostly are. */
export const delimiterOf = (language: FileLanguage): string => (language === 'de' ? ';' : ',');

/** A row that was not taken. `cells`: as they stand in the file, a row of it each. */
export interface FaultyRow {
  readonly row: number;
  readonly faults: readonly RowFault[];
  readonly cells: readonly (readonly string[])[];
}

interface AboutRows {
  readonly fileName: string;
  readonly language: FileLanguage;
  /** The names of the columns. */
  readonly names: readonly string[];
  /** What fields are called, by the names that imports have for them. */
  readonly labels: ReadonlyMap<string, string>;
  /** Cards have no columns with names of their own. */
  readonly isCards: boolean;
}

function said({ column, target, why, value }: RowFault, { language, labels, isCards }: AboutRows): string {
  const where = column === '' || isCards ? (labels.get(target) ?? (column || target)) : column;
  const what = value === '' ? where : `${where} „${value}“`;
  const reason = (TEXTS[language].faults as Readonly<Record<string, string>>)[why] ?? why;
  return `${what} ${reason}`.trim();
}

/** Returns rows that were not taken, as they stand in their file, with the row and the reason behind them. */
export function faultyRowsAnswer(rows: AsyncIterable<FaultyRow>, about: AboutRows): StreamAnswer {
  const { fileName, language, names } = about;
  async function* lines(): AsyncGenerator<string> {
    const by = delimiterOf(language);
    const texts = rowTexts(language);
    yield csvHead([...names, texts.row, texts.reason], by);
    for await (const { row, faults, cells } of rows) {
      const reason = faults.map((fault) => said(fault, about)).join('; ');
      for (const own of cells) yield csvLine([...names.map((_, index) => own[index] ?? ''), String(row), reason], by);
    }
  }
  return csvAnswer(fileName, lines());
}

export const csvAnswer = (fileName: string, lines: AsyncIterable<string>): StreamAnswer =>
  new StreamAnswer({ type: CSV_TYPE, fileName, read: () => bytesOf(lines) });

/** Lines as the bytes of a file. */
export const bytesOf = (lines: AsyncIterable<string>): Readable => Readable.from(encoded(lines), { objectMode: false });

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(line);
}
