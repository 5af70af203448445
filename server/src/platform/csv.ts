/** What spreadsheets take for a formula, and what would read like one that was made a text. */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** Text of a cell (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe, which shows it as text. */
const cell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** What was meant by a cell: without the apostrophe that keeps it from being a formula. */
export const plainCell = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);

/** A line of a CSV file. */
export const csvLine = (cells: readonly string[], delimiter = ','): string => `${cells.map(cell).join(delimiter)}\r\n`;

/** The first line, with the mark that tells spreadsheets that the file is UTF-8. */
export const csvHead = (columns: readonly string[], delimiter = ','): string => `\uFEFF${csvLine(columns, delimiter)}`;

export const CSV_TYPE = 'text/csv; charset=utf-8';
