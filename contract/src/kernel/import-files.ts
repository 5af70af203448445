import * as v from 'valibot';

/** Tables (CSV) and cards (vCard). */
export const IMPORT_FORMATS = ['csv', 'vcf'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
export const IMPORT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'macintosh',
] as const;
export const IMPORT_DELIMITERS = [';', ',', '\t', '|'] as const;

/** How a file is read. */
export const importReading = {
  encoding: v.picklist(IMPORT_ENCODINGS),
  /** Of a table. */
  delimiter: v.picklist(IMPORT_DELIMITERS),
  /** Whether the first row has the names of the columns. */
  hasHeader: v.boolean(),
};
/** The same, as far as it is said. */
export const importReadingSaid = {
  encoding: v.optional(importReading.encoding),
  delimiter: v.optional(importReading.delimiter),
  hasHeader: v.optional(importReading.hasHeader),
};
export interface ImportReading {
  readonly encoding: (typeof IMPORT_ENCODINGS)[number];
  readonly delimiter: (typeof IMPORT_DELIMITERS)[number];
  readonly hasHeader: boolean;
}

/** A column as the server calls it: `c0`, `c1` … of a table, `fn`, `email2` … of a card. */
export const importColumn = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._:-]{1,60}$/));

/** The beginning of a file, beside how it is read. */
export const importBeginning = {
  columns: v.array(
    v.object({
      column: v.string(),
      /** As the file calls it; empty where it does not. */
      name: v.string(),
      samples: v.array(v.string()),
    }),
  ),
  /** The first 20, cut to 200 signs a cell, in the order of the columns. */
  rows: v.array(v.array(v.string())),
  /** Whether there are more of them. */
  isMore: v.boolean(),
};

export const RowFaultSchema = v.object({
  /** Name of the column; empty where it is the row as a whole. */
  column: v.string(),
  /** Field; empty where it is the row as a whole. */
  target: v.string(),
  /** A word that says what is wrong. */
  why: v.string(),
  /** What stands there, up to 200 signs. */
  value: v.string(),
});
export type RowFault = v.InferOutput<typeof RowFaultSchema>;

/** Rows that are not taken. `row`: as spreadsheets count, the first being 1; of cards, which card it is. */
export const FaultyRowsSchema = v.array(v.object({ row: v.number(), faults: v.array(RowFaultSchema) }));
