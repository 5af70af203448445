/** Why a file has no text that could be searched. `media` is a kind of file that has none; `unknown` a format that is not read. */
export const UNREAD_REASONS = ['encrypted', 'tooBig', 'noText', 'broken', 'tooSlow', 'unknown', 'media'] as const;
export type UnreadReason = (typeof UNREAD_REASONS)[number];

/** What came of a file. `cut` where only its beginning was taken; a locked archive has the text of its names and a reason as well. */
export interface FileText {
  readonly text: string;
  readonly cut: boolean;
  readonly reason: UnreadReason | null;
}

/** Of the clock a file gets so many times the processor's time, for others work beside it. */
export const WALL = 3;

/** A file as a process is asked about it; `softMs` is after how much of the processor's time it begins nothing more. */
export interface FileTextRequest {
  readonly file: string;
  readonly hint: FileHint;
  readonly softMs: number;
}

/** Says what a text file is when its bytes do not: markup or a mail, by its name and media type. */
export type FileHint = 'html' | 'mail' | '';

/**
 * The form of what is read. Counted up when other text comes of the same file, so that all files are read anew in the background:
 * for a new library, a mended mistake, a format that is new.
 */
export const READER_FORM = 2;

/** Characters of text that are kept of one file: a vector of words holds no book. */
export const MAX_CHARACTERS = 200_000;

/** Thrown where a file cannot be read, whatever it was that found out. */
export class UnreadError extends Error {
  readonly reason: UnreadReason;
  constructor(reason: UnreadReason) {
    super(reason);
    this.name = 'UnreadError';
    this.reason = reason;
  }
}

/** What the name and the media type of a file say where its bytes do not. */
export function hintOf(name: string, type: string): FileHint {
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (type === 'message/rfc822' || end === 'eml') return 'mail';
  return type === 'text/html' || type === 'application/xhtml+xml' || ['html', 'htm', 'xhtml'].includes(end)
    ? 'html'
    : '';
}
