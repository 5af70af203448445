import { EgressError } from '../egress/index.ts';

type FaultCode =
  | 'HOST_NOT_FOUND'
  | 'HOST_NOT_ALLOWED'
  | 'CONNECTION_REFUSED'
  | 'CONNECTION_TIMED_OUT'
  | 'CONNECTION_LOST'
  | 'TLS_FAILED'
  | 'CERTIFICATE_NOT_TRUSTED'
  | 'STARTTLS_NOT_OFFERED'
  | 'NOT_AN_IMAP_SERVER'
  | 'NOT_AN_SMTP_SERVER'
  | 'SIGN_IN_REFUSED'
  | 'TOKEN_REFUSED'
  | 'MAILS_WITHHELD'
  | 'SERVER_REFUSED'
  | 'UNKNOWN';

/** What went wrong with a mail server; the same on the wire. */
export interface MailServerFault {
  code: FaultCode;
  /** `host:port` that was tried. */
  address: string;
  /** The server's own words, or the system's; may be empty. */
  serverSaid: string;
  /** SHA-256 of a certificate that was refused, so that a person can choose to trust it. */
  fingerprint: string | null;
}

/** A fault of a mail server as an error: what the person is told is in `fault`. */
export class MailServerError extends Error {
  readonly fault: MailServerFault;
  constructor(fault: MailServerFault) {
    super(`${fault.code} at ${fault.address}: ${fault.serverSaid}`);
    this.name = 'MailServerError';
    this.fault = fault;
  }
}

const BY_CODE: Readonly<Record<string, FaultCode>> = {
  ENOTFOUND: 'HOST_NOT_FOUND',
  EAI_AGAIN: 'HOST_NOT_FOUND',
  ENODATA: 'HOST_NOT_FOUND',
  ECONNREFUSED: 'CONNECTION_REFUSED',
  EHOSTUNREACH: 'CONNECTION_REFUSED',
  ENETUNREACH: 'CONNECTION_REFUSED',
  ETIMEDOUT: 'CONNECTION_TIMED_OUT',
  CONNECT_TIMEOUT: 'CONNECTION_TIMED_OUT',
  UPGRADE_TIMEOUT: 'CONNECTION_TIMED_OUT',
  ETIMEOUT: 'CONNECTION_TIMED_OUT',
  DEADLINE: 'CONNECTION_TIMED_OUT',
  ABORT_ERR: 'CONNECTION_TIMED_OUT',
  GREETING_TIMEOUT: 'NOT_AN_IMAP_SERVER',
  ECONNRESET: 'CONNECTION_LOST',
  EPIPE: 'CONNECTION_LOST',
  NoConnection: 'CONNECTION_LOST',
  EConnectionClosed: 'CONNECTION_LOST',
  ClosedAfterConnectText: 'CONNECTION_LOST',
  ClosedAfterConnectTLS: 'CONNECTION_LOST',
  STARTTLS_INJECTION: 'TLS_FAILED',
  InvalidResponse: 'NOT_AN_IMAP_SERVER',
  MAILS_WITHHELD: 'MAILS_WITHHELD',
  LineTooLarge: 'SERVER_REFUSED',
  LiteralTooLarge: 'SERVER_REFUSED',
  ResponseTooLarge: 'SERVER_REFUSED',
};

const CERTIFICATE_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'INVALID_PURPOSE',
  'HOSTNAME_MISMATCH',
  'PIN_MISMATCH',
]);

/** What libraries hang on their errors; all of it optional. */
interface Details {
  readonly code?: unknown;
  readonly responseText?: unknown;
  readonly responseStatus?: unknown;
  readonly authenticationFailed?: unknown;
  readonly tlsFailed?: unknown;
}

export const isCertificateFault = (error: unknown): boolean =>
  error instanceof Error && CERTIFICATE_CODES.has(String((error as Details).code));

/** What Node adds for those who write programs. */
const NODE_ADVICE = /; if the root CA is installed locally, try running Node\.js with --use-system-ca/;

/** Most that is passed on of what a server said. */
const MAX_SAID = 500;

/**
 * What a server said in a form that people may be shown: one line without control characters and without the invisible ones that
 * turn the order of letters, of at most 500 characters.
 */
export const serverWords = (said: string): string =>
  said
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .trim()
    .slice(0, MAX_SAID)
    .toWellFormed();

/** Which fault an error means, with the server's own words cut to 500 characters. Never throws. */
export function faultOf(error: unknown, address: string, fingerprint: string | null = null): MailServerFault {
  if (error instanceof MailServerError) return error.fault;
  if (!(error instanceof Error))
    return { code: 'UNKNOWN', address, serverSaid: serverWords(String(error)), fingerprint };
  const details = error as Error & Details;
  const said =
    typeof details.responseText === 'string' && details.responseText !== '' ? details.responseText : error.message;
  const code = codeOf(error, details);
  return {
    code,
    address,
    serverSaid: serverWords(said.replace(NODE_ADVICE, '')),
    fingerprint: code === 'CERTIFICATE_NOT_TRUSTED' ? fingerprint : null,
  };
}

function codeOf(error: Error, details: Details): FaultCode {
  const code = String(details.code);
  if (error instanceof EgressError) return error.code;
  if (details.authenticationFailed === true) return 'SIGN_IN_REFUSED';
  if (CERTIFICATE_CODES.has(code)) return 'CERTIFICATE_NOT_TRUSTED';
  if (/does not support STARTTLS/i.test(error.message)) return 'STARTTLS_NOT_OFFERED';
  if (code in BY_CODE) return BY_CODE[code] ?? 'UNKNOWN';
  if (details.tlsFailed === true || /^ERR_SSL|^EPROTO|^ERR_TLS/.test(code) || /SSL|TLS|handshake/i.test(error.message))
    return 'TLS_FAILED';
  if (code.startsWith('ParserError')) return 'NOT_AN_IMAP_SERVER';
  if (details.responseStatus === 'NO' || details.responseStatus === 'BAD') return 'SERVER_REFUSED';
  return /connection|socket/i.test(error.message) ? 'CONNECTION_LOST' : 'UNKNOWN';
}
