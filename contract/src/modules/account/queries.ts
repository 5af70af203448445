import * as v from 'valibot';
import { ItemKindNameSchema, NothingSchema, defineQuery } from '../../kernel/index.ts';
import { GROUPS_KEY } from './groups-key.ts';
import { FilterUserSchema, RIGHTS, RightsSchema, UserSchema, type Rights } from './entities.ts';

const allRights = Object.fromEntries(RIGHTS.map((right) => [right, true])) as Rights;
const anna = { id: 1, userName: 'anna', firstName: 'Anna', lastName: 'Berger', initial: 'AB', avatar: null };

/** Who is signed in. */
export const user = defineQuery({
  name: 'session.user',
  cost: 'light',
  params: NothingSchema,
  result: UserSchema,
  refreshOn: () => ['session'],
  example: { params: {}, result: anna },
});

/** What the signed-in person may do, and how the instance is set up. */
export const configuration = defineQuery({
  name: 'session.configuration',
  cost: 'light',
  params: NothingSchema,
  result: v.object({
    rights: RightsSchema,
    isAdministrator: v.boolean(),
    instance: v.object({ name: v.string(), title: v.string() }),
    settings: v.object({ timeZone: v.string() }),
  }),
  refreshOn: () => ['session'],
  example: {
    params: {},
    result: {
      rights: allRights,
      isAdministrator: true,
      instance: { name: 'demo', title: 'Demo' },
      settings: { timeZone: 'Europe/Berlin' },
    },
  },
});

/** The people who may see a module's list, and before them the groups that have such people, as its filter offers them. */
export const moduleUsers = defineQuery({
  name: 'module.users',
  params: v.strictObject({ module: ItemKindNameSchema }),
  result: v.array(FilterUserSchema),
  refreshOn: () => ['people', GROUPS_KEY],
  example: {
    params: { module: 'email' },
    result: [
      {
        userId: 0,
        groupId: 4,
        userIds: [1],
        fullName: '',
        groupName: 'Service',
        active: true,
        UserAvatar: null,
        UserDisplayname: 'Service',
      },
      {
        userId: 1,
        userIds: [1],
        fullName: 'Anna Berger',
        groupName: '',
        active: true,
        UserAvatar: null,
        UserDisplayname: 'Anna Berger',
      },
    ],
  },
});

/** What the first screen asks for. */
export const startQueries = { user, configuration, moduleUsers } as const;
