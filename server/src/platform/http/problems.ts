import { PROBLEM_TYPE, type Problem } from '@kontor/contract/kernel';
import { ALL_PROBLEMS } from '@kontor/contract/all';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import * as v from 'valibot';
import { isDatabaseAway } from '../db/away.ts';
import { ProblemError, fail } from '../operation/problem.ts';

const TITLES: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'This is not a request that can be understood.',
  BAD_JSON: 'The text is not JSON.',
  BAD_ENCODING: 'The bytes cannot be unpacked.',
  OPERATION_MISSING: 'The name of the query or command is missing.',
  UNAUTHENTICATED: 'Sign in first.',
  SESSION_ENDED: 'The session has ended. Sign in again.',
  USER_NOT_UNLOCKED: 'This user is not unlocked for the app.',
  RIGHT_MISSING: 'This user lacks the right.',
  ORIGIN_REFUSED: 'Requests from this origin are refused.',
  CSRF_TOKEN_INVALID: 'The CSRF token is missing or not of this session.',
  LOGIN_FAILED: 'The username and password combination is wrong.',
  NOT_FOUND: 'There is no such thing.',
  OPERATION_UNKNOWN: 'There is no query or command of this name.',
  INSTANCE_UNKNOWN: 'There is no such instance.',
  VERSION_CONFLICT: 'The edit began from an older version.',
  ANSWER_NOT_KEPT: 'This took effect before; its answer was secret and was not kept.',
  PROOF_NEEDED: 'Prove first who you are.',
  PROOF_WRONG: 'This does not prove who you are.',
  PASSWORD_TOO_EASY: 'The password is one that is tried early, or has a name in it.',
  CODE_WRONG: 'The code is wrong or was used before.',
  TOO_MANY_FILTERS: 'There are as many saved filters as one person may have. Delete one first.',
  TOO_MANY_PINNED: 'The menu has as many saved filters as it may have. Take one out first.',
  TOO_MANY_PASSKEYS: 'There are as many passkeys as one person may have. Remove one first.',
  PASSKEY_INVALID: 'The answer of the device cannot be accepted.',
  LINK_INVALID: 'The link was used, replaced, or is too old.',
  PICTURE_UNREADABLE: 'This is no picture that can be read.',
  BODY_TOO_LARGE: 'The body is too large.',
  HEADERS_TOO_LARGE: 'The address or the headers are too large.',
  TOO_SLOW: 'The request took too long to come.',
  MAIL_TEMPLATE_NAME_MISSING: 'A template needs a name.',
  MAIL_DRAFT_TOO_MANY: 'There are as many drafts and templates as one person may have. Delete some first.',
  MAIL_ATTACHMENT_MISSING: 'One of the files is not there, or not complete.',
  MAIL_ALREADY_SENT: 'This mail was sent already.',
  MAIL_SENDER_EXISTS: 'The account has this address already.',
  MAIL_SENDER_MAIN: "This is the account's own address.",
  UPLOAD_OFFSET: 'There is less of this file than that.',
  UPLOAD_TOO_LARGE: 'The file, or this part of it, is too large.',
  UPLOAD_DIFFERS: 'This upload is of another file.',
  UPLOAD_GONE: 'There is no such upload any more. Begin anew.',
  HOST_UNKNOWN: 'This server does not answer for this host name.',
  PARAMETERS_INVALID: 'The parameters do not have the right shape.',
  PROCESS_ID_REUSED: 'The process id belongs to another command.',
  CLIENT_TOO_OLD: 'This version of the client is no longer served.',
  TOO_MANY_REQUESTS: 'Too many requests. Wait a moment.',
  INTERNAL: 'Something went wrong on the server.',
  UNAVAILABLE: 'The server cannot answer at the moment.',
};

const FASTIFY_CODES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
};

function toProblemError(error: FastifyError | ProblemError, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  const known = FASTIFY_CODES[error.code];
  if (known !== undefined) return new ProblemError(known);
  if (error.statusCode === 429) return new ProblemError('TOO_MANY_REQUESTS');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ProblemError('BAD_REQUEST');
  if (isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'database not available');
    return new ProblemError('UNAVAILABLE', { retryAfter: 1 });
  }
  request.log.error({ err: error }, 'request failed');
  return new ProblemError('INTERNAL', { detail: request.logContext.id });
}

function documentOf(problem: ProblemError): Problem {
  return {
    type: `urn:kontor:problem:${problem.code.toLowerCase().replaceAll('_', '-')}`,
    title: TITLES[problem.code] ?? problem.code,
    status: ALL_PROBLEMS[problem.code] ?? 500,
    code: problem.code,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    ...(problem.errors === undefined ? {} : { errors: [...problem.errors] }),
    ...(problem.data === undefined ? {} : { data: problem.data }),
  };
}

const CLIENT_CODES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TOO_SLOW',
};

/** Answers what never became a request, in the form of all other failures, and ends the connection. */
export function sendClientProblem(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable && !socket.destroyed) {
    const body = documentOf(new ProblemError(CLIENT_CODES[error.code ?? ''] ?? 'BAD_REQUEST'));
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status] ?? ''}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Cache-Control: no-store',
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  }
  socket.destroySoon();
}

/** The one place where a failure becomes an answer. Unexpected ones say no more than their id in the log. */
export function sendProblem(error: FastifyError | ProblemError, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblemError(error, request);
  request.logContext.code = problem.code;
  const body = documentOf(problem);
  const { status } = body;
  if (problem.retryAfter !== undefined) reply.header('Retry-After', String(problem.retryAfter));
  else if (status === 503) reply.header('Retry-After', '1');
  void reply.status(status).type(PROBLEM_TYPE).header('Cache-Control', 'no-store').send(JSON.stringify(body));
}

/** Checks a value against a schema of the contract. Throws PARAMETERS_INVALID with the path of each fault. */
export function parseParameters<S extends v.GenericSchema>(schema: S, value: unknown, path = ''): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const errors = result.issues.slice(0, 20).map((issue) => ({
    path: [path, v.getDotPath(issue) ?? ''].filter(Boolean).join('.'),
    message: issue.message.slice(0, 200),
  }));
  return fail('PARAMETERS_INVALID', { errors });
}
