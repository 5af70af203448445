export * from './entities.ts';
export {
  CLAIM_SOURCES,
  NUMBERS_KEY,
  OWNER_KINDS,
  SURENESS,
  NamingSchema,
  CandidateSchema,
  exampleNaming,
  type Candidate,
  type ClaimSource,
  type Naming,
  type NamingReason,
  type OwnerKind,
} from './naming.ts';
export {
  BOOK_IMPORT_DAYS,
  BOOK_IMPORT_LIMITS,
  BOOK_TARGETS,
  MAX_BOOK_FAULTS,
  bookImportCommands,
  bookImportQueries,
  type BookImportSetup,
  type BookOutcome,
  type BookTarget,
} from './book-importing.ts';
export { MAX_MERGED_ENTRIES, MERGE_UNDO_DAYS, type PhoneBookEntry, type PhoneticGroup } from './book.ts';
export {
  DIAL_FAULTS,
  DIAL_POLL_MS,
  DIAL_WAYS,
  MAX_DIAL_POLLS,
  NO_NEXT_OUTGOING_CALL_FOUND,
  TERMINAL,
  type AttemptState,
  type DialFault,
  type DialLocation,
  type DialUser,
  type DialWay,
} from './dialling.ts';
export {
  CALL_LISTS_KEY,
  CONNECTED_KINDS,
  DIAL_LOCATIONS_KEY,
  HISTORY_KINDS,
  LINES_KEY,
  LINE_KINDS,
  MAX_EVENT_BYTES,
  MAX_LINES,
  isConnected,
  isHistoryKind,
  type CallList,
  type HistoryKind,
  type Line,
  type LineKind,
  type LineMapping,
  type Terminal,
} from './lines.ts';
export { queries as phonecallQueries, type RunningCall } from './queries.ts';
export { commands as phonecallCommands } from './commands.ts';
export { events as phonecallEvents } from './events.ts';
export { problems as phonecallProblems } from './problems.ts';
export { phonecallContract } from './contract.ts';
