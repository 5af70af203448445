import { ChangedMigrationError, NewerDatabaseError } from './db/migrate.ts';
import { StartError } from './start-error.ts';

const CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at the address of the database. Is it running, and is DATABASE_URL right?',
  ECONNRESET: 'The database ended the connection. Is DATABASE_URL right, and is it a PostgreSQL that answers there?',
  ENOTFOUND: 'The host of the database is not known. Is DATABASE_URL right?',
  EAI_AGAIN: 'The host of the database cannot be looked up at the moment. Does the network work?',
  EHOSTUNREACH: 'The host of the database cannot be reached from here. Is DATABASE_URL right?',
  ENETUNREACH: 'The network of the database cannot be reached from here. Is DATABASE_URL right?',
  ETIMEDOUT: 'The database does not answer. Is it reachable from here?',
  '28P01': 'The database refuses the password in DATABASE_URL.',
  '28000': 'The database refuses the user in DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist. Create it first.',
  '42501': 'The user in DATABASE_URL may not create what Kontor needs. Make it the owner of the database.',
  '0A000':
    'This PostgreSQL lacks the extensions btree_gin, btree_gist and unaccent. Install the package postgresql-contrib there.',
  '53300': 'The database takes no more connections.',
  '53100': 'The disk of the database is full. Make room and start again.',
  '57P01': 'The database was stopped meanwhile. Start again.',
  '57P03': 'The database is starting or stopping. Try again in a moment.',
  ENOSPC: 'The disk is full. Make room and start again.',
};

/** What comes without a code, from the database driver. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [
    /timeout expired|timeout exceeded when trying to connect/,
    'The database does not answer. Is it reachable from here?',
  ],
  [
    /Connection terminated|Client has encountered a connection error/,
    'The connection to the database was lost. Try again.',
  ],
  [/does not support SSL/, 'The database takes no encrypted connections. Leave sslmode out of DATABASE_URL.'],
];

/** What to tell the person who started the program, in a sentence; undefined for what is a fault of the program. */
export function sentenceOf(error: unknown): string | undefined {
  const isForPeople = [StartError, NewerDatabaseError, ChangedMigrationError].some((kind) => error instanceof kind);
  if (isForPeople && error instanceof Error) return error.message;
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : CONNECTION[code];
  if (known !== undefined) return known;
  const byMessage = MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1];
  return byMessage ?? sentenceOf(error.cause);
}
