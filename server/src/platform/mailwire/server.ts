import type { TokenSource } from './tokens.ts';

/** Where and as whom a mailbox is read. */
export interface MailServerAddress {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly userName: string;
  readonly password: string;
  /** Signs in with access tokens from here instead of the password. */
  readonly tokens?: TokenSource | undefined;
  /** SHA-256 with colons of a certificate that a person chose to trust. */
  readonly trustedFingerprint: string | null;
}

export const DEADLINES = {
  connectMs: 15_000,
  commandMs: 60_000,
  idleRenewMs: 9 * 60_000,
  /** How often folders without IDLE are looked at. */
  pollMs: 3 * 60_000,
  /** A socket that says nothing for so long, even to a question, is dead. */
  silenceMs: 120_000,
  /** How long one folder has the connection before INBOX is looked at again. */
  sliceMs: 5_000,
  retryFirstMs: 5_000,
  retryLastMs: 15 * 60_000,
} as const;
