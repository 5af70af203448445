import { createLogger, type Logger } from '../platform/log/logger.ts';

/** What pino numbers from "error" on. */
const ERROR = 50;

/** What the servers of this process logged as an error and no test has looked at yet, and what tests have announced. */
let logged: string[] = [];
let announced: RegExp[] = [];
/** What tests of a file have announced for any of its tests, and whether it came. */
const ofFile = new Map<RegExp, boolean>();

/** Number of the file that is run: files share a worker, and what the server of an earlier one says late is no fault of this one. */
let file = 0;

/** A file begins: what is left of the one before has been looked at by that one's last hook. */
export function beginFile(): void {
  file += 1;
  logged = [];
  announced = [];
}

/** Takes what a server logged, wherever it runs. */
export function noteLogged(line: string): void {
  if ((JSON.parse(line) as { level: number }).level >= ERROR) logged.push(line.trimEnd());
}

/** A log for a server of a test: the test in which it logs an error fails, unless it has announced that. */
export function testLog(): Logger {
  const own = file;
  return createLogger('error', 'json', {
    write: (line) => {
      if (own === file) noteLogged(line);
    },
  });
}

/** Announces that a server logs errors in this test which look like this. Where none comes the test fails. */
export function expectLogged(pattern: RegExp): void {
  announced.push(pattern);
}

/** The same for a whole file, for what goes on behind its tests: in which of them it is logged nobody knows. Said in `beforeAll`. */
export function expectLoggedInFile(pattern: RegExp): void {
  ofFile.set(pattern, false);
}

/** What has been logged in this test so far. */
export const loggedErrors = (): readonly string[] => logged;

/** What was announced and has not been logged. */
export const missing = (): readonly RegExp[] =>
  announced.filter((pattern) => !logged.some((line) => pattern.test(line)));

function isOfFile(line: string): boolean {
  const found = [...ofFile.keys()].filter((pattern) => pattern.test(line));
  for (const pattern of found) ofFile.set(pattern, true);
  return found.length > 0;
}

/** What was logged and not announced; a new test begins. */
export function takeUnannounced(): readonly string[] {
  const found = logged.filter((line) => !isOfFile(line) && !announced.some((pattern) => pattern.test(line)));
  logged = [];
  announced = [];
  return found;
}

/** What was announced for the whole file and has not been logged; a new file begins. */
export function takeMissingOfFile(): readonly RegExp[] {
  const found = [...ofFile].filter(([, came]) => !came).map(([pattern]) => pattern);
  ofFile.clear();
  return found;
}
