import * as v from 'valibot';
import { NothingSchema, defineCommand, defineQuery } from '../../kernel/index.ts';

/** Which kinds of new items a person is told of. The same as the settings of these names. */
export const NOTIFICATION_KEYS = [
  'notificationsTasksEnabled',
  'notificationsPhoneCallsEnabled',
  'notificationsMailEnabled',
  'notificationsAppointmentEnabled',
  'notificationsMessageEnabled',
  'notificationsNotesEnabled',
  'notificationsDocumentsEnabled',
] as const;
type NotificationKey = (typeof NOTIFICATION_KEYS)[number];

const flags = Object.fromEntries(NOTIFICATION_KEYS.map((key) => [key, v.boolean()])) as Record<
  NotificationKey,
  v.BooleanSchema<undefined>
>;
const usual = {
  notificationsTasksEnabled: true,
  notificationsPhoneCallsEnabled: true,
  notificationsMailEnabled: false,
  notificationsAppointmentEnabled: true,
  notificationsMessageEnabled: true,
  notificationsNotesEnabled: true,
  notificationsDocumentsEnabled: true,
} satisfies Record<NotificationKey, boolean>;

/** What the person is told of; as usual where they have not chosen. */
export const configuration = defineQuery({
  name: 'notification.configuration',
  params: NothingSchema,
  result: v.object(flags),
  refreshOn: () => ['settings'],
  example: { params: {}, result: usual },
});

/** Chooses now what the person is told of. For clients that have no settings of their own; ours sends `settings.change`. */
export const update = defineCommand({
  name: 'notification.update',
  params: v.strictObject(flags),
  result: NothingSchema,
  example: { params: usual, result: {} },
});

export const notificationQueries = { configuration } as const;
export const notificationCommands = { update } as const;
