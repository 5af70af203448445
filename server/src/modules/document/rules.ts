import { PRIVATE_BOX, formatOf, type DocumentExtras } from '@kontor/contract/document';
import type { Difference } from '@kontor/contract/activity';
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

/** What of a document can be edited, as it is kept. */
export interface EditedFields {
  readonly title: string;
  readonly filename: string;
  readonly buzzwords: string;
  readonly categories: readonly number[];
  readonly box_id: number;
}

/** What an edit changes, by the names that the contract has for the fields. */
export const differencesOf = (before: EditedFields, after: EditedFields): readonly Difference[] =>
  (
    [
      ['title', before.title, after.title],
      ['filename', before.filename, after.filename],
      ['buzzwords', before.buzzwords, after.buzzwords],
      ['categories', before.categories, after.categories],
      ['postboxId', before.box_id, after.box_id],
    ] as const
  ).map(([field, was, is]) => ({ field, before: was, after: is, isHtml: false }));
