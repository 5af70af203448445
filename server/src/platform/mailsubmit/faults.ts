import { EgressError } from '../egress/index.ts';
import { faultOf, type MailServerFault } from '../mailwire/index.ts';
import type { SendFault } from './server.ts';
import { wordsOf } from './transcript.ts';

/** What the library hangs on its errors; all of it optional. */
export interface SmtpDetails {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
  readonly timeoutType?: unknown;
}

/** The code of the reply that an error is about; 0 where it is about none, or about one that broke off. */
export function replyCode(error: unknown): number {
  const { responseCode, response } = (error ?? {}) as SmtpDetails;
  // Half a line before the connection broke is nobody's decision.
  if (error instanceof Error && error.message.startsWith('Connection closed unexpectedly')) return 0;
  if (typeof responseCode !== 'number' || typeof response !== 'string') return 0;
  return /^[2-5]\d\d([ -]|$)/.test(response) ? responseCode : 0;
}

/** What the server said, as people read it. */
export function repliedWith(error: unknown): string {
  const { response } = (error ?? {}) as SmtpDetails;
  return typeof response === 'string' ? wordsOf(response) : '';
}

/** What went wrong with a connection, in words of the contract. Never throws. */
export function connectionFault(error: unknown, address: string, fingerprint: string | null): MailServerFault {
  if (!(error instanceof Error) || error instanceof EgressError) return faultOf(error, address, fingerprint);
  const details = error as Error & SmtpDetails;
  const said = repliedWith(error);
  const named = (code: MailServerFault['code']): MailServerFault => ({
    code,
    address,
    serverSaid: said,
    fingerprint: null,
  });
  const command = String(details.command);
  if (command.startsWith('AUTH') && replyCode(error) !== 0)
    return named(replyCode(error) >= 500 ? 'SIGN_IN_REFUSED' : 'SERVER_REFUSED');
  if (command === 'STARTTLS' && said !== '') return named('STARTTLS_NOT_OFFERED');
  if (details.timeoutType === 'GREETING_TIMEOUT') return named('NOT_AN_SMTP_SERVER');
  if (details.timeoutType !== undefined) return named('CONNECTION_TIMED_OUT');
  if (details.code === 'EPROTOCOL' && replyCode(error) === 0) return named('NOT_AN_SMTP_SERVER');
  if (said !== '') return named('SERVER_REFUSED');
  if (error.message.startsWith('Connection closed unexpectedly'))
    return { ...named(details.code === 'ETLS' ? 'TLS_FAILED' : 'CONNECTION_LOST'), serverSaid: '' };
  // The library puts codes of its own over those of the system.
  const code = details.originalCode ?? details.code;
  const system = Object.assign(new Error(error.message.replace(/^Error initiating TLS - /, '')), { code });
  const fault = faultOf(system, address, fingerprint);
  return fault.code === 'UNKNOWN' && details.code === 'ETLS' ? { ...fault, code: 'TLS_FAILED' } : fault;
}

/** What a refusal of a mail means, by the command that was refused and what was said. */
export function refusalOf(error: unknown): SendFault {
  const { command, response } = (error ?? {}) as SmtpDetails;
  const text = typeof response === 'string' ? response : '';
  if (/^[45]52[ -]|^\d{3}[ -]5\.3\.4\b/.test(text) || /size larger than allowed/i.test(String(error)))
    return 'SIZE_REFUSED';
  if (command === 'MAIL FROM') return 'SENDER_REFUSED';
  if (command === 'RCPT TO') return 'RECEIVERS_REFUSED';
  return 'CONTENT_REFUSED';
}
