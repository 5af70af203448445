export * from './entities.ts';
export * from './rows.ts';
export * from './time-frame.ts';
export {
  ACTIVITY_LIST,
  COUNTED_MODULES,
  EntriesSchema,
  VIEWS,
  exampleEntry,
  exampleRow,
  listKey,
  listParams,
  queries as activityQueries,
  type View,
} from './queries.ts';
export { commands as activityCommands, problems as activityProblems } from './commands.ts';
export { events as activityEvents } from './events.ts';
