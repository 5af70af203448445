import * as v from 'valibot';
import { KINDS, NothingSchema, defineCommand, defineQuery, type NoticeSetting } from '../../kernel/index.ts';

/** Which kinds of new items a person is told of, and whether they are until they choose. The same as the settings of these names. */
const NOTICES = /* @__PURE__ */ KINDS.flatMap(({ notices }) => notices ?? []);
export const NOTIFICATION_KEYS = /* @__PURE__ */ NOTICES.map(({ setting }) => setting);

const byKey = <T>(value: (isOn: boolean) => T) =>
  Object.fromEntries(NOTICES.map(({ setting, isOn = true }) => [setting, value(isOn)])) as Record<NoticeSetting, T>;
const flags = byKey(() => v.boolean());
const defaults = byKey((isOn) => isOn);

/** What the person is told of; as usual where they have not chosen. */
export const configuration = defineQuery({
  name: 'notification.configuration',
  params: NothingSchema,
  result: v.object(flags),
  refreshOn: () => ['settings'],
  example: { params: {}, result: defaults },
});

/** Chooses now what the person is told of. For clients that have no settings of their own; ours sends `settings.change`. */
export const update = defineCommand({
  name: 'notification.update',
  params: v.strictObject(flags),
  result: NothingSchema,
  example: { params: defaults, result: {} },
});

export const notificationQueries = { configuration } as const;
export const notificationCommands = { update } as const;
