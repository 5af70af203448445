export * from './entities.ts';
export { keptNumber } from './numbers.ts';
export {
  COLUMN_SORTS,
  ConditionsSchema,
  ListColumnsSchema,
  MOST_CELL_TEXT,
  MOST_CONDITIONS,
  MOST_COUNTED,
  OPERATORS,
  OPERATORS_OF,
  OWN_COLUMNS,
  RECORD_ROWS,
  type ColumnSort,
  type Condition,
  type ListColumn,
  type Operator,
  type SearchFault,
} from './lists.ts';
export { MOST_RESULTS, exampleLink, queries as recordQueries } from './queries.ts';
export {
  FIELD_FAULTS,
  MOST_LINKS,
  commands as recordCommands,
  problems as recordProblems,
  type FieldFault,
} from './commands.ts';
export {
  CHANGES_PAGE,
  CHANGE_CAUSES,
  MOST_GROUP,
  historyQueries as recordHistoryQueries,
  type ChangeCause,
  type RecordChange,
  type RecordDifference,
  type RecordWindow,
} from './history.ts';
export { events as recordEvents } from './events.ts';
export {
  BOARDS_KEY,
  CARDS_AT_ONCE,
  FAVOURITES_KEY,
  MOST_CARD_FIELDS,
  MOST_DEPTH,
  MOST_FAVOURITES,
  MOST_QUERIES,
  MOST_QUERY_NAME,
  MOST_SUMS,
  QUERIES_KEY,
  boardKeys,
  type Board,
  type BoardAnswer,
  type Card,
  type Favourite,
  type Pile,
  type QueryFault,
  type SharedQuery,
} from './boards/index.ts';
