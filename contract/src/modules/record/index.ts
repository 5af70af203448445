export * from './entities.ts';
export { saidDay } from './days.ts';
export { keptNumber } from './numbers.ts';
export {
  FIELD_KEY,
  FORMULA_FAULTS,
  KINDS_KEY,
  KIND_COLOR,
  MAX_CHOICE,
  MAX_COLUMNS,
  MAX_KINDS,
  MAX_KIND_NAME,
  MAX_LABEL,
  MAX_TABS,
  NOT_OF_PERSONS,
  RESERVED_KEYS,
  UNIQUE_KINDS,
  kindCommands,
  kindQueries,
  type GivenField,
  type GivenKind,
  type RenamedChoice,
  type KindEffects,
  type KindFault,
  type WholeKind,
} from './kinds.ts';
export {
  COLUMN_SORTS,
  ConditionsSchema,
  ListColumnsSchema,
  MAX_CELL_TEXT,
  MAX_CONDITIONS,
  MAX_COUNTED,
  OPERATORS,
  OPERATORS_OF,
  OWN_COLUMNS,
  RECORD_ROWS,
  placeInRow,
  type ColumnSort,
  type Condition,
  type ListColumn,
  type Operator,
  type SearchFault,
} from './lists.ts';
export {
  DUPLICATE_GROUPS,
  MAX_MERGED,
  MAX_SIMILAR,
  SIMILAR_REASONS,
  duplicatesKey,
  mergingCommands,
  mergingQueries,
  type Merge,
  type MergePreview,
  type SimilarReason,
  type SimilarRecord,
} from './merging.ts';
export { MAX_RESULTS, exampleLink, queries as recordQueries } from './queries.ts';
export { DELETED_PAGE, type DeletedRecord } from './deleted.ts';
export { MAX_LINKS, RESTORABLE_DAYS, commands as recordCommands, problems as recordProblems } from './commands.ts';
export { FIELD_FAULTS, type FieldFault } from './faults.ts';
export { CHANGE_WAYS, LEFT_REASONS, MAX_CHANGED, type ChangeWay, type LeftRecord } from './many.ts';
export {
  CHANGES_PAGE,
  CHANGE_CAUSES,
  MAX_GROUP,
  historyQueries as recordHistoryQueries,
  timeQueries as recordTimeQueries,
  type ChangeCause,
  type RecordChange,
  type RecordDifference,
  type RecordWindow,
} from './history.ts';
export { MAX_RELATED, type RelatedGroup } from './related.ts';
export { events as recordEvents } from './events.ts';
export {
  BOARDS_KEY,
  CARDS_AT_ONCE,
  FAVOURITES_KEY,
  MAX_CARD_FIELDS,
  MAX_DEPTH,
  MAX_FAVOURITES,
  MAX_QUERIES,
  MAX_QUERY_NAME,
  MAX_SUMS,
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
export {
  DATE_ORDERS,
  DUPLICATE_WAYS,
  IMPORT_DAYS,
  IMPORT_LIMITS,
  ImportSetupSchema,
  RECORD_FORMATS,
  ROW_FAULTS,
  UNKNOWN_CHOICES,
  exportRecords,
  importCommands,
  importQueries,
  type ImportSetup,
  type ImportState,
  type RecordFormat,
  type RecordImport,
  type RowFault,
} from './importing.ts';
export { recordContract } from './contract.ts';
