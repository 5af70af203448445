export * from './entities.ts';
export * from './rows.ts';
export * from './time-frame.ts';
export {
  ACTIVITY_LIST,
  COUNTED_MODULES,
  EntriesSchema,
  ListParamsSchema,
  VIEWS,
  exampleEntry,
  exampleRow,
  listKey,
  queries as activityQueries,
  type ListParams,
  type View,
} from './queries.ts';
export { commands as activityCommands, problems as activityProblems } from './commands.ts';
export { events as activityEvents } from './events.ts';
