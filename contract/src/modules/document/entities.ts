import * as v from 'valibot';
import { IdSchema, text, titleText } from '../../kernel/index.ts';
import { EntryRowSchema, RelatedItemSchema, type EntryRow } from '../activity/index.ts';
import { LinkSchema } from '../record/index.ts';

/** Most versions that a document has, and records that it is made with. */
export const MAX_VERSIONS = 1000;
export const MAX_TITLE = 300;
export const MAX_FILE_NAME = 255;
export const MAX_BUZZWORDS = 2000;
export const MAX_CATEGORIES = 50;

/** The place where only who has filed a document sees it; no box. */
export const PRIVATE_BOX = 0;
export const BoxIdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(PRIVATE_BOX));

/** The fields of a document in `extras` of its list entry. */
export const DocumentExtrasSchema = v.object({
  /** Names of the kinds of records that it was put under, parted by commas. */
  category: v.string(),
  documentBoxId: v.number(),
  documentMayBeDeleted: v.boolean(),
  /** Ending of its file's name, in lower case; empty where it has none. */
  format: v.string(),
  shouldShowTheClaimButton: v.boolean(),
  /** Number of its newest file, from 1. */
  version: v.number(),
  filename: v.string(),
  filesize: v.number(),
  /** Kind of file for the icon, as attachments of mails have it. */
  fileType: v.string(),
});
export type DocumentExtras = v.InferOutput<typeof DocumentExtrasSchema>;

/** Extras of a document of which only what was stored is known. */
export const documentExtras = (stored: Partial<DocumentExtras>): DocumentExtras => ({
  category: '',
  documentBoxId: PRIVATE_BOX,
  documentMayBeDeleted: false,
  format: '',
  shouldShowTheClaimButton: false,
  version: 1,
  filename: '',
  filesize: 0,
  fileType: 'other',
  ...stored,
});

export const DocumentVersionSchema = v.object({
  version: v.number(),
  filename: v.string(),
  filesize: v.number(),
  author: v.string(),
  /** Seconds since 1970. */
  timestamp: v.number(),
  contentType: v.string(),
  fileType: v.string(),
});
export type DocumentVersion = v.InferOutput<typeof DocumentVersionSchema>;

/** A document as its screen shows it. File, size, author and time are those of its newest version. */
export const DocumentDetailSchema = v.object({
  aggregateId: v.string(),
  /** The number that an edit names, so that two who edit at once do not undo each other. */
  aggregateVersion: v.number(),
  title: v.string(),
  filename: v.string(),
  filesize: v.number(),
  contentType: v.string(),
  fileType: v.string(),
  author: v.string(),
  /** Name of its box; empty where it is in none. */
  postbox: v.string(),
  postboxId: v.number(),
  /** Who has filed it first: where it is in no box it is theirs. Older servers leave it out. */
  owner: v.optional(v.object({ userId: v.number(), fullName: v.string() })),
  buzzwords: v.string(),
  /** Kinds of records that it was put under, in their order. Empty for who sees no records. */
  categories: v.array(v.object({ idoInstanceId: v.number(), title: v.string(), color: v.string() })),
  timestamp: v.number(),
  /** Its file can be opened with a password only. */
  isPasswordLocked: v.boolean(),
  documentMayBeDeleted: v.boolean(),
  /** Whether the person may edit it and bring new versions. */
  changeable: v.boolean(),
  /** The newest first. */
  versions: v.array(DocumentVersionSchema),
  /** Records that it is linked with. */
  links: v.array(LinkSchema),
  /** What it was made of. */
  related: v.array(RelatedItemSchema),
  entry: EntryRowSchema,
});
export type DocumentDetail = v.InferOutput<typeof DocumentDetailSchema>;

/** What can be edited of a document. */
export const DocumentFieldsSchema = {
  title: v.pipe(titleText(MAX_TITLE), v.trim()),
  filename: v.pipe(titleText(MAX_FILE_NAME), v.trim(), v.minLength(1)),
  buzzwords: text(MAX_BUZZWORDS),
  /** Numbers of kinds of records. */
  categories: v.pipe(v.array(IdSchema), v.maxLength(MAX_CATEGORIES)),
  postboxId: BoxIdSchema,
};

/** A place that documents are filed in, with the people who see what lies there. */
export const DocumentBoxSchema = v.object({
  boxId: v.number(),
  name: v.string(),
  members: v.array(v.object({ userId: v.number(), fullName: v.string() })),
  documents: v.number(),
});
export type DocumentBox = v.InferOutput<typeof DocumentBoxSchema>;

/** A document's list entry as examples have it. */
export const exampleDocumentRow = (row: EntryRow): EntryRow => ({
  ...row,
  moduleName: 'document',
  information: 'Rahmenvertrag 2027',
  contact: 'Anna Berger',
  channel: 'Verträge',
  extras: { format: 'pdf', version: 2, documentBoxId: 5, filename: 'Rahmenvertrag.pdf', filesize: 18_231 },
});
