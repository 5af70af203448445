import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection';
import { EgressError, resolveHost, type EgressPolicy, type ResolvedHost } from '../egress/index.ts';
import { isCertificateFault, MailServerError, pinnedTls, showCertificate } from '../mailwire/index.ts';
import { connectionFault } from './faults.ts';
import type { SubmitDeadlines, SubmitServer } from './server.ts';
import { Transcript } from './transcript.ts';

/** A signed-in connection, with what is said on it. */
export interface SubmitConnection {
  readonly smtp: SMTPConnection;
  readonly transcript: Transcript;
  /** Rejects when the connection breaks. */
  readonly gone: Promise<never>;
  /** Waits for work on it, so long as the other side says or takes something in time; after `ms` of silence it rejects. */
  patience(ms: number): void;
  /** From here on the last word is waited for, whoever wants to stop. */
  stay(): void;
  /** Nothing is waited for: whoever wants to stop closes it. */
  rest(): void;
  /** Goes on after a rest, for another mail. */
  begin(): void;
  close(): void;
}

export interface ConnectParts {
  readonly server: SubmitServer;
  readonly policy: EgressPolicy;
  readonly deadlines: SubmitDeadlines;
  /** What this machine calls itself. */
  readonly name: string;
  /** Ends the try. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a signed-in connection to a server that takes mails. TLS is verified, STARTTLS is demanded where it was chosen, and a password
 * goes unencrypted only through the own network. Throws MailServerError; what was said until then is in `onTranscript`.
 */
export async function connectSubmit(
  parts: ConnectParts,
  onTranscript: (transcript: Transcript) => void = () => undefined,
): Promise<SubmitConnection> {
  const tokens = parts.server.login?.tokens;
  if (tokens === undefined) return connectWith(parts, undefined, onTranscript);
  const token = await tokens.token();
  try {
    return await connectWith(parts, token, onTranscript);
  } catch (error) {
    // A token may end before its time; a new one is asked for once.
    if (!(error instanceof MailServerError) || error.fault.code !== 'SIGN_IN_REFUSED') throw error;
    return connectWith(parts, await tokens.token(token), onTranscript);
  }
}

async function connectWith(
  parts: ConnectParts,
  token: string | undefined,
  onTranscript: (transcript: Transcript) => void,
): Promise<SubmitConnection> {
  const { server, policy } = parts;
  let resolved: ResolvedHost | undefined;
  let connection: SubmitConnection | undefined;
  try {
    resolved = await resolveHost(server.host, policy);
    const isOpen = server.security === 'none' || server.security === 'offered';
    if (isOpen && server.login !== null && !resolved.internal) throw new EgressError('HOST_NOT_ALLOWED', server.host);
    connection = await open(parts, resolved, await pinOf(server, resolved), token);
    onTranscript(connection.transcript);
    const { smtp, gone } = connection;
    const connecting = new Promise<void>((resolve, reject) => {
      smtp.connect((error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([connecting, gone]);
    connection.patience(parts.deadlines.replyMs);
    // A server on the own network may take mails from everybody there, and have nobody to sign in.
    if (server.login !== null && smtp.allowsAuth) await Promise.race([signIn(smtp, server.login, token), gone]);
    return connection;
  } catch (error) {
    connection?.close();
    if (error instanceof MailServerError) throw error;
    const isOdd = resolved !== undefined && isCertificateFault(originalOf(error));
    const shown = isOdd && resolved ? await showCertificate(wireOf(server), resolved, 'smtp') : undefined;
    throw new MailServerError(connectionFault(error, `${server.host}:${server.port}`, shown?.fingerprint ?? null));
  }
}

function originalOf(error: unknown): unknown {
  const { originalCode } = (error ?? {}) as { originalCode?: unknown };
  return error instanceof Error && originalCode !== undefined
    ? Object.assign(new Error(error.message), { code: originalCode })
    : error;
}

const wireOf = ({ host, port, security }: SubmitServer) =>
  ({ host, port, security: security === 'offered' ? 'starttls' : security }) as const;

async function pinOf(server: SubmitServer, resolved: ResolvedHost): Promise<ConnectionOptions> {
  if (server.trustedFingerprint === null || server.security === 'none') return {};
  // Asked twice: a server that was busy at the first time is not one without a certificate.
  const show = () => showCertificate(wireOf(server), resolved, 'smtp');
  const shown = (await show()) ?? (await show());
  // Another certificate than the pinned may be one that authorities vouch for: then the usual verification decides.
  return shown?.fingerprint === server.trustedFingerprint ? pinnedTls(server.trustedFingerprint, shown) : {};
}

async function open(
  { server, deadlines, name, signal }: ConnectParts,
  resolved: ResolvedHost,
  pin: ConnectionOptions,
  token: string | undefined,
): Promise<SubmitConnection> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  let patienceMs = deadlines.connectMs + deadlines.greetingMs;
  const rearm = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      broken.reject(Object.assign(new Error('No answer in time'), { timeoutType: 'REPLY_TIMEOUT' }));
    }, patienceMs);
  };
  const { login } = server;
  const transcript = new Transcript([login?.password ?? '', token ?? ''], rearm);
  const smtp = new SMTPConnection({
    // The address that was allowed, so that no second look leads elsewhere.
    host: resolved.address,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    name,
    ...(isIP(resolved.host) > 0 ? {} : { servername: resolved.host }),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: server.isVerified, ...pin },
    connectionTimeout: deadlines.connectMs + deadlines.greetingMs,
    greetingTimeout: deadlines.greetingMs,
    socketTimeout: deadlines.endMs * 2,
    socketCloseTimeout: 0,
    maxResponseSize: 256 * 1024,
    transactionLog: true,
    logger: transcript.logger,
    ...(token === undefined ? {} : { customAuth: { XOAUTH2: byToken(token) } }),
  });
  const close = (): void => {
    clearTimeout(timer);
    smtp.close();
  };
  const stop = (): void => broken.reject(Object.assign(new Error('The try was ended'), { code: 'ABORT_ERR' }));
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  smtp.on('error', (error: Error) => broken.reject(error));
  smtp.once('end', () => {
    signal?.removeEventListener('abort', stop);
    clearTimeout(timer);
    // What it ended with comes behind it; after that this changes nothing.
    setImmediate(() => broken.reject(new Error('Connection closed unexpectedly')));
  });
  rearm();
  return {
    smtp,
    transcript,
    gone: broken.promise,
    patience(ms) {
      patienceMs = ms;
      rearm();
    },
    stay: () => signal?.removeEventListener('abort', stop),
    rest() {
      signal?.removeEventListener('abort', stop);
      clearTimeout(timer);
    },
    begin() {
      signal?.addEventListener('abort', stop, { once: true });
      if (signal?.aborted) stop();
      transcript.begin();
    },
    close,
  };
}

const signIn = (
  smtp: SMTPConnection,
  { userName, password }: NonNullable<SubmitServer['login']>,
  token: string | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const auth = token === undefined ? { user: userName, pass: password } : { user: userName, method: 'XOAUTH2' };
    smtp.login(auth, (error) => (error ? reject(error) : resolve()));
  });

/** Signs in by an access token, as reading does (RFC 7628's older form, which all offer). */
const byToken =
  (token: string) =>
  async ({ auth, sendCommand }: SMTPConnectionCustomAuthContext): Promise<void> => {
    const words = `user=${auth.user ?? ''}\u0001auth=Bearer ${token}\u0001\u0001`;
    const first = await sendCommand(`AUTH XOAUTH2 ${Buffer.from(words).toString('base64')}`);
    // The reason comes as a challenge, which wants an empty answer.
    const last = first.status === 334 ? await sendCommand('') : first;
    if (last.status !== 235) throw new Error('The token was refused');
  };
