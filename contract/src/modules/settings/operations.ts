import * as v from 'valibot';
import { NothingSchema, defineCommand, defineEvent, defineQuery, eventPayload } from '../../kernel/index.ts';
import { PERSON_KEYS, SETTINGS, type PersonKey } from './keys.ts';

/** Most that one value may be, as JSON, in UTF-16 units. */
export const MAX_VALUE = 32_768;

/**
 * When a value was chosen: milliseconds since 1970 by the clock of the device, or one more than the version that the device knew, whichever
 * is greater. So the choice that was made last wins, in whatever order choices arrive.
 */
const VersionSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const versions = v.partial(
  v.strictObject(
    Object.fromEntries(PERSON_KEYS.map((key) => [key, VersionSchema])) as Record<PersonKey, typeof VersionSchema>,
  ),
);

type ValueSchemas = { [K in PersonKey]: (typeof SETTINGS)[K]['schema'] };
const values = v.partial(
  v.strictObject(Object.fromEntries(PERSON_KEYS.map((key) => [key, SETTINGS[key].schema])) as unknown as ValueSchemas),
);

/** One setting of a person as the server has it. A value of null: reset, as it was before anybody chose. */
const PersonSettingSchema = v.object({ key: v.string(), value: v.unknown(), version: v.number() });
export type PersonSetting = v.InferOutput<typeof PersonSettingSchema>;
const SettingsAnswer = v.object({ settings: v.array(PersonSettingSchema) });

/** What the person has set; a key that was never set is not there. */
export const mine = defineQuery({
  name: 'settings.mine',
  cost: 'essential',
  params: NothingSchema,
  result: v.array(PersonSettingSchema),
  refreshOn: () => ['settings'],
  // The device keeps it in a form of its own, which the first paint reads.
  cached: false,
  example: { params: {}, result: [{ key: 'theme', value: 'dark', version: 1_763_000_000_000 }] },
});

/** Sets values. One that is older than what is there changes nothing; the answer says what holds now. */
export const change = defineCommand({
  name: 'settings.change',
  params: v.strictObject({ values, versions }),
  result: SettingsAnswer,
  errors: ['SETTING_TOO_LARGE', 'VERSION_MISSING'],
  example: {
    params: { values: { theme: 'dark' }, versions: { theme: 1_763_000_000_000 } },
    result: { settings: [{ key: 'theme', value: 'dark', version: 1_763_000_000_000 }] },
  },
});

/** Makes settings as they were before anybody chose: those of which a version is given. */
export const reset = defineCommand({
  name: 'settings.reset',
  params: v.strictObject({ versions }),
  result: SettingsAnswer,
  example: {
    params: { versions: { theme: 1_763_000_000_000 } },
    result: { settings: [{ key: 'theme', value: null, version: 1_763_000_000_000 }] },
  },
});

/** The person's settings changed. Goes to their own devices. */
export const changed = defineEvent('settings.changed', v.object(eventPayload));

export const settingsQueries = { mine } as const;
export const settingsCommands = { change, reset } as const;
export const settingsEvents = { changed } as const;
export const settingsProblems = { SETTING_TOO_LARGE: 422, VERSION_MISSING: 422 } as const;
