import { PRIVATE_BOX, formatOf, type DocumentExtras } from '@kontor/contract/document';
import { fileKind } from '../../platform/files/kinds.ts';

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
