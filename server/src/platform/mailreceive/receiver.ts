import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { Logger } from '../log/logger.ts';
import type { Service } from '../operation/manifest.ts';
import type { Certificate } from './certificate.ts';
import type { ReceivingConnection } from './connection.ts';
import { LIMITS, type Limits } from './limits.ts';
import { networkOf } from './network.ts';
import type { MailSink, Recipient } from './sink.ts';
import { prepareSpool, spool } from './spool.ts';
import { traceFields } from './trace.ts';

export interface ReceiverOptions<R extends Recipient> {
  readonly host: string;
  readonly port: number;
  /** What the server calls itself. */
  readonly name: string;
  readonly maxBytes: number;
  readonly greylists: boolean;
  readonly certificate: Certificate;
  /** Folder for mails under way, on the disk where mails are kept. */
  readonly spoolFolder: string;
  readonly sink: MailSink<R>;
  readonly log: Logger;
  readonly now: () => number;
  /** Other limits than the usual ones, for tests. */
  readonly limits?: Partial<Limits>;
}

export interface MailReceiver extends Service {
  readonly port: number;
}

/** An answer to the peer, with its enhanced code in the text. */
class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(text);
    this.responseCode = responseCode;
  }
}

/** A session with what is remembered of it: who its recipients are, and how many it guessed. */
interface Visit<R> {
  recipients: Map<string, R>;
  transaction: number;
  unknown: number;
}

const AGAIN = '4.3.0 The mail cannot be taken at the moment, come again later';
const FULL = '4.3.1 There is no room for the mail at the moment, come again later';
/** The peer went away in the middle of a mail. */
const LEFT = /^(ECONNECTION|ERR_STREAM_PREMATURE_CLOSE)$/;
const isDiskFull = (error: unknown): boolean => /ENOSPC|EDQUOT|53100/.test((error as { code?: string }).code ?? '');

/** Somebody of ours; whoever runs a mail server can be written to as its postmaster (RFC 5321, 4.5.1). */
async function findRecipient<R extends Recipient>(sink: MailSink<R>, address: string): Promise<R | undefined> {
  const named = address.includes('@') ? await sink.find(address) : undefined;
  if (named !== undefined) return named;
  const postmaster = /^postmaster(?:@(.+))?$/i.exec(address);
  return postmaster === null ? undefined : sink.findPostmaster(postmaster[1]);
}

/** What the sessions of a receiver share. */
interface Manners<R extends Recipient> extends ReceiverOptions<R> {
  readonly limits: Limits;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
  /** How many connections there are from the network of an address. */
  readonly countFromNetworkOf: (address: string) => number;
}

/** Returns what the library calls for each connection, recipient and mail. What these refuse is the answer to the peer. */
function handlersOf<R extends Recipient>(options: Manners<R>) {
  const { sink, log, limits } = options;
  const visits = new WeakMap<SMTPServerSession, Visit<R>>();

  const visitOf = (session: SMTPServerSession): Visit<R> => {
    let visit = visits.get(session);
    if (visit === undefined) visits.set(session, (visit = { recipients: new Map(), transaction: 0, unknown: 0 }));
    return visit;
  };

  const passing = (error: unknown): Refusal => {
    if (error instanceof Refusal) return error;
    const hasLeft = LEFT.test((error as { code?: string }).code ?? '');
    log[hasLeft ? 'debug' : 'warn']({ err: error }, 'a mail could not be received');
    return new Refusal(isDiskFull(error) ? 452 : 451, isDiskFull(error) ? FULL : AGAIN);
  };
  /** A handler as the library calls it; what it throws is the answer. */
  const answering = <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
    callbackify((...args: A) =>
      work(...args).catch((error: unknown) => {
        throw passing(error);
      }),
    ) as unknown as (...args: [...A, (error?: Error | null) => void]) => void;

  const greet = async (session: SMTPServerSession): Promise<void> => {
    if (options.countFromNetworkOf(session.remoteAddress) > limits.connectionsOfNetwork) {
      throw new Refusal(421, '4.7.0 Too many connections from your network');
    }
    await sleep(limits.pauseMs, undefined, { signal: options.closing }).catch(() => undefined);
  };

  const takeRecipient = async ({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> => {
    const visit = visitOf(session);
    if (visit.transaction !== session.transaction || session.envelope.rcptTo.length === 0) {
      visit.transaction = session.transaction;
      visit.recipients = new Map();
    }
    const recipient = await findRecipient(sink, address);
    if (recipient === undefined) {
      visit.unknown += 1;
      if (visit.unknown > limits.unknownRecipients) throw new Refusal(421, '4.7.0 Too many unknown recipients');
      throw new Refusal(550, '5.1.1 Nobody here has this address');
    }
    const { mailFrom } = session.envelope;
    const sender = mailFrom === false ? '' : mailFrom.address.toLowerCase();
    const network = networkOf(session.remoteAddress);
    if (options.greylists && !(await sink.mayPass({ network, sender, recipient }))) {
      throw new Refusal(451, '4.7.1 Greylisted, come again in a few minutes');
    }
    visit.recipients.set(recipient.key, recipient);
  };

  const takeMail = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const { mailFrom } = session.envelope;
    const recipients = [...visitOf(session).recipients.values()];
    const trace = traceFields(session, { name: options.name, date: new Date(options.now()) });
    const mail = await spool(options.spoolFolder, stream, trace);
    if (mail === undefined) throw new Refusal(552, `5.3.4 The mail is larger than ${options.maxBytes} bytes`);
    try {
      if (mail.hops > limits.hops) throw new Refusal(554, '5.4.6 The mail goes in a circle');
      const sender = mailFrom === false ? '' : mailFrom.address;
      await sink.accept({ ...mail, sender, recipients });
    } finally {
      await rm(mail.file, { force: true });
    }
  };

  return { onConnect: answering(greet), onRcptTo: answering(takeRecipient), onData: answering(takeMail) };
}

/** Takes mail by SMTP for whom the sink knows, and for nobody else. Rejects where it cannot listen. */
export async function startMailReceiver<R extends Recipient>(options: ReceiverOptions<R>): Promise<MailReceiver> {
  const { log } = options;
  const limits: Limits = { ...LIMITS, ...options.limits };
  await prepareSpool(options.spoolFolder);
  const closing = new AbortController();
  const settings: SMTPServerOptions = {
    name: options.name,
    banner: 'Kontor',
    heloResponse: '%s',
    size: options.maxBytes,
    rejectOversized: true,
    disabledCommands: ['AUTH', 'WIZ', 'SHELL', 'KILL', 'XCLIENT', 'XFORWARD', 'HELP'],
    hideENHANCEDSTATUSCODES: false,
    disableReverseLookup: true,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    maxCommandLength: limits.line,
    // The deadlines of our own are shorter than this; it stands behind them.
    socketTimeout: limits.commandMs * 2,
    closeTimeout: limits.closeMs,
    logger: false,
    minVersion: 'TLSv1.2',
    ...options.certificate,
    ...handlersOf({
      ...options,
      limits,
      closing: closing.signal,
      countFromNetworkOf: (address) => server.countFromNetworkOf(address),
    }),
  };
  // Loaded where mail is received, which it is in few houses.
  const { ReceivingServer } = await import('./connection.ts');
  const server = new ReceivingServer(settings, limits);
  // Half-closed sockets of peers that stay on count for nothing above.
  server.server.maxConnections = limits.connections * 3;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => log.debug({ err: error }, 'a peer that delivers mail failed'));
  const { port } = server.server.address() as AddressInfo;
  log.info({ host: options.host, port }, 'mail is received');
  return {
    port,
    async close() {
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const connection of server.connections as Set<ReceivingConnection>) {
        if (!connection.isBusy) connection.send(421, '4.3.2 The server stops');
      }
      await closed;
      // What outlasted the time for closing is cut off; its mail was promised to nobody.
      for (const connection of server.connections as Set<ReceivingConnection>) connection.cutOff();
    },
  };
}
