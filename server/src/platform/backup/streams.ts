import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { bindConnection } from '../db/bind.ts';
import { quote, tableId, type TableShape } from './catalog.ts';

const NEWLINE = 10;
/** Fast, and the texts of mails still shrink to a third. */
const GZIP_LEVEL = 3;

/** What went through a stream. */
export interface Tally {
  bytes: number;
  lines: number;
  sha256: string;
}

/** Passes bytes on and counts them; the tally is whole once the stream has ended. */
export function tally(): {
  readonly tap: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  readonly result: Tally;
} {
  const hash = createHash('sha256');
  const result: Tally = { bytes: 0, lines: 0, sha256: '' };
  return {
    result,
    async *tap(source) {
      for await (const chunk of source) {
        hash.update(chunk);
        result.bytes += chunk.byteLength;
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) result.lines += 1;
        yield chunk;
      }
      result.sha256 = hash.digest('hex');
    },
  };
}

/** The lines of a text, as they come. Its failures are failures of this, unlike with readline. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Reads a stream to its end for its tally alone. */
export async function measure(source: AsyncIterable<Buffer> | Readable): Promise<Tally> {
  const { tap, result } = tally();
  await pipeline(source, tap, async (rest: AsyncIterable<Buffer>) => {
    for await (const _ of rest);
  });
  return result;
}

export const measureFile = (path: string): Promise<Tally> => measure(createReadStream(path));

/**
 * A connection for work on all rows: without time limits, and with values as text that does not depend on the settings
 * of the server. The caller ends it.
 */
export async function connectPlainly(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'kontor-backup',
  });
  client.on('error', () => {});
  await client.connect();
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
    set bytea_output = 'hex'; set row_security = on; set client_encoding = 'UTF8'`);
  return client;
}

/** The rows that a query answers as COPY text. A login that is walled in reads them instance by instance. */
export async function* copyOut(
  client: pg.Client,
  query: string,
  instanceIds: readonly number[] | undefined,
): AsyncGenerator<Buffer> {
  for (const id of instanceIds ?? [undefined]) {
    if (id !== undefined) await bindConnection(client, id);
    for await (const chunk of client.query(copyTo(`copy (${query}) to stdout`))) yield chunk as Buffer;
  }
}

/** All rows of a table, in an order of their own. */
export const rowsOf = (table: TableShape, columns: readonly string[] = table.columns): string =>
  `select ${columns.map(quote).join(', ')} from ${tableId(table)} order by ${table.order}`;

/** Writes bytes as a compressed file that is on the disk afterwards. */
export async function writeThrough(
  source: AsyncIterable<Buffer>,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const packed = tally();
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(source, createGzip({ level: GZIP_LEVEL }), packed.tap, out, { signal });
  const { bytes, sha256 } = packed.result;
  return { bytes, sha256 };
}
