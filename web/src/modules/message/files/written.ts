import { MAX_TEXT_FILES, type DraftFile, type FilesToSend } from '@kontor/contract/message';

/** A file that goes along with a text: an upload of this device, or one that the server has with the draft. Plain data. */
export interface WrittenFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly from: { readonly uploadId: string } | { readonly attachmentId: number };
}

/** Tells files of a text apart. */
export const keyOf = ({ from }: WrittenFile): string =>
  'uploadId' in from ? from.uploadId : String(from.attachmentId);

export const filesToSend = (files: readonly WrittenFile[]): FilesToSend => files.map(({ from }) => from);

/** Uploads that have to be there before a text is sent. */
export const uploadsOf = (files: readonly WrittenFile[]): readonly string[] =>
  files.flatMap(({ from }) => ('uploadId' in from ? from.uploadId : []));

export const fromDraft = (files: readonly DraftFile[]): readonly WrittenFile[] =>
  files.map(({ name, size, attachmentId }) => ({ name, size, from: { attachmentId } }));

/** As many of some files as a text may have beside those that it has. */
export const fitting = (known: readonly WrittenFile[], more: readonly File[]): readonly File[] =>
  more.slice(0, Math.max(0, MAX_TEXT_FILES - known.length));
