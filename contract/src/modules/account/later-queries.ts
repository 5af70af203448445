import * as v from 'valibot';
import { ItemKindNameSchema, defineQuery, text } from '../../kernel/index.ts';
import { FilterUserSchema } from './entities.ts';
import { GROUPS_KEY } from './groups-key.ts';

export const FilterBoxSchema = v.object({ boxId: v.number(), isVirtual: v.boolean(), name: v.string() });
export type FilterBox = v.InferOutput<typeof FilterBoxSchema>;

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

/** The boxes that the person belongs to in a module, and the people and groups that may see the module. */
export const moduleBoxes = defineQuery({
  name: 'module.boxes',
  params: v.strictObject({ module: ItemKindNameSchema }),
  result: v.object({ boxes: v.array(FilterBoxSchema), users: v.array(FilterUserSchema) }),
  refreshOn: ({ module }) => [`boxes:${module}`, 'people', GROUPS_KEY],
  example: {
    params: { module: 'email' },
    result: { boxes: [{ boxId: 1, isVirtual: false, name: 'info@nordwerk.example' }], users: [] },
  },
});

/** What no page asks for before its first screen stands. */
export const laterQueries = { fromToken, moduleBoxes } as const;
