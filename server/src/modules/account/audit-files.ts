import { CSV_TYPE, csvHead, csvLine } from '../../platform/csv.ts';
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

const entryLine = (entry: StoredEntry): string =>
  csvLine([
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

/** The two forms that the log leaves in. */
export const AUDIT_FILES = {
  csv: { type: CSV_TYPE, head: csvHead(COLUMNS), line: entryLine },
  jsonl: { type: 'application/jsonl; charset=utf-8', head: '', line: jsonLine },
} as const;
export type AuditFormat = keyof typeof AUDIT_FILES;
