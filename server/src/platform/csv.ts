/** Text of a cell (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe, which shows it as text. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** A line of a CSV file. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The first line, with the mark that tells spreadsheets that the file is UTF-8. */
export const csvHead = (columns: readonly string[]): string => `\uFEFF${csvLine(columns)}`;

export const CSV_TYPE = 'text/csv; charset=utf-8';
