import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { domainKey } from '../address-key.ts';
import { MailServerError, type MailServerFault } from '../mailwire/index.ts';
import { connectSubmit, type ConnectParts, type SubmitConnection } from './connect.ts';
import { connectionFault, refusalOf, repliedWith, replyCode } from './faults.ts';
import { keptKey, type KeptConnections, type UsedConnection } from './kept.ts';
import { SUBMIT_DEADLINES, type SendFault, type SubmitDeadlines } from './server.ts';
import { wordsOf, type Transcript } from './transcript.ts';

/** A built mail on its way. Addresses are as people write them. */
export interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  /** Bytes of the mail. */
  readonly size: number;
  readonly open: () => Readable;
  /** Comes back in what others report of the mail (ENVID). */
  readonly reference: string;
  /** Asks for word of its delivery, and not only of its failure. */
  readonly wantsDelivery: boolean;
}

export type ReceiverDecision = 'accepted' | 'refused' | 'later' | 'unknown';

/** What became of one try. */
export interface HandedOver {
  /** `given up`: somebody else has it by now, and the end was not said. `unknown`: the end was said and nothing was heard after it. */
  readonly decision: ReceiverDecision | 'given up';
  readonly receivers: ReadonlyMap<string, { readonly state: ReceiverDecision; readonly answer: string }>;
  readonly fault: SendFault | null;
  /** The fault of the connection, where it is one; with the fingerprint of a certificate that was refused. */
  readonly serverFault: MailServerFault | null;
  readonly answer: string;
  readonly lines: string;
}

export interface HandOverParts extends Omit<ConnectParts, 'deadlines'> {
  readonly letter: Letter;
  /** Called when the server has all but the end of the mail; only after true is the end said. */
  readonly release: () => Promise<boolean>;
  readonly deadlines?: SubmitDeadlines;
  /** Where connections wait for more mails, and whose mails may share them; left out: each mail has its own connection. */
  readonly kept?: { readonly connections: KeptConnections; readonly keptFor: string };
}

/**
 * Hands a mail over. Never throws: what went wrong is the answer. All bytes are given before `release` is asked, and the line that makes
 * the server take the mail is written only after it said yes. What a kept connection does not bring before `release` was asked goes over a new one at once:
 * servers end connections that wait, and count what goes over one.
 */
export async function handOver(given: HandOverParts): Promise<HandedOver> {
  // A kept connection wakes up in the context of the mail that opened it.
  const parts = { ...given, release: AsyncResource.bind(given.release) };
  const { deadlines = SUBMIT_DEADLINES, kept } = parts;
  const waiting = kept && new Waiting(kept.connections, keptKey({ ...parts, keptFor: kept.keptFor }));
  const used = await waiting?.take();
  if (used === undefined) return handOverAnew(parts, deadlines, waiting);
  const { outcome, mayBeTriedAnew } = await give(used, parts, deadlines, waiting);
  if (!mayBeTriedAnew) return outcome;
  const anew = await handOverAnew(parts, deadlines, waiting);
  return { ...anew, lines: outcome.lines + anew.lines };
}

async function handOverAnew(
  parts: HandOverParts,
  deadlines: SubmitDeadlines,
  waiting: Waiting | undefined,
): Promise<HandedOver> {
  const { server, letter } = parts;
  const address = `${server.host}:${server.port}`;
  let transcript: Transcript | undefined;
  let connection: SubmitConnection;
  try {
    connection = await connectSubmit({ ...parts, deadlines }, (it) => (transcript = it));
  } catch (error) {
    const fault = error instanceof MailServerError ? error.fault : connectionFault(error, address, null);
    return ofAll(letter, {
      decision: 'later',
      fault: fault.code,
      serverFault: fault,
      answer: fault.serverSaid,
      lines: transcript?.text ?? '',
    });
  }
  const { outcome } = await give({ connection, openedAt: performance.now(), mails: 0 }, parts, deadlines, waiting);
  return outcome;
}

/** How long a connection that has waited may take to say that it is there. */
const RESET_MS = 10_000;

/** The connections that wait for mails of one kind. */
class Waiting {
  readonly #connections: KeptConnections;
  readonly #key: string;

  constructor(connections: KeptConnections, key: string) {
    this.#connections = connections;
    this.#key = key;
  }

  /** Takes one that is still there. */
  async take(): Promise<UsedConnection | undefined> {
    for (;;) {
      const used = this.#connections.take(this.#key);
      if (used === undefined) return undefined;
      const { connection } = used;
      connection.begin();
      connection.patience(RESET_MS);
      const isReset = new Promise<boolean>((resolve) => {
        connection.smtp.reset((error) => resolve(!error));
      });
      if (await Promise.race([isReset, connection.gone.catch(() => false)])) return used;
      connection.close();
    }
  }

  keep(used: UsedConnection): boolean {
    return this.#connections.keep(this.#key, { ...used, mails: used.mails + 1 });
  }
}

type WithoutLines = Omit<HandedOver, 'lines'>;

const ofAll = (
  { to }: Letter,
  { decision, ...rest }: Omit<HandedOver, 'receivers' | 'decision'> & { readonly decision: ReceiverDecision },
): HandedOver => ({
  decision,
  ...rest,
  receivers: new Map(to.map((address) => [address, { state: decision, answer: rest.answer }])),
});

/** How far the mail is with the server. */
interface Progress {
  /** The server wants the mail's bytes. */
  isBegun: boolean;
  /** Set when the end may have left this machine. */
  isEnded: boolean;
  isGivenUp: boolean;
  /** The server has answered the mail. */
  isAnswered: boolean;
  /** It was asked whether the end may be said. */
  isReleased: boolean;
  /** What became of the try is known: nothing more is asked or given. */
  isDecided: boolean;
}

/** An address as servers are told it: its domain in ASCII (RFC 5891), what stands before it as it is. */
function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return at === -1 || isAscii(domain) ? address : `${address.slice(0, at)}@${domainKey(domain)}`;
}

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

interface Given<O = HandedOver> {
  readonly outcome: O;
  /** Nothing was decided about the mail that another connection might not decide otherwise. */
  readonly mayBeTriedAnew: boolean;
}

/** Gives a mail over a connection, which is kept for others where that is plain, and closed else. */
async function give(
  used: UsedConnection,
  parts: HandOverParts,
  deadlines: SubmitDeadlines,
  waiting: Waiting | undefined,
): Promise<Given> {
  const { connection } = used;
  const { smtp, transcript } = connection;
  let isKept = false;
  try {
    const { outcome, mayBeTriedAnew } = await giveOver(used, parts, deadlines);
    // Before the next mail may have it, which begins another one.
    const lines = transcript.text;
    isKept = outcome.decision === 'accepted' && waiting?.keep(used) === true;
    if (isKept) return { outcome: { ...outcome, lines }, mayBeTriedAnew };
    if (!smtp.destroyed) await leave(connection);
    return { outcome: { ...outcome, lines: transcript.text }, mayBeTriedAnew };
  } finally {
    if (!isKept) connection.close();
  }
}

async function giveOver(
  { connection, mails }: UsedConnection,
  { letter, server, release, signal }: HandOverParts,
  deadlines: SubmitDeadlines,
): Promise<Given<WithoutLines>> {
  const { smtp, transcript, gone } = connection;
  const isInternational = [letter.from, ...letter.to].some((address) => !isAscii(wireAddress(address)));
  if (isInternational && !transcript.extensions.some((line) => /^SMTPUTF8$/i.test(line))) {
    const outcome = decided(letter, transcript, 'refused', { fault: 'SMTPUTF8_NOT_OFFERED', answer: '' });
    return { outcome, mayBeTriedAnew: false };
  }
  connection.patience(deadlines.replyMs);
  const progress: Progress = {
    isBegun: false,
    isEnded: false,
    isGivenUp: false,
    isAnswered: false,
    isReleased: false,
    isDecided: false,
  };
  const bytes = bytesOf(connection, letter, release, progress, { deadlines, isFirst: mails === 0 });
  const body = Readable.from(bytes, { objectMode: false });
  const envelope = {
    from: wireAddress(letter.from),
    to: letter.to.map(wireAddress),
    size: letter.size,
    use8BitMime: true,
    dsn: {
      ret: 'HDRS',
      envid: letter.reference,
      notify: letter.wantsDelivery ? ['SUCCESS', 'FAILURE', 'DELAY'] : ['FAILURE', 'DELAY'],
    },
  };
  const sent = new Promise<string>((resolve, reject) => {
    smtp.send(envelope, body, (error, info) => {
      progress.isAnswered = true;
      if (error) reject(error);
      else resolve(info.response);
    });
  });
  sent.catch(() => undefined);
  const given = (outcome: WithoutLines): Given<WithoutLines> => ({
    outcome,
    mayBeTriedAnew: !progress.isReleased && outcome.decision !== 'accepted' && signal?.aborted !== true,
  });
  try {
    const reply = await Promise.race([sent, gone]);
    decide(connection, progress);
    return given(afterReply(letter, transcript, progress, reply));
  } catch (error) {
    decide(connection, progress);
    if (progress.isGivenUp) return given({ ...nothing(letter), decision: 'given up' });
    return given(afterError(letter, transcript, progress, error, `${server.host}:${server.port}`));
  }
}

/**
 * Notes that the try is decided, and closes the connection if the bytes were begun and not ended. It runs in the same turn as the decision that nothing
 * was sent, so that nobody can write the end afterwards, or ask whether it may be.
 */
function decide(connection: SubmitConnection, progress: Progress): void {
  progress.isDecided = true;
  if (progress.isBegun && !progress.isEnded) connection.close();
}

/** The bytes of the mail; the last of the stream comes when the end may be said. `isFirst`: no mail has gone over the connection before. */
async function* bytesOf(
  connection: SubmitConnection,
  letter: Letter,
  release: () => Promise<boolean>,
  progress: Progress,
  { deadlines, isFirst }: { readonly deadlines: SubmitDeadlines; readonly isFirst: boolean },
): AsyncGenerator<Buffer> {
  progress.isBegun = true;
  // A server that said more than it was asked at the mail before: its word at the end would be about something else.
  if (!isFirst && Math.trunc(connection.transcript.dataCode / 100) !== 3)
    throw new Error('The answers are out of step');
  let given = 0;
  for await (const chunk of letter.open() as AsyncIterable<Buffer>) {
    connection.patience(deadlines.replyMs);
    given += chunk.length;
    yield chunk;
  }
  // What is kept is not what was kept: half a mail is none.
  if (given !== letter.size) throw new Error(`A mail of ${letter.size} bytes has ${given}`);
  // Another try may be on its way by now, which asks for itself.
  if (progress.isDecided) throw new Error('The try is over');
  progress.isReleased = true;
  const mayEnd = await release();
  if (!mayEnd || progress.isAnswered || connection.smtp.destroyed) {
    progress.isGivenUp = !mayEnd;
    // Before the stream ends or fails: nothing may write the last line now.
    connection.close();
    throw new Error('The mail was taken back');
  }
  transcriptEnd(connection, given);
  progress.isEnded = true;
  connection.stay();
  connection.patience(deadlines.endMs);
}

const transcriptEnd = ({ transcript }: SubmitConnection, bytes: number): void =>
  transcript.addRemark(`${bytes} bytes given, with their end`);

const nothing = (letter: Letter): WithoutLines => ({
  decision: 'later',
  receivers: new Map(letter.to.map((address) => [address, { state: 'later', answer: '' }])),
  fault: null,
  serverFault: null,
  answer: '',
});

/** What a server says in one word for all whom it did not refuse by name. */
function decided(
  letter: Letter,
  transcript: Transcript,
  rest: ReceiverDecision,
  about: { readonly fault: SendFault | null; readonly answer: string; readonly serverFault?: MailServerFault | null },
): WithoutLines {
  const receivers = new Map(
    letter.to.map((address) => {
      const reply = transcript.receivers.get(wireAddress(address));
      if (reply !== undefined && reply.code >= 500 && reply.code < 600)
        return [address, { state: 'refused' as const, answer: reply.text }];
      if (reply !== undefined && reply.code >= 400 && reply.code < 500)
        return [address, { state: 'later' as const, answer: reply.text }];
      return [address, { state: rest, answer: about.answer }];
    }),
  );
  return {
    decision: rest,
    receivers,
    fault: about.fault,
    serverFault: about.serverFault ?? null,
    answer: about.answer,
  };
}

function afterReply(letter: Letter, transcript: Transcript, progress: Progress, reply: string): WithoutLines {
  const answer = wordsOf(reply);
  // Who says yes before it has the whole mail cannot have it.
  if (!progress.isEnded) return decided(letter, transcript, 'later', { fault: 'SERVER_REFUSED', answer });
  if (!/^2\d\d([ -]|$)/.test(reply)) return decided(letter, transcript, 'unknown', { fault: 'ANSWER_LOST', answer });
  const isPartial = [...transcript.receivers.values()].some(({ code }) => code >= 400);
  return decided(letter, transcript, 'accepted', { fault: isPartial ? 'RECEIVERS_REFUSED' : null, answer });
}

function afterError(
  letter: Letter,
  transcript: Transcript,
  progress: Progress,
  error: unknown,
  address: string,
): WithoutLines {
  const code = replyCode(error);
  const answer = repliedWith(error);
  if (code >= 500) return decided(letter, transcript, 'refused', { fault: refusalOf(error), answer });
  if (code >= 400) return decided(letter, transcript, 'later', { fault: refusalOf(error), answer });
  if (progress.isEnded) return decided(letter, transcript, 'unknown', { fault: 'ANSWER_LOST', answer });
  if (refusalOf(error) === 'SIZE_REFUSED')
    return decided(letter, transcript, 'refused', { fault: 'SIZE_REFUSED', answer });
  const serverFault = connectionFault(error, address, null);
  return decided(letter, transcript, 'later', { fault: serverFault.code, answer: serverFault.serverSaid, serverFault });
}

const GOODBYE_MS = 2000;

/** Says goodbye; what the server makes of that is of no interest. */
async function leave({ smtp, gone }: SubmitConnection): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, GOODBYE_MS);
  smtp.quit();
  await Promise.race([gone.catch(() => undefined), late]);
  clearTimeout(timer);
}
