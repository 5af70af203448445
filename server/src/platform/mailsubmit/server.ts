import type { MailServerFault } from '../mailwire/index.ts';
import type { TokenSource } from '../mailwire/index.ts';

/** Where and as whom mails are handed over. */
export interface SubmitServer {
  readonly host: string;
  readonly port: number;
  /** `offered`: encrypted where the server offers it. */
  readonly security: 'tls' | 'starttls' | 'none' | 'offered';
  /** Null for a server that takes mails without signing in. */
  readonly login: {
    readonly userName: string;
    readonly password: string;
    readonly tokens?: TokenSource | undefined;
  } | null;
  /** SHA-256 with colons of a certificate that a person chose to trust. */
  readonly trustedFingerprint: string | null;
  /** False where its certificate is taken as it is: a server on this machine has mostly one that nobody vouches for. */
  readonly isVerified: boolean;
}

/** What handing over can fail with: what a mail server's connection can, and what a server says of a mail. */
export type SendFault =
  | MailServerFault['code']
  | 'SENDER_REFUSED'
  | 'SMTPUTF8_NOT_OFFERED'
  | 'RECEIVERS_REFUSED'
  | 'CONTENT_REFUSED'
  | 'SIZE_REFUSED'
  | 'ANSWER_LOST'
  | 'NO_SERVER';

/** As RFC 5321, 4.5.3.2 has them. */
export const SUBMIT_DEADLINES = {
  connectMs: 30_000,
  greetingMs: 30_000,
  replyMs: 5 * 60_000,
  endMs: 10 * 60_000,
} as const;
export type SubmitDeadlines = { readonly [K in keyof typeof SUBMIT_DEADLINES]: number };
