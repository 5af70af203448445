import type { ImportTable } from './import-table.ts';
import { IMPORT_LIMITS, type ImportSetup, type RecordFormat } from '@kontor/contract/record';
import { buffer } from 'node:stream/consumers';
import type { InstanceContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { CardColumns, cardTable, isCards } from './cards.ts';
import { guessEncoding } from './encoding.ts';
import { csvTable, guessDelimiter, guessHeader, isTooWide } from './table.ts';

type Parts = Pick<InstanceContext, 'blobs' | 'instance'>;
interface ImportFile {
  readonly blob_hash: string | null;
  readonly format: RecordFormat;
  readonly size: number;
}

/** Bytes that tell what a file is, and how it is read. */
const SAMPLE = 1024 * 1024;

async function sampleOf({ blobs, instance }: Parts, { blob_hash, size }: ImportFile): Promise<Buffer> {
  if (size === 0) return fail('RECORD_IMPORT_UNREADABLE', { data: { why: 'empty' } });
  if (size > IMPORT_LIMITS.bytes)
    return fail('RECORD_IMPORT_TOO_LARGE', { data: { what: 'bytes', most: IMPORT_LIMITS.bytes } });
  return buffer(blobs.stream(instance.id, blob_hash ?? '', { start: 0, end: Math.min(size, SAMPLE) - 1 }));
}

const textOf = (bytes: Buffer, encoding: string): string => new TextDecoder(encoding).decode(bytes, { stream: true });

/** Returns what a file is. Throws RECORD_IMPORT_UNREADABLE or RECORD_IMPORT_TOO_LARGE if it can be no import. */
export async function formatOf(parts: Parts, file: Omit<ImportFile, 'format'>): Promise<RecordFormat> {
  const sample = await sampleOf(parts, { ...file, format: 'csv' });
  const encoding = guessEncoding(sample);
  if (encoding === 'binary') return fail('RECORD_IMPORT_UNREADABLE', { data: { why: 'binary' } });
  const text = textOf(sample, encoding);
  if (text.trim() === '') return fail('RECORD_IMPORT_UNREADABLE', { data: { why: 'empty' } });
  return isCards(text) ? 'vcf' : 'csv';
}

export type Reading = Pick<ImportSetup, 'encoding' | 'delimiter' | 'hasHeader'>;

/** How a file is read: as it was said, and where nothing was, as it looks. */
export async function readingOf(
  parts: Parts,
  file: ImportFile,
  said: { readonly [K in keyof Reading]?: Reading[K] | undefined },
): Promise<Reading> {
  const sample = await sampleOf(parts, file);
  const guessed = guessEncoding(sample);
  const encoding = said.encoding ?? (guessed === 'binary' ? 'utf-8' : guessed);
  if (file.format === 'vcf') return { encoding, delimiter: ';', hasHeader: true };
  const text = textOf(sample, encoding);
  const delimiter = said.delimiter ?? guessDelimiter(text);
  return { encoding, delimiter, hasHeader: said.hasHeader ?? guessHeader(text, delimiter) };
}

/** Opens a file as a table. Throws RECORD_IMPORT_UNREADABLE, or RECORD_IMPORT_TOO_LARGE if it has too many columns. */
export async function openTable(parts: Parts, file: ImportFile, reading: Reading): Promise<ImportTable> {
  const sample = await sampleOf(parts, file);
  const text = () => decoded(parts.blobs.stream(parts.instance.id, file.blob_hash ?? ''), reading.encoding);
  if (file.format === 'vcf') {
    const columns = new CardColumns();
    await columns.learn(text());
    if (columns.all.length === 0) return fail('RECORD_IMPORT_UNREADABLE', { data: { why: 'cards' } });
    return cardTable(text, columns);
  }
  const table = csvTable(text, textOf(sample, reading.encoding), reading);
  if (isTooWide(table.columns))
    return fail('RECORD_IMPORT_TOO_LARGE', { data: { what: 'columns', most: IMPORT_LIMITS.columns } });
  return table;
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
