export * from './date-filter.ts';
export * from './entities.ts';
export * from './rows.ts';
export * from './search.ts';
export * from './search-operators.ts';
export * from './time-frame.ts';
export {
  ACTIVITY_LIST,
  COUNTED_MODULES,
  EntriesSchema,
  exampleEntry,
  exampleRow,
  listKey,
  startQueries as activityQueries,
} from './queries.ts';
export { ListParamsSchema, VIEWS, findQueries, type ListParams, type View } from './find-queries.ts';
export { commands as activityCommands, problems as activityProblems } from './commands.ts';
export { events as activityEvents } from './events.ts';
