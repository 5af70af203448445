import { KERNEL_PROBLEMS, type CommandDefinition, type EventDefinition, type QueryDefinition } from './kernel/index.ts';
import {
  accountCommands,
  accountEvents,
  accountProblems,
  accountQueries,
  groupEvents,
  healthQueries,
  menuEvents,
} from './modules/account/index.ts';
import {
  activityCommands,
  activityEvents,
  activityProblems,
  activityQueries,
  findQueries,
  savedCommands,
  savedEvents,
  savedProblems,
  savedQueries,
  tipQueries,
} from './modules/activity/index.ts';
import { mailCommands, mailEvents, mailProblems, mailQueries } from './modules/mail/index.ts';
import {
  appCommands,
  notificationCommands,
  notificationQueries,
  settingsCommands,
  settingsEvents,
  settingsProblems,
  settingsQueries,
  themeCommands,
  themeEvents,
  themeProblems,
  themeQueries,
} from './modules/settings/index.ts';

/** Every operation of the product, by its name on the wire. */
const byName = <D extends { name: string }>(...groups: Record<string, D>[]): ReadonlyMap<string, D> =>
  new Map(groups.flatMap((group) => Object.values(group)).map((definition) => [definition.name, definition]));

type NameIn<G extends Record<string, { name: string }>> = G[keyof G]['name'];
/** What queries and commands are called on the wire. */
export type OperationName =
  | NameIn<typeof accountQueries>
  | NameIn<typeof healthQueries>
  | NameIn<typeof accountCommands>
  | NameIn<typeof activityQueries>
  | NameIn<typeof findQueries>
  | NameIn<typeof tipQueries>
  | NameIn<typeof activityCommands>
  | NameIn<typeof savedQueries>
  | NameIn<typeof savedCommands>
  | NameIn<typeof mailQueries>
  | NameIn<typeof mailCommands>
  | NameIn<typeof settingsQueries>
  | NameIn<typeof settingsCommands>
  | NameIn<typeof themeQueries>
  | NameIn<typeof themeCommands>
  | NameIn<typeof appCommands>
  | NameIn<typeof notificationQueries>
  | NameIn<typeof notificationCommands>;

export const ALL_QUERIES = byName<QueryDefinition>(
  accountQueries,
  healthQueries,
  activityQueries,
  findQueries,
  savedQueries,
  tipQueries,
  mailQueries,
  settingsQueries,
  themeQueries,
  notificationQueries,
);
export const ALL_COMMANDS = byName<CommandDefinition>(
  accountCommands,
  activityCommands,
  savedCommands,
  mailCommands,
  settingsCommands,
  themeCommands,
  appCommands,
  notificationCommands,
);
export const ALL_EVENTS: readonly EventDefinition[] = [
  accountEvents,
  groupEvents,
  menuEvents,
  activityEvents,
  savedEvents,
  mailEvents,
  settingsEvents,
  themeEvents,
].flatMap((group) => Object.values(group) as EventDefinition[]);
/** HTTP status of every problem code. */
export const ALL_PROBLEMS: Readonly<Record<string, number>> = {
  ...KERNEL_PROBLEMS,
  ...accountProblems,
  ...activityProblems,
  ...savedProblems,
  ...mailProblems,
  ...settingsProblems,
  ...themeProblems,
};
