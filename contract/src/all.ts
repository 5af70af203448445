import {
  KERNEL_PROBLEMS,
  PREVIEW_PROBLEMS,
  UPLOAD_PROBLEMS,
  type CommandDefinition,
  type EventDefinition,
  type QueryDefinition,
} from './kernel/index.ts';
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
  attendanceCommands,
  attendanceEvents,
  attendanceQueries,
  findQueries,
  historyQueries,
  savedCommands,
  savedEvents,
  savedProblems,
  savedQueries,
  snoozeCommands,
  snoozeProblems,
  snoozeQueries,
  tipQueries,
  writtenProblems,
  writtenQueries,
} from './modules/activity/index.ts';
import { alarmCommands, alarmEvents, alarmProblems, alarmQueries } from './modules/alarm/index.ts';
import { documentCommands, documentProblems, documentQueries } from './modules/document/index.ts';
import {
  absenceCommands,
  absenceProblems,
  absenceQueries,
  dkimCommands,
  dkimProblems,
  dkimQueries,
  handoverQueries,
  invitationCommands,
  invitationProblems,
  mailCommands,
  mailEvents,
  mailProblems,
  mailQueries,
  sendingCommands,
  sendingEvents,
  sendingProblems,
  sendingQueries,
  senderCommands,
  senderProblems,
  senderQueries,
  writingCommands,
  writingEvents,
  writingProblems,
  writingQueries,
  originCommands,
  originProblems,
  originQueries,
  previewQueries,
  threadCommands,
  threadQueries,
  transferCommands,
  transferEvents,
  transferProblems,
  transferQueries,
  ruleCommands,
  ruleProblems,
  ruleQueries,
  teamworkCommands,
  teamworkEvents,
  teamworkProblems,
  teamworkQueries,
} from './modules/mail/index.ts';
import {
  memoCommands,
  memoEvents,
  memoProblems,
  memoQueries,
  recordActivityCommands,
  recordActivityQueries,
} from './modules/memo/index.ts';
import { phonecallQueries } from './modules/phonecall/index.ts';
import {
  recordCommands,
  recordEvents,
  recordProblems,
  recordQueries,
  recordTimeQueries,
} from './modules/record/index.ts';
import {
  appCommands,
  notificationCommands,
  notificationQueries,
  pushCommands,
  pushProblems,
  pushQueries,
  settingsCommands,
  settingsEvents,
  settingsProblems,
  settingsQueries,
  themeCommands,
  themeEvents,
  themeProblems,
  themeQueries,
} from './modules/settings/index.ts';
import { sharingCommands, sharingProblems, sharingQueries } from './modules/sharing/index.ts';
import { taskCommands, taskEvents, taskProblems, taskQueries } from './modules/task/index.ts';

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
  | NameIn<typeof attendanceQueries>
  | NameIn<typeof attendanceCommands>
  | NameIn<typeof savedQueries>
  | NameIn<typeof savedCommands>
  | NameIn<typeof snoozeQueries>
  | NameIn<typeof snoozeCommands>
  | NameIn<typeof mailQueries>
  | NameIn<typeof mailCommands>
  | NameIn<typeof sendingQueries>
  | NameIn<typeof sendingCommands>
  | NameIn<typeof dkimQueries>
  | NameIn<typeof transferQueries>
  | NameIn<typeof transferCommands>
  | NameIn<typeof dkimCommands>
  | NameIn<typeof writingQueries>
  | NameIn<typeof writingCommands>
  | NameIn<typeof senderQueries>
  | NameIn<typeof senderCommands>
  | NameIn<typeof threadQueries>
  | NameIn<typeof previewQueries>
  | NameIn<typeof threadCommands>
  | NameIn<typeof originQueries>
  | NameIn<typeof originCommands>
  | NameIn<typeof invitationCommands>
  | NameIn<typeof ruleQueries>
  | NameIn<typeof ruleCommands>
  | NameIn<typeof teamworkQueries>
  | NameIn<typeof teamworkCommands>
  | NameIn<typeof handoverQueries>
  | NameIn<typeof absenceQueries>
  | NameIn<typeof absenceCommands>
  | NameIn<typeof documentQueries>
  | NameIn<typeof documentCommands>
  | NameIn<typeof historyQueries>
  | NameIn<typeof writtenQueries>
  | NameIn<typeof alarmQueries>
  | NameIn<typeof alarmCommands>
  | NameIn<typeof memoQueries>
  | NameIn<typeof phonecallQueries>
  | NameIn<typeof memoCommands>
  | NameIn<typeof recordActivityQueries>
  | NameIn<typeof recordActivityCommands>
  | NameIn<typeof taskQueries>
  | NameIn<typeof taskCommands>
  | NameIn<typeof pushQueries>
  | NameIn<typeof pushCommands>
  | NameIn<typeof recordQueries>
  | NameIn<typeof recordTimeQueries>
  | NameIn<typeof recordCommands>
  | NameIn<typeof sharingQueries>
  | NameIn<typeof sharingCommands>
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
  snoozeQueries,
  tipQueries,
  historyQueries,
  writtenQueries,
  alarmQueries,
  attendanceQueries,
  mailQueries,
  sendingQueries,
  dkimQueries,
  writingQueries,
  senderQueries,
  threadQueries,
  previewQueries,
  originQueries,
  transferQueries,
  ruleQueries,
  teamworkQueries,
  handoverQueries,
  absenceQueries,
  recordQueries,
  recordTimeQueries,
  sharingQueries,
  documentQueries,
  memoQueries,
  recordActivityQueries,
  phonecallQueries,
  taskQueries,
  settingsQueries,
  themeQueries,
  notificationQueries,
  pushQueries,
);
export const ALL_COMMANDS = byName<CommandDefinition>(
  accountCommands,
  activityCommands,
  savedCommands,
  snoozeCommands,
  alarmCommands,
  attendanceCommands,
  mailCommands,
  sendingCommands,
  dkimCommands,
  writingCommands,
  senderCommands,
  threadCommands,
  originCommands,
  transferCommands,
  invitationCommands,
  ruleCommands,
  teamworkCommands,
  absenceCommands,
  recordCommands,
  sharingCommands,
  documentCommands,
  memoCommands,
  recordActivityCommands,
  taskCommands,
  settingsCommands,
  themeCommands,
  appCommands,
  notificationCommands,
  pushCommands,
);
export const ALL_EVENTS: readonly EventDefinition[] = [
  accountEvents,
  groupEvents,
  menuEvents,
  activityEvents,
  attendanceEvents,
  savedEvents,
  alarmEvents,
  mailEvents,
  sendingEvents,
  writingEvents,
  transferEvents,
  teamworkEvents,
  recordEvents,
  memoEvents,
  taskEvents,
  settingsEvents,
  themeEvents,
].flatMap((group) => Object.values(group) as EventDefinition[]);
/** HTTP status of every problem code. */
export const ALL_PROBLEMS: Readonly<Record<string, number>> = {
  ...KERNEL_PROBLEMS,
  ...UPLOAD_PROBLEMS,
  ...PREVIEW_PROBLEMS,
  ...documentProblems,
  ...accountProblems,
  ...activityProblems,
  ...savedProblems,
  ...snoozeProblems,
  ...writtenProblems,
  ...alarmProblems,
  ...memoProblems,
  ...taskProblems,
  ...pushProblems,
  ...mailProblems,
  ...sendingProblems,
  ...dkimProblems,
  ...writingProblems,
  ...senderProblems,
  ...originProblems,
  ...transferProblems,
  ...invitationProblems,
  ...ruleProblems,
  ...teamworkProblems,
  ...absenceProblems,
  ...recordProblems,
  ...sharingProblems,
  ...settingsProblems,
  ...themeProblems,
};
