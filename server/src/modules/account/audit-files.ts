import type { StoredEntry } from './store/audit.ts';

/** Columns of the CSV file and fields of the JSON lines, in order. */
const COLUMNS = [
  'entry',
  'at',
  'kind',
  'userId',
  'userName',
  'address',
  'device',
  'subject',
  'details',
  'hash',
] as const;

/** Text of a cell (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe, which shows it as text. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

const csvLine = (entry: StoredEntry): string =>
  line([
    String(entry.entry_id),
    entry.at.toISOString(),
    entry.kind,
    entry.user_id === null ? '' : String(entry.user_id),
    entry.user_name,
    entry.address,
    entry.device,
    entry.subject,
    Object.entries(entry.details)
      .map(([name, text]) => `${name}: ${text}`)
      .join('; '),
    entry.hash.toString('hex'),
  ]);

const jsonLine = (entry: StoredEntry): string =>
  `${JSON.stringify({
    entry: entry.entry_id,
    at: entry.at.toISOString(),
    kind: entry.kind,
    userId: entry.user_id,
    userName: entry.user_name,
    address: entry.address,
    device: entry.device,
    subject: entry.subject,
    details: entry.details,
    hash: entry.hash.toString('hex'),
  } satisfies Record<(typeof COLUMNS)[number], unknown>)}\n`;

/** The two forms that the log leaves in. The mark at the beginning of CSV tells spreadsheets that it is UTF-8. */
export const AUDIT_FILES = {
  csv: { type: 'text/csv; charset=utf-8', head: `\uFEFF${line(COLUMNS)}`, line: csvLine },
  jsonl: { type: 'application/jsonl; charset=utf-8', head: '', line: jsonLine },
} as const;
export type AuditFormat = keyof typeof AUDIT_FILES;
