import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFull, StartError } from '../start-error.ts';
import { takeLock } from './lock.ts';

/** Raised when an older Kontor could no longer read what this one writes. */
const FORMAT = 1;

export interface DataFolder {
  readonly path: string;
  /** Gives the folder free for another process. */
  close(): void;
}

/**
 * Makes the data folder where it is missing and takes it for this process alone. Throws a StartError when another Kontor
 * runs on it, a newer version wrote it, it cannot be written, or the disk is full.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    mkdirSync(path, { recursive: true });
    checkFormat(path);
    const release = await takeLock(path);
    stamp(path);
    return { path, close: release };
  } catch (error) {
    throw diskFull(error, path) ?? notWritable(error, path) ?? error;
  }
}

const stampPath = (path: string) => join(path, 'kontor.json');

function checkFormat(path: string): void {
  if (!existsSync(stampPath(path))) return;
  const format = readFormat(stampPath(path));
  if (format === undefined) throw new StartError(`${stampPath(path)} is damaged; is ${path} a data folder of Kontor?`);
  if (format <= FORMAT) return;
  throw new StartError(
    `The data folder ${path} was written by a newer version of Kontor (format ${format}, this version knows ${FORMAT}). ` +
      `Start the newer version, or choose another folder with KONTOR_DATA.`,
  );
}

function readFormat(file: string): number | undefined {
  try {
    const { format } = JSON.parse(readFileSync(file, 'utf8')) as { format?: unknown };
    return typeof format === 'number' ? format : undefined;
  } catch {
    return undefined;
  }
}

function stamp(path: string): void {
  if (existsSync(stampPath(path)) && readFormat(stampPath(path)) === FORMAT) return;
  writeFileSync(`${stampPath(path)}.new`, `${JSON.stringify({ format: FORMAT })}\n`);
  renameSync(`${stampPath(path)}.new`, stampPath(path));
}

function notWritable(error: unknown, path: string): StartError | undefined {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) return undefined;
  return new StartError(`The data folder ${path} cannot be written by this user (${code}).`, { cause: error });
}
