import type { ImportFormat, ImportReading } from '@kontor/contract/kernel';
import { buffer } from 'node:stream/consumers';
import type { InstanceContext } from '../operation/context.ts';
import { fail } from '../operation/problem.ts';
import { CardColumns, cardTable, isCards } from './cards.ts';
import { guessEncoding } from './encoding.ts';
import { csvTable, guessDelimiter, guessHeader } from './table.ts';
import type { ImportTable } from './types.ts';

type Parts = Pick<InstanceContext, 'blobs' | 'instance'>;
interface ImportFile {
  readonly blob_hash: string | null;
  readonly format: ImportFormat;
  readonly size: number;
}

/** What files may be, and the codes that one fails with which is no such file. */
interface ImportRules {
  readonly limits: { readonly bytes: number; readonly columns: number };
  /** `data.why` is `empty`, `binary` or `cards` (none in it). */
  readonly unreadable: string;
  /** `data` is `{ what: 'bytes' | 'columns', most }`. */
  readonly tooLarge: string;
  /** Whether numbers of cards keep the signs that steer telephones. */
  readonly keepsPauses?: boolean;
}

/** Bytes that tell what a file is, and how it is read. */
const SAMPLE = 1024 * 1024;

const textOf = (bytes: Buffer, encoding: string): string => new TextDecoder(encoding).decode(bytes, { stream: true });

/** Returns what reads uploaded files as tables, by the rules of who imports them. */
export function importFiles({ limits, unreadable, tooLarge, keepsPauses = false }: ImportRules) {
  async function sampleOf(
    { blobs, instance }: Parts,
    { blob_hash, size }: Omit<ImportFile, 'format'>,
  ): Promise<Buffer> {
    if (size === 0) return fail(unreadable, { data: { why: 'empty' } });
    if (size > limits.bytes) return fail(tooLarge, { data: { what: 'bytes', most: limits.bytes } });
    return buffer(blobs.stream(instance.id, blob_hash ?? '', { start: 0, end: Math.min(size, SAMPLE) - 1 }));
  }
  return {
    /** Returns what a file is. Throws the codes of the rules if it can be no import. */
    async formatOf(parts: Parts, file: Omit<ImportFile, 'format'>): Promise<ImportFormat> {
      const sample = await sampleOf(parts, file);
      const encoding = guessEncoding(sample);
      if (encoding === 'binary') return fail(unreadable, { data: { why: 'binary' } });
      const text = textOf(sample, encoding);
      if (text.trim() === '') return fail(unreadable, { data: { why: 'empty' } });
      return isCards(text) ? 'vcf' : 'csv';
    },

    /** Returns how a file is read: as it was said, and where nothing was, as it looks. */
    async readingOf(
      parts: Parts,
      file: ImportFile,
      said: { readonly [K in keyof ImportReading]?: ImportReading[K] | undefined },
    ): Promise<ImportReading> {
      const sample = await sampleOf(parts, file);
      const guessed = guessEncoding(sample);
      const encoding = said.encoding ?? (guessed === 'binary' ? 'utf-8' : guessed);
      if (file.format === 'vcf') return { encoding, delimiter: ';', hasHeader: true };
      const text = textOf(sample, encoding);
      const delimiter = said.delimiter ?? guessDelimiter(text);
      return { encoding, delimiter, hasHeader: said.hasHeader ?? guessHeader(text, delimiter) };
    },

    /** Opens a file as a table. Throws the codes of the rules if it has no cards, or too many columns. */
    async openTable(parts: Parts, file: ImportFile, reading: ImportReading): Promise<ImportTable> {
      const sample = await sampleOf(parts, file);
      const text = () => decoded(parts.blobs.stream(parts.instance.id, file.blob_hash ?? ''), reading.encoding);
      if (file.format === 'vcf') {
        const columns = new CardColumns();
        await columns.learn(text());
        if (columns.all.length === 0) return fail(unreadable, { data: { why: 'cards' } });
        return cardTable(text, columns, keepsPauses);
      }
      const table = csvTable(text, textOf(sample, reading.encoding), reading);
      if (table.columns.length > limits.columns)
        return fail(tooLarge, { data: { what: 'columns', most: limits.columns } });
      return table;
    },
  };
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
