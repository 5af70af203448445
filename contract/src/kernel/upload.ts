import * as v from 'valibot';

/** Most bytes of one request with a part of a file. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;

/**
 * Text parts of `POST /upload`, `multipart/form-data`, before its file part `file`, which holds the bytes from `offset` on. Without a file
 * part it only asks how much is there. Without `uploadId` and `total` the one file part is the whole file.
 */
export const UploadPartsSchema = v.strictObject({
  /** The client's own name of the upload, known before the first answer, so that what broke off can go on. */
  uploadId: v.optional(v.pipe(v.string(), v.toLowerCase(), v.uuid())),
  name: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
  type: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  total: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
  offset: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)), '0'),
});

/** `size`: bytes that are safe; `type`: what the bytes say that they are, else what was said of them. */
export const UploadAnswerSchema = v.object({
  attachmentId: v.number(),
  size: v.number(),
  type: v.string(),
  isComplete: v.boolean(),
});
export type UploadAnswer = v.InferOutput<typeof UploadAnswerSchema>;

/** Codes of the endpoint. With `UPLOAD_OFFSET`, `data` is the answer that says where to go on. */
export const UPLOAD_PROBLEMS = {
  UPLOAD_OFFSET: 409,
  UPLOAD_TOO_LARGE: 413,
  UPLOAD_DIFFERS: 422,
  UPLOAD_GONE: 404,
} as const;
