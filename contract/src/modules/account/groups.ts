import * as v from 'valibot';
import {
  BULK_LIMIT,
  IdSchema,
  NothingSchema,
  defineCommand,
  defineEvent,
  defineQuery,
  eventPayload,
  titleText,
} from '../../kernel/index.ts';
import { GROUPS_KEY } from './groups-key.ts';

/** Most groups that an instance may have. */
export const MAX_GROUPS = 200;
/** Most members of one group. */
export const MAX_MEMBERS = BULK_LIMIT;
export const MAX_GROUP_NAME = 60;

/** A group of people as its administrators see it. */
export const GroupSchema = v.object({
  groupId: IdSchema,
  aggregateVersion: v.number(),
  name: v.string(),
  /** All members, by number; those who are locked or have left too. */
  userIds: v.array(v.number()),
});
export type Group = v.InferOutput<typeof GroupSchema>;

const about = {
  /** Kept on one line, without what nobody sees; NAME_REQUIRED where nothing is left of it. */
  name: titleText(MAX_GROUP_NAME),
  userIds: v.pipe(v.array(IdSchema), v.maxLength(MAX_MEMBERS)),
};
const byGroup = { groupId: IdSchema };
const service: Group = { groupId: 4, aggregateVersion: 1, name: 'Service', userIds: [1, 2] };
const whatIsWrong = ['RIGHT_MISSING', 'NAME_REQUIRED', 'NAME_TAKEN', 'NOT_FOUND'] as const;

/** The groups of the instance by name. For administrators, like all that follows. */
export const groups = defineQuery({
  name: 'account.groups',
  params: NothingSchema,
  result: v.array(GroupSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [GROUPS_KEY],
  example: { params: {}, result: [service] },
});

/** Makes a group. NOT_FOUND where one of the people is nobody, here and below. */
export const createGroup = defineCommand({
  name: 'account.createGroup',
  params: v.strictObject(about),
  result: GroupSchema,
  errors: [...whatIsWrong, 'TOO_MANY_GROUPS'],
  example: { params: { name: 'Service', userIds: [] }, result: { ...service, userIds: [] } },
});

/** Names a group and makes these people, and no others, its members. VERSION_CONFLICT bears the group as it is by now. */
export const changeGroup = defineCommand({
  name: 'account.changeGroup',
  params: v.strictObject({ ...byGroup, ...about, aggregateVersion: v.number() }),
  result: GroupSchema,
  errors: [...whatIsWrong, 'VERSION_CONFLICT'],
  example: {
    params: { groupId: 4, aggregateVersion: 1, name: 'Service', userIds: [] },
    result: { ...service, aggregateVersion: 2, userIds: [] },
  },
});

/** Takes a group away; for 30 days it can be put back. */
export const deleteGroup = defineCommand({
  name: 'account.deleteGroup',
  params: v.strictObject(byGroup),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { groupId: 4 }, result: {} },
});

/** Puts a group back that was taken away, with its number and its members. */
export const restoreGroup = defineCommand({
  name: 'account.restoreGroup',
  params: v.strictObject(byGroup),
  result: GroupSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND', 'NAME_TAKEN', 'TOO_MANY_GROUPS'],
  example: { params: { groupId: 4 }, result: { ...service, aggregateVersion: 2 } },
});

/** There are other groups, or these mean others. Goes to all people of the instance: everybody's filters offer them. */
export const groupsChanged = defineEvent('account.groupsChanged', v.object(eventPayload));

export const groupQueries = { groups } as const;
export const groupCommands = { createGroup, changeGroup, deleteGroup, restoreGroup } as const;
export const groupEvents = { groupsChanged } as const;
export const groupProblems = { NAME_REQUIRED: 422, NAME_TAKEN: 422, TOO_MANY_GROUPS: 422 } as const;
