/** A row as it stands in the file. `row`: as spreadsheets count. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** It cannot be taken as it is; nothing comes behind a `broken` one. */
  readonly fault?: 'columns' | 'encoding' | 'broken';
  /** Whether it is one more contact person of the row before it. */
  readonly isPerson?: true;
}

/** A file as a table. Its rows can be read as often as is wanted, each time from the beginning. */
export interface ImportTable {
  readonly columns: readonly { readonly column: string; readonly name: string }[];
  readonly rows: () => AsyncGenerator<TableRow>;
}
