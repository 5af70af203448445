export {
  ATTENDANCE_KEY,
  ATTENDED_MS,
  ATTEND_MS,
  AttendantSchema,
  DoingSchema,
  attendedPayload,
  attendanceCommands,
  attendanceEvents,
  attendanceQueries,
  type Attendant,
  type Doing,
} from './attendance.ts';
export * from './date-filter.ts';
export * from './entities.ts';
export * from './rows.ts';
export * from './search.ts';
export * from './search-days.ts';
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
export { ListParamsSchema, VIEWS, filteredKeys, findQueries, type ListParams, type View } from './find-queries.ts';
export { itemsQuery } from './items.ts';
export { dueQueries, type DueItem } from './due.ts';
export { MAX_TIP_PEOPLE, TIP_ROLES, tipQueries, type Tip } from './tips.ts';
export {
  HISTORY_PAGE,
  historyQueries,
  type Difference,
  type ItemChangeEntry,
  type LinkedRecord,
  type SharedPeople,
} from './history.ts';
export { MAX_PICTURES, MAX_PICTURE_BYTES, writtenProblems, writtenQueries } from './written.ts';
export { commands as activityCommands, problems as activityProblems } from './commands.ts';
export { events as activityEvents } from './events.ts';
export { MAX_SNOOZE_DAYS, snoozeCommands, snoozeProblems, snoozeQueries } from './snooze.ts';
export {
  COUNT_CAP,
  ConditionsSchema,
  FILTERS_KEY,
  MAX_FILTERS,
  MAX_FILTER_NAME,
  MAX_PINNED,
  SAVED_LISTS,
  exampleConditions,
  savedCommands,
  savedEvents,
  savedProblems,
  savedQueries,
  type Conditions,
  type SavedFilter,
  type SavedList,
  type SavedSort,
  type SharedWith,
} from './saved.ts';
export { activityContract } from './contract.ts';
