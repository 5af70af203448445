/** Why there is no preview of a file, as the problem's `detail` has it. */
export const NO_PREVIEW = ['kind', 'encrypted', 'tooBig', 'broken', 'noOffice', 'tooSlow'] as const;
export type NoPreview = (typeof NO_PREVIEW)[number];

export const PREVIEW_PROBLEMS = { PREVIEW_NOT_AVAILABLE: 422 } as const;
