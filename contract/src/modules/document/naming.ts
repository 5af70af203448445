import { MAX_TITLE } from './entities.ts';

const MAX_FORMAT = 10;

/** Ending of a file's name in lower case, without the dot; empty where it has none that is one. */
export function formatOf(filename: string): string {
  const ending = /[^.]\.([\p{L}\p{N}]+)$/u.exec(filename)?.[1]?.toLowerCase() ?? '';
  return ending.length > MAX_FORMAT ? '' : ending;
}

/** What a document is called of which only its file is known: the name without its ending. */
export function titleOf(filename: string): string {
  const format = formatOf(filename);
  const bare = format === '' ? filename : filename.slice(0, -format.length - 1);
  return bare.trim().slice(0, MAX_TITLE).toWellFormed() || filename;
}
