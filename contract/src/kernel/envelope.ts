import * as v from 'valibot';
import type { Schema } from './operation.ts';

/** Page size of every list, and the page from which a query without a limit is cut. */
export const PAGE_SIZE = 100;
/** Limit of a query that gives a page and no limit. */
export const DEFAULT_LIMIT = 1000;
/** A total above this is answered as this: it means "more", and a list grows as it is scrolled. */
export const TOTAL_CAP = 10_001;
/** Most ids that one command takes. */
export const BULK_LIMIT = 1000;

/** What stands around each marked word of a match. Signs for private use: no text of a match has them but for this. */
export const MARKS = { from: '\ue000', to: '\ue001' } as const;

/** Why an entry is in the answer to a search: what to mark in its row and, of words that its contact and title miss, an excerpt. */
export const ListMatchSchema = v.object({
  entryId: v.number(),
  /** Where the excerpt is from. Of the row itself there is none: contact and title say it all. */
  field: v.picklist(['row', 'people', 'body', 'attachment']),
  /** Of the file, where it was found in one: in its name, which the text is then, or in what it says. */
  name: v.optional(v.string()),
  /** The excerpt with the words marked; empty for the row itself. */
  text: v.string(),
  /** Words that were found in contact and title, as they stand there: whole, of letters and digits alone; absent where there are none. */
  words: v.optional(v.array(v.string())),
});
export type ListMatch = v.InferOutput<typeof ListMatchSchema>;

/** The answer to a query around its result. */
export const queryEnvelope = <R extends Schema>(result: R) =>
  v.object({
    csrfToken: v.string(),
    keys: v.array(v.string()),
    processIds: v.array(v.string()),
    results: result,
    totalCount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    isAlreadyPaginatedAndSorted: v.optional(v.boolean()),
    matches: v.optional(v.array(ListMatchSchema)),
  });

export interface QueryEnvelope<R> {
  csrfToken: string;
  keys: string[];
  processIds: string[];
  results: R;
  totalCount: number;
  isAlreadyPaginatedAndSorted?: boolean;
  matches?: ListMatch[];
}

/** The answer to a command around its data. */
export const commandEnvelope = <R extends Schema>(data: R) =>
  v.object({ csrfToken: v.string(), success: v.literal(true), data });

export interface CommandEnvelope<R> {
  csrfToken: string;
  success: true;
  data: R;
}

export const SortSchema = v.pipe(
  v.array(v.strictObject({ property: v.string(), direction: v.picklist(['ASC', 'DESC']) })),
  v.maxLength(3),
);

/** Page of a list as it is asked for: `page` from 1, `limit` rows, `sort` by one of the list's keys. */
export interface Paging {
  readonly page: number;
  readonly limit: number;
  readonly sort: readonly { readonly property: string; readonly direction: 'ASC' | 'DESC' }[];
}
