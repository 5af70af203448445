/** A list in short form: the names of the columns once, then one array a row. */
export interface Rows<C extends string = string> {
  readonly columns: readonly C[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Reads one row of `rows` as an object by the columns' names. */
export function rowReader<T extends object>(columns: readonly string[]): (row: readonly unknown[]) => T {
  return (row) => {
    // One after the other, without pairs between: an answer has thousands of rows, and each is read at least twice.
    const read: Record<string, unknown> = {};
    columns.forEach((name, index) => {
      read[name] = row[index];
    });
    return read as T;
  };
}
