import * as v from 'valibot';
import {
  InstantSchema,
  ItemKindNameSchema,
  defineCommand,
  defineQuery,
  formatAggregateId,
} from '../../kernel/index.ts';
import { AggregateIdsSchema, ChangedSchema } from './commands.ts';
import { LIST_SORT_KEYS } from './entities.ts';
import { ListParamsSchema, filteredKeys } from './find-queries.ts';
import { EntriesSchema, exampleEntry, listKey } from './queries.ts';

/** How far ahead an item may be put off, in days. */
export const MAX_SNOOZE_DAYS = 731;

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const changed = { aggregateIds: [exampleId], missing: [] };

/**
 * Takes items out of this person's unfinished ones until a moment, until somebody answers, or until the first of both. Then they are New
 * and on top. Of an item that is snoozed already the last one counts. Done and deleted items are brought back by nothing: either ends it.
 */
export const snooze = defineCommand({
  name: 'activity.snooze',
  params: v.strictObject({
    aggregateIds: AggregateIdsSchema,
    until: v.optional(v.nullable(InstantSchema), null),
    untilAnswered: v.optional(v.boolean(), false),
  }),
  result: ChangedSchema,
  errors: ['NOT_FOUND', 'SNOOZE_TIME'],
  example: {
    params: { aggregateIds: [exampleId], until: null, untilAnswered: true },
    result: changed,
  },
});

/** Brings items back at once, to the state and the place that they had. */
export const wake = defineCommand({
  name: 'activity.wake',
  params: v.strictObject({ aggregateIds: AggregateIdsSchema }),
  result: ChangedSchema,
  errors: ['NOT_FOUND'],
  example: { params: { aggregateIds: [exampleId] }, result: changed },
});

/** What this person has put off, in the order in which it comes back. Takes what `filter.items` takes. */
export const snoozed = defineQuery({
  name: 'activity.snoozed',
  params: v.strictObject({ ...ListParamsSchema.entries, moduleIds: v.optional(v.array(ItemKindNameSchema), []) }),
  result: EntriesSchema,
  refreshOn: (params) => filteredKeys(listKey(), params),
  list: { sortKeys: ['waking', ...LIST_SORT_KEYS], defaultSort: [{ property: 'waking', direction: 'ASC' }] },
  steady: true,
  example: { params: { moduleIds: ['email'] }, result: [exampleEntry] },
});

export const snoozeQueries = { snoozed } as const;
export const snoozeCommands = { snooze, wake } as const;
/** `SNOOZE_TIME`: in the past, over two years ahead, or neither a time nor an answer. */
export const snoozeProblems = { SNOOZE_TIME: 422 } as const;
