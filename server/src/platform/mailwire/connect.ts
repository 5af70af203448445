import type { ImapFlow } from 'imapflow';
import type { ConnectionOptions } from 'node:tls';
import { EgressError, pinnedLookup, resolveHost, type EgressPolicy, type ResolvedHost } from '../egress/index.ts';
import { pinnedTls, showCertificate } from './certificate.ts';
import { faultOf, isCertificateFault, MailServerError, serverWords } from './faults.ts';
import { askBeforeTokens } from './sasl.ts';
import { DEADLINES, type MailServerAddress } from './server.ts';

const MiB = 1024 * 1024;
/** Largest mail that is fetched whole. */
export const MAX_MAIL_BYTES = 64 * MiB;

/**
 * Opens a signed-in connection. TLS is verified, STARTTLS is demanded where it was chosen, and an unencrypted connection is made only
 * to the own network. Throws MailServerError.
 */
export async function connectMailServer(server: MailServerAddress, policy: EgressPolicy): Promise<ImapFlow> {
  const { tokens } = server;
  if (tokens === undefined) return connectWith(server, policy, { pass: server.password });
  const accessToken = await tokens.token();
  try {
    return await connectWith(server, policy, { accessToken });
  } catch (error) {
    // A token may end before its time; a new one is asked for once.
    if (!(error instanceof MailServerError) || error.fault.code !== 'SIGN_IN_REFUSED') throw error;
    return connectWith(server, policy, { accessToken: await tokens.token(accessToken) });
  }
}

type Credentials = { readonly pass: string } | { readonly accessToken: string };

async function connectWith(
  server: MailServerAddress,
  policy: EgressPolicy,
  credentials: Credentials,
): Promise<ImapFlow> {
  const address = `${server.host}:${server.port}`;
  let resolved: ResolvedHost | undefined;
  let client: ImapFlow | undefined;
  try {
    resolved = await resolveHost(server.host, policy);
    if (server.security === 'none' && !resolved.internal) throw new EgressError('HOST_NOT_ALLOWED', server.host);
    client = await createClient(server, resolved, credentials, await pinOf(server, resolved));
    if ('accessToken' in credentials) askBeforeTokens(client);
    await withDeadline(client, client.connect(), DEADLINES.connectMs + DEADLINES.commandMs);
    return client;
  } catch (error) {
    const shown =
      resolved !== undefined && isCertificateFault(error) ? await showCertificate(server, resolved) : undefined;
    const fault = faultOf(error, address, shown?.fingerprint ?? null);
    client?.close();
    // A server that says goodbye says why; the library only sees that the connection is gone.
    const bye = client?.byeReason;
    throw new MailServerError(
      bye && fault.code === 'CONNECTION_LOST'
        ? { ...fault, code: 'SERVER_REFUSED', serverSaid: serverWords(bye) }
        : fault,
    );
  }
}

async function pinOf(server: MailServerAddress, resolved: ResolvedHost): Promise<ConnectionOptions> {
  if (server.trustedFingerprint === null || server.security === 'none') return {};
  const shown = await showCertificate(server, resolved);
  // Another certificate than the pinned may be one that authorities vouch for: then the usual verification decides.
  return shown?.fingerprint === server.trustedFingerprint ? pinnedTls(server.trustedFingerprint, shown) : {};
}

async function createClient(
  server: MailServerAddress,
  resolved: ResolvedHost,
  credentials: Credentials,
  pin: ConnectionOptions,
): Promise<ImapFlow> {
  // Loaded with the first mailbox.
  const { ImapFlow } = await import('imapflow');
  const tls = { minVersion: 'TLSv1.2', ...pin, lookup: pinnedLookup(resolved) } as const;
  const client = new ImapFlow({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    ...(server.security === 'tls' ? {} : { doSTARTTLS: server.security === 'starttls' }),
    auth: { user: server.userName, ...credentials },
    tls,
    logger: false,
    qresync: true,
    disableAutoIdle: true,
    maxIdleTime: DEADLINES.idleRenewMs,
    connectionTimeout: DEADLINES.connectMs,
    greetingTimeout: DEADLINES.connectMs,
    socketTimeout: DEADLINES.silenceMs,
    maxLineLength: 8 * MiB,
    maxLiteralSize: MAX_MAIL_BYTES + MiB,
    maxResponseSize: MAX_MAIL_BYTES + 16 * MiB,
    clientInfo: { name: 'Kontor' },
  });
  // Before anything happens: an error without a listener would end the server.
  client.on('error', () => undefined);
  return client;
}

/** Waits for one command, and closes the connection when it takes too long: nothing sensible can follow on it. */
export async function withDeadline<T>(
  client: ImapFlow,
  work: Promise<T>,
  ms: number = DEADLINES.commandMs,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error(`No answer within ${ms / 1000} seconds`), { code: 'DEADLINE' }));
      client.close();
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/**
 * The same for a command whose refusal is an answer: the library answers a lost connection like a refusal, and what was under way then
 * may have happened.
 */
export async function answered<T>(client: ImapFlow, work: Promise<T>): Promise<T> {
  const answer = await withDeadline(client, work);
  if (!answer && !client.usable)
    throw Object.assign(new Error('The connection broke off in the middle of a command'), { code: 'NoConnection' });
  return answer;
}
