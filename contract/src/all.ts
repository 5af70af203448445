import {
  KERNEL_PROBLEMS,
  PREVIEW_PROBLEMS,
  UPLOAD_PROBLEMS,
  type CommandDefinition,
  type EventDefinition,
  type ModuleContract,
  type QueryDefinition,
} from './kernel/index.ts';
import { accountContract, healthContract } from './modules/account/index.ts';
import { activityContract } from './modules/activity/index.ts';
import { alarmContract } from './modules/alarm/index.ts';
import { appointmentContract } from './modules/appointment/index.ts';
import { documentContract } from './modules/document/index.ts';
import { mailContract } from './modules/mail/index.ts';
import { memoContract } from './modules/memo/index.ts';
import { messageContract } from './modules/message/index.ts';
import { phonecallContract } from './modules/phonecall/index.ts';
import { presenceContract } from './modules/presence/index.ts';
import { recordContract } from './modules/record/index.ts';
import { settingsContract } from './modules/settings/index.ts';
import { sharingContract } from './modules/sharing/index.ts';
import { taskContract } from './modules/task/index.ts';

/** What each module says all sides, in the order in which problems and operations are put together. */
export const CONTRACTS = [
  accountContract,
  healthContract,
  activityContract,
  alarmContract,
  mailContract,
  recordContract,
  sharingContract,
  documentContract,
  memoContract,
  phonecallContract,
  taskContract,
  messageContract,
  appointmentContract,
  presenceContract,
  settingsContract,
] as const satisfies readonly ModuleContract[];

type NameIn<G> = G extends unknown
  ? { [K in keyof G]: G[K] extends { readonly name: infer N extends string } ? N : never }[keyof G]
  : never;
/** What queries and commands are called on the wire. */
export type OperationName = NameIn<(typeof CONTRACTS)[number]['queries' | 'commands']>;

const all = <D>(groups: readonly Readonly<Record<string, D>>[]): readonly D[] =>
  groups.flatMap((group) => Object.values(group));
const byName = <D extends { readonly name: string }>(groups: readonly Readonly<Record<string, D>>[]) =>
  new Map(all(groups).map((definition) => [definition.name, definition])) as ReadonlyMap<string, D>;

/** Every operation of the product, by its name on the wire. */
export const ALL_QUERIES = byName<QueryDefinition>(CONTRACTS.map(({ queries }) => queries));
export const ALL_COMMANDS = byName<CommandDefinition>(CONTRACTS.map(({ commands }) => commands));
export const ALL_EVENTS = all<EventDefinition>(CONTRACTS.map(({ events }) => events));
/** HTTP status of every problem code. */
export const ALL_PROBLEMS: Readonly<Record<string, number>> = Object.assign(
  {},
  KERNEL_PROBLEMS,
  UPLOAD_PROBLEMS,
  PREVIEW_PROBLEMS,
  ...CONTRACTS.map(({ problems }) => problems),
);
