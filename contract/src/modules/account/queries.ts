import * as v from 'valibot';
import { ModuleNameSchema, NothingSchema, defineQuery, text } from '../../kernel/index.ts';
import { FilterBoxSchema, FilterUserSchema, RIGHTS, RightsSchema, UserSchema, type Rights } from './entities.ts';
import { jobQueries } from './jobs.ts';

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

/** Id of the session that an access token belongs to. The parameter keeps the specification's name; the token is opaque. */
export const fromToken = defineQuery({
  name: 'session.fromToken',
  cost: 'light',
  params: v.strictObject({ jwtToken: text(500) }),
  result: v.object({ sessionId: v.string() }),
  refreshOn: () => [],
  cached: false,
  example: { params: { jwtToken: '' }, result: { sessionId: '8f2c9f0e-54f9-4f2e-9f86-1ad1c2b6a001' } },
});

/** The people who may see a module's list, as its people filter offers them. */
export const moduleUsers = defineQuery({
  name: 'module.users',
  params: v.strictObject({ module: ModuleNameSchema }),
  result: v.array(FilterUserSchema),
  refreshOn: () => ['people'],
  example: {
    params: { module: 'email' },
    result: [
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

/** The boxes that the person belongs to in a module, and the people who share them. */
export const moduleBoxes = defineQuery({
  name: 'module.boxes',
  params: v.strictObject({ module: ModuleNameSchema }),
  result: v.object({ boxes: v.array(FilterBoxSchema), users: v.array(FilterUserSchema) }),
  refreshOn: ({ module }) => [`boxes:${module}`, 'people'],
  example: {
    params: { module: 'email' },
    result: { boxes: [{ boxId: 1, isVirtual: false, name: 'info@nordwerk.example' }], users: [] },
  },
});

export const queries = { user, configuration, fromToken, moduleUsers, moduleBoxes, ...jobQueries } as const;
