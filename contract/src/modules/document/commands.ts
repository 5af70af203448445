import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  formatAggregateId,
  orItsId,
  takingAnswer,
  text,
  titleText,
} from '../../kernel/index.ts';
import { StateSchema } from '../activity/index.ts';
import { recordParams } from '../record/index.ts';
import {
  BoxIdSchema,
  DocumentDetailSchema,
  DocumentFieldsSchema,
  MAX_BUZZWORDS,
  MAX_CATEGORIES,
  MAX_FILE_NAME,
  MAX_TITLE,
} from './entities.ts';

const exampleId = formatAggregateId({ module: 'document', entryId: 17, userId: 1 });
const exampleMail = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });

/** Most bytes that come in a command itself; larger files are uploaded before. */
const MAX_INLINE = 4 * 1024 * 1024;
const base64 = v.pipe(
  v.string(),
  v.maxLength(Math.ceil(MAX_INLINE / 3) * 4 + 200),
  v.regex(/^(?:data:[^,]{0,150},)?[A-Za-z0-9+/]*={0,2}$/, 'BASE64_INVALID'),
);
/** The bytes of a file: an upload, by our number or by the client's name of it, or base64 (with or without what makes it a data address). */
const DataSchema = v.union([
  v.strictObject({ attachmentId: IdSchema }),
  v.strictObject({ uploadId: v.pipe(v.string(), v.toLowerCase(), v.uuid()) }),
  base64,
]);
export type FileData = v.InferOutput<typeof DataSchema>;

const file = {
  fileName: v.pipe(titleText(MAX_FILE_NAME), v.trim(), v.minLength(1)),
  /** Bytes. */
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** What the client takes it for. What the bytes say counts more. */
  type: text(200),
};
const filing = {
  /** Left empty: the file's name without its ending. */
  title: v.optional(v.pipe(titleText(MAX_TITLE), v.trim()), ''),
  keywords: v.optional(text(MAX_BUZZWORDS), ''),
  /** Left out: the standard one. */
  box: v.optional(v.nullable(BoxIdSchema), null),
  state: v.optional(StateSchema, 'seen'),
  /** Records to link it with. */
  idoLinkings: v.optional(v.pipe(v.array(v.strictObject(recordParams)), v.maxLength(50)), []),
};
const made = v.object({ aggregateId: v.string() });
const filed = ['NOT_FOUND', 'RIGHT_MISSING', 'DOCUMENT_FILE_MISSING'];

/** Files a document. */
export const create = defineCommand({
  name: 'document.create',
  params: v.strictObject({ ...file, data: DataSchema, ...filing }),
  result: made,
  errors: filed,
  example: {
    params: {
      fileName: 'Rahmenvertrag.pdf',
      size: 18_231,
      type: 'application/pdf',
      data: { attachmentId: 4 },
      title: 'Rahmenvertrag 2027',
      keywords: 'Werft, Wartung',
      box: 5,
      state: 'seen',
      idoLinkings: [{ idoId: 7, idoInstanceId: 1 }],
    },
    result: { aggregateId: exampleId },
  },
});

/**
 * Files what another app of the device has shared, in the box that was chosen or in the standard one. `colour` is the one of the instance that it was
 * shared with, and is not kept. What is too large for a command is uploaded before.
 */
export const createFromSharedFile = defineCommand({
  name: 'document.createFromSharedFile',
  params: v.strictObject({ ...file, colour: v.optional(text(40), ''), content: DataSchema, box: filing.box }),
  result: made,
  errors: filed,
  example: {
    params: { fileName: 'Notiz.txt', size: 5, type: 'text/plain', colour: '#2f6f4f', content: 'SGFsbG8=' },
    result: { aggregateId: exampleId },
  },
});

/** Files a file of another item, which the person sees; both are told of each other. */
export const createFromItem = defineCommand({
  name: 'document.createFromItem',
  params: v.strictObject({ aggregateId: AggregateIdSchema, storageKey: text(100), ...filing }),
  result: made,
  // The last one where it lies in a file that cannot be opened.
  errors: [...filed, 'PREVIEW_NOT_AVAILABLE'],
  example: {
    params: { aggregateId: exampleMail, storageKey: '1', title: 'Lieferschein' },
    result: { aggregateId: exampleId },
  },
});

/** Puts a newer file in the place of a document's. The older ones stay. */
export const createVersion = defineCommand({
  name: 'document.createVersion',
  params: v.strictObject({ aggregateId: AggregateIdSchema, ...file, data: DataSchema }),
  result: v.object({ version: v.number() }),
  errors: [...filed, 'DOCUMENT_TOO_MANY_VERSIONS'],
  example: {
    params: {
      aggregateId: exampleId,
      fileName: 'Rahmenvertrag.pdf',
      size: 18_500,
      type: 'application/pdf',
      data: { attachmentId: 5 },
    },
    result: { version: 3 },
  },
});

/** Saves what is edited of a document. `aggregateVersion`: that of the details that the edit began from. */
export const process = defineCommand({
  name: 'document.process',
  params: takingAnswer(
    {
      aggregateId: AggregateIdSchema,
      ...DocumentFieldsSchema,
      /** By their numbers, or as details have them. */
      categories: v.pipe(v.array(orItsId('idoInstanceId')), v.maxLength(MAX_CATEGORIES)),
      aggregateVersion: IdSchema,
    },
    DocumentDetailSchema,
  ),
  result: v.object({ aggregateVersion: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'DOCUMENT_CONFLICT'],
  example: {
    params: {
      aggregateId: exampleId,
      title: 'Rahmenvertrag 2027',
      filename: 'Rahmenvertrag.pdf',
      buzzwords: 'Werft, Wartung',
      categories: [1],
      postboxId: 5,
      aggregateVersion: 3,
    },
    result: { aggregateVersion: 4 },
  },
});

/** Moves a document to the trash, from which it can be restored. */
export const remove = defineCommand({
  name: 'document.delete',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  audit: 'items.deleted',
  example: { params: { aggregateId: exampleId }, result: {} },
});

/** Makes a box, or changes it: its name, and who sees what lies in it. For administrators. */
export const saveBox = defineCommand({
  name: 'document.saveBox',
  params: v.strictObject({
    /** Null for a new one. */
    boxId: v.optional(v.nullable(IdSchema), null),
    name: v.pipe(titleText(100), v.trim(), v.minLength(1)),
    memberIds: v.pipe(v.array(IdSchema), v.maxLength(10_000)),
  }),
  result: v.object({ boxId: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'DOCUMENT_BOX_EXISTS'],
  example: { params: { name: 'Verträge', memberIds: [1] }, result: { boxId: 5 } },
});

/** Takes away a box that nothing lies in. For administrators. */
export const deleteBox = defineCommand({
  name: 'document.deleteBox',
  params: v.strictObject({ boxId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'DOCUMENT_BOX_NOT_EMPTY'],
  example: { params: { boxId: 5 }, result: {} },
});

export const commands = {
  create,
  createFromSharedFile,
  createFromItem,
  createVersion,
  process,
  delete: remove,
  saveBox,
  deleteBox,
} as const;

/**
 * DOCUMENT_FILE_MISSING: what was uploaded is not there, not complete or of another size, or the item has no such file.
 * DOCUMENT_CONFLICT: `data` is what stands there now: `{ aggregateVersion, title, filename, buzzwords, categories, postboxId }`.
 */
export const problems = {
  DOCUMENT_FILE_MISSING: 422,
  DOCUMENT_CONFLICT: 409,
  DOCUMENT_TOO_MANY_VERSIONS: 422,
  DOCUMENT_BOX_EXISTS: 409,
  DOCUMENT_BOX_NOT_EMPTY: 409,
} as const;
