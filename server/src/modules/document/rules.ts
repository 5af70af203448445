import { MOST_TITLE, PRIVATE_BOX, type DocumentExtras } from '@kontor/contract/document';
import { fileKind } from '../../platform/files/kinds.ts';

const MOST_FORMAT = 10;

/** Ending of a file's name in lower case, without the dot; empty where it has none that is one. */
export function formatOf(filename: string): string {
  const ending = /[^.]\.([\p{L}\p{N}]+)$/u.exec(filename)?.[1]?.toLowerCase() ?? '';
  return ending.length > MOST_FORMAT ? '' : ending;
}

/** What a document is called of which only its file is known: the name without its ending. */
export function titleOf(filename: string): string {
  const format = formatOf(filename);
  const bare = format === '' ? filename : filename.slice(0, -format.length - 1);
  return bare.trim().slice(0, MOST_TITLE).toWellFormed() || filename;
}

/** What the list entry of a document keeps of its file and its place. */
export const storedExtras = (
  file: { readonly filename: string; readonly size: number; readonly content_type: string },
  about: { readonly version: number; readonly boxId: number; readonly category: string },
): Partial<DocumentExtras> => ({
  format: formatOf(file.filename),
  version: about.version,
  filename: file.filename,
  filesize: file.size,
  fileType: fileKind(file.content_type, file.filename),
  documentBoxId: about.boxId,
  category: about.category,
});

/** In which place a person files by default: where they did last, else in the first of their boxes, else for themselves alone. */
export const standardBoxOf = (last: number | undefined, boxes: readonly { readonly boxId: number }[]): number =>
  last ?? boxes[0]?.boxId ?? PRIVATE_BOX;

/** The bytes of base64, with or without what makes it a data address. */
export const bytesOf = (data: string): Buffer => Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');

/** What a document is found by beside title and author. */
export const wordsOf = (filename: string, buzzwords: string): string =>
  [filename, buzzwords].filter(Boolean).join('\n');
