import * as v from 'valibot';
import { AggregateIdSchema, IdSchema, defineQuery, formatAggregateId, itemKey } from '../../kernel/index.ts';

const exampleId = formatAggregateId({ module: 'task', entryId: 17, userId: 1 });

/** Changes of an item that one page of its history holds. */
export const HISTORY_PAGE = 100;

/** What was there and what is there instead: whatever the field holds. HTML where `isHtml`. */
const DifferenceSchema = v.object({
  field: v.string(),
  before: v.unknown(),
  after: v.unknown(),
  isHtml: v.optional(v.boolean(), false),
});
export type Difference = v.InferOutput<typeof DifferenceSchema>;

/** What `before` or `after` of the field `links` is: the record that was linked, or is no more. A text, its title, in what was written first. */
export interface LinkedRecord {
  readonly idoId: number;
  readonly idoInstanceId: number;
  readonly title: string;
}

/** What `before` or `after` of the field `shared` is: whom the item was shared with, by their names then; null where there was no share. */
export interface SharedPeople {
  readonly userIds: readonly number[];
  readonly names: readonly string[];
  readonly message: string;
}

/** One change of an item by somebody. */
export const ItemChangeSchema = v.object({
  changeId: v.number(),
  /** Null where no person did it. */
  userId: v.nullable(v.number()),
  name: v.string(),
  initial: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  differences: v.array(DifferenceSchema),
});
export type ItemChangeEntry = v.InferOutput<typeof ItemChangeSchema>;

/**
 * What became of an item, the newest first. `state`, `archived` and `trashed` are what the person sees of it themselves, or who shares
 * a box with them; other fields are those that its kind edits. A field is put back by an edit of its own.
 */
export const history = defineQuery({
  name: 'activity.history',
  params: v.strictObject({
    aggregateId: AggregateIdSchema,
    /** Only what is older than this one. */
    before: v.optional(v.nullable(IdSchema), null),
  }),
  result: v.array(ItemChangeSchema),
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId)],
  example: {
    params: { aggregateId: exampleId },
    result: [
      {
        changeId: 4,
        userId: 1,
        name: 'Anna Berger',
        initial: 'AB',
        at: 1_795_219_200_000,
        differences: [{ field: 'title', before: 'Angebot', after: 'Angebot Werft Neumann' }],
      },
    ],
  },
});

export const historyQueries = { history } as const;
