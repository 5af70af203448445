import * as v from 'valibot';

/** Codes that any operation may answer with, and their HTTP status. A module adds its own beside its operations. */
export const KERNEL_PROBLEMS = {
  BAD_REQUEST: 400,
  BAD_JSON: 400,
  BAD_ENCODING: 400,
  OPERATION_MISSING: 400,
  UNAUTHENTICATED: 401,
  SESSION_ENDED: 401,
  USER_NOT_UNLOCKED: 403,
  RIGHT_MISSING: 403,
  ORIGIN_REFUSED: 403,
  CSRF_TOKEN_INVALID: 403,
  LOGIN_FAILED: 404,
  NOT_FOUND: 404,
  OPERATION_UNKNOWN: 404,
  INSTANCE_UNKNOWN: 404,
  METHOD_NOT_ALLOWED: 405,
  VERSION_CONFLICT: 409,
  ANSWER_NOT_KEPT: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  HOST_UNKNOWN: 421,
  PARAMETERS_INVALID: 422,
  PROCESS_ID_REUSED: 422,
  CLIENT_TOO_OLD: 426,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type KernelProblemCode = keyof typeof KERNEL_PROBLEMS;

/** RFC 9457 problem details as this product sends them, type `application/problem+json`. */
export const ProblemSchema = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.string(),
  detail: v.optional(v.string()),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  data: v.optional(v.unknown()),
});
export type Problem = v.InferOutput<typeof ProblemSchema>;
