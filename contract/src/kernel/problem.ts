import * as v from 'valibot';

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
