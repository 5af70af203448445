import type { NOTIFICATION_KEYS } from '@kontor/contract/settings';

type NotificationKey = (typeof NOTIFICATION_KEYS)[number];

/** What somebody is told of by a module, by its name. Modules that are still to come add theirs. */
const TOLD: Readonly<Record<string, readonly NotificationKey[]>> = {
  mail: ['notificationsMailEnabled'],
  task: ['notificationsTasksEnabled', 'notificationsNotesEnabled'],
  document: ['notificationsDocumentsEnabled'],
};

/** All that any module tells of. */
export const TOLD_KEYS: readonly string[] = Object.values(TOLD).flat();

/** What the modules tell of that somebody has. */
export const toldBy = (modules: readonly { readonly name: string }[]): readonly NotificationKey[] =>
  Object.entries(TOLD).flatMap(([name, keys]) => (modules.some((module) => module.name === name) ? keys : []));
