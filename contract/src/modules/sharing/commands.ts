import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineCommand,
  formatAggregateId,
  text,
} from '../../kernel/index.ts';
import { MAX_SHARED_ITEMS, MAX_SHARED_PEOPLE, MAX_SHARE_MESSAGE } from './entities.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const aggregateIds = v.pipe(v.array(AggregateIdSchema), v.minLength(1), v.maxLength(MAX_SHARED_ITEMS));
const userIds = v.pipe(v.array(IdSchema), v.maxLength(MAX_SHARED_PEOPLE));
const message = v.pipe(text(MAX_SHARE_MESSAGE), v.trim());

/**
 * Shares items with people, and with those whom groups mean at this moment and who may see the kinds of the items: they read them from now on. Who has
 * them through the person already gets the new message. Items that the person does not see are in `missing`.
 */
export const set = defineCommand({
  name: 'globalization.set',
  params: v.strictObject({
    aggregateIds,
    userIds,
    groupIds: v.optional(v.pipe(v.array(IdSchema), v.maxLength(MAX_SHARED_PEOPLE)), []),
    message: v.optional(message, ''),
  }),
  result: v.object({ missing: v.array(v.string()) }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'SHARE_RIGHT_MISSING', 'SHARE_TOO_MUCH'],
  example: {
    params: { aggregateIds: [exampleId], userIds: [2], message: 'Bitte ansehen' },
    result: { missing: [] },
  },
});

/** Says something else with the person's own shares of items. Fails with NOT_FOUND where they have none of them. */
export const update = defineCommand({
  name: 'globalization.update',
  params: v.strictObject({ aggregateIds, message }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { aggregateIds: [exampleId], message: 'Bitte bis Freitag ansehen' }, result: {} },
});

/**
 * Ends that people have items by a share: one's own shares with them, those with oneself, and those of people who have the item by nothing but a share
 * where one has the right to it. Who takes back needs not see the item any more. Fails with NOT_FOUND where that is none.
 */
export const remove = defineCommand({
  name: 'globalization.remove',
  params: v.strictObject({ aggregateIds, userIds: v.pipe(userIds, v.minLength(1)) }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { aggregateIds: [exampleId], userIds: [2] }, result: {} },
});

export const commands = { set, update, remove } as const;

/**
 * SHARE_RIGHT_MISSING: `data.userIds` are those who may not see a kind of item that is among them. SHARE_TOO_MUCH: groups and people are more than
 * `MAX_SHARED_PEOPLE`, counted once each, or more than `MAX_SHARED_PAIRS` with the items.
 */
export const problems = { SHARE_RIGHT_MISSING: 422, SHARE_TOO_MUCH: 422 } as const;
