import * as v from 'valibot';
import { AggregateIdSchema, BULK_LIMIT, defineCommand, formatAggregateId } from '../../kernel/index.ts';
import { StateSchema } from './entities.ts';

/** Items of one command. */
export const AggregateIdsSchema = v.pipe(v.array(AggregateIdSchema), v.minLength(1), v.maxLength(BULK_LIMIT));

/** Which of the named items were there to be changed. One that is gone, or not the person's, stops none of the others. */
export const ChangedSchema = v.object({ aggregateIds: v.array(v.string()), missing: v.array(v.string()) });

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const changed = { aggregateIds: [exampleId], missing: [] };
const bulk = {
  params: v.strictObject({ aggregateIds: AggregateIdsSchema }),
  result: ChangedSchema,
  errors: ['NOT_FOUND'],
};
const bulkExample = { params: { aggregateIds: [exampleId] }, result: changed };

/**
 * Sets the state of items; with `onlyNew` that of those alone that are New still. What somebody has only looked at may be Done by the time that the server
 * hears of it, and stays so.
 */
export const setState = defineCommand({
  name: 'activity.setState',
  params: v.strictObject({
    aggregateIds: AggregateIdsSchema,
    state: StateSchema,
    onlyNew: v.optional(v.boolean(), false),
  }),
  result: ChangedSchema,
  errors: ['NOT_FOUND'],
  example: { params: { aggregateIds: [exampleId], state: 'ready' }, result: changed },
});

export const archive = defineCommand({ name: 'activity.archive', ...bulk, example: bulkExample });
export const dearchive = defineCommand({ name: 'activity.dearchive', ...bulk, example: bulkExample });
/** Moves items to the trash, from which they can be restored. */
export const deleteItems = defineCommand({
  name: 'activity.delete',
  ...bulk,
  audit: 'items.deleted',
  example: bulkExample,
});
export const restore = defineCommand({
  name: 'activity.restore',
  ...bulk,
  audit: 'items.restored',
  example: bulkExample,
});
/** Marks mails as spam and takes them out of all lists but the trash. Items of other modules are refused. */
export const spam = defineCommand({
  name: 'activity.spam',
  ...bulk,
  audit: 'items.deleted',
  errors: ['NOT_FOUND', 'NOT_A_MAIL'],
  example: bulkExample,
});

export const commands = { setState, archive, dearchive, deleteItems, restore, spam } as const;

/** Codes of this module and their HTTP status. */
export const problems = { NOT_A_MAIL: 422 } as const;
