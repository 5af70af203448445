import { MAX_GROUPS, PASSWORD_MIN_LENGTH } from '@kontor/contract/account';
import { isNameTaken } from '../modules/account/index.ts';
import { ProblemError } from '../platform/operation/problem.ts';
import { sentenceOf } from '../platform/sentence.ts';
import { CliError } from './cli-error.ts';

const FIELDS: Readonly<Record<string, string>> = {
  PASSWORD_TOO_SHORT: `The password must have ${PASSWORD_MIN_LENGTH} characters or more.`,
  USER_NAME_INVALID: 'A user name must have no spaces and no slashes.',
};
const CODES: Readonly<Record<string, string>> = {
  NAME_REQUIRED: 'The name must have a character that can be seen.',
  NAME_TAKEN: 'The name is taken.',
  TOO_MANY_GROUPS: `An instance has at most ${MAX_GROUPS} groups.`,
  VERSION_CONFLICT: 'It has been changed at this very moment. Try again.',
  PASSWORD_TOO_EASY:
    'The password is one that is tried early, or has the name of the person, the instance or the product in it.',
  MAIL_ACCOUNT_EXISTS: 'This mailbox is read already.',
  MAIL_ADDRESS_NOT_READ: 'Kontor receives mail for this address itself; there is no reading that could be stopped.',
  MAIL_ADDRESS_TAKEN: 'This address belongs to an account of this server already.',
};
const PATHS: Readonly<Record<string, string>> = {
  name: 'The name of an instance must consist of 1 to 63 letters a to z and digits.',
  userName: 'A user name must have 1 to 100 characters, no spaces and no slashes.',
  password: `The password must have ${PASSWORD_MIN_LENGTH} to 1000 characters and no control characters.`,
  email: 'The mail address is none.',
  host: 'The mail server must be a host name or an IP address.',
  port: 'The port must be a number from 1 to 65535.',
  security: 'The security must be tls, starttls or none.',
};

/** What to print for a failure: a sentence, or undefined for a fault of the program. */
export function faultSentence(error: unknown): string | undefined {
  if (error instanceof CliError) return error.message;
  if (error instanceof ProblemError) return problemSentence(error);
  if (isNameTaken(error)) return 'The name is taken.';
  if (error instanceof Error && error.name === 'AbortError') return 'Stopped.';
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) return `There is no file ${path}.`;
  if ((code === 'EACCES' || code === 'EISDIR') && path !== undefined) return `${path} cannot be read (${code}).`;
  return sentenceOf(error);
}

function problemSentence({ code, detail, errors }: ProblemError): string {
  const first = errors?.[0];
  if (first !== undefined) return FIELDS[first.message] ?? PATHS[first.path] ?? `${first.path}: ${first.message}.`;
  const known = CODES[code];
  if (known !== undefined) return known;
  return detail === undefined ? `This is refused (${code}).` : `This is refused (${code}): ${detail}.`;
}
