import { Readable } from 'node:stream';
import { domainKey } from '../address-key.ts';
import { MailServerError, type MailServerFault } from '../mailwire/index.ts';
import { connectSubmit, type ConnectParts, type SubmitConnection } from './connect.ts';
import { connectionFault, refusalOf, repliedWith, replyCode } from './faults.ts';
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
}

/**
 * Hands a mail over. Never throws: what went wrong is the answer. All bytes are given before `release` is asked, and the line that makes
 * the server take the mail is written only after it said yes.
 */
export async function handOver(parts: HandOverParts): Promise<HandedOver> {
  const { server, letter, deadlines = SUBMIT_DEADLINES } = parts;
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
  const outcome = await give(connection, parts, deadlines).finally(() => connection.close());
  return { ...outcome, lines: connection.transcript.text };
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
}

/** An address as servers are told it: its domain in ASCII (RFC 5891), what stands before it as it is. */
function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return at === -1 || isAscii(domain) ? address : `${address.slice(0, at)}@${domainKey(domain)}`;
}

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

async function give(
  connection: SubmitConnection,
  { letter, server, release }: HandOverParts,
  deadlines: SubmitDeadlines,
): Promise<WithoutLines> {
  const { smtp, transcript, gone } = connection;
  const isInternational = [letter.from, ...letter.to].some((address) => !isAscii(wireAddress(address)));
  if (isInternational && !transcript.extensions.some((line) => /^SMTPUTF8$/i.test(line))) {
    await leave(connection);
    return decided(letter, transcript, 'refused', { fault: 'SMTPUTF8_NOT_OFFERED', answer: '' });
  }
  const progress: Progress = { isBegun: false, isEnded: false, isGivenUp: false, isAnswered: false };
  const body = Readable.from(bytesOf(connection, letter, release, progress, deadlines), { objectMode: false });
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
  try {
    const reply = await Promise.race([sent, gone]);
    closeUnlessEnded(connection, progress);
    return afterReply(letter, transcript, progress, reply);
  } catch (error) {
    closeUnlessEnded(connection, progress);
    if (progress.isGivenUp) return { ...nothing(letter), decision: 'given up' };
    return afterError(letter, transcript, progress, error, `${server.host}:${server.port}`);
  } finally {
    if (!smtp.destroyed) await leave(connection);
  }
}

/**
 * Closes the connection if the bytes were begun and not ended. It runs in the same turn as the decision that nothing was sent, so that
 * nobody can write the end afterwards.
 */
function closeUnlessEnded(connection: SubmitConnection, { isBegun, isEnded }: Progress): void {
  if (isBegun && !isEnded) connection.close();
}

/** The bytes of the mail; the last of the stream comes when the end may be said. */
async function* bytesOf(
  connection: SubmitConnection,
  letter: Letter,
  release: () => Promise<boolean>,
  progress: Progress,
  deadlines: SubmitDeadlines,
): AsyncGenerator<Buffer> {
  progress.isBegun = true;
  let given = 0;
  for await (const chunk of letter.open() as AsyncIterable<Buffer>) {
    connection.patience(deadlines.replyMs);
    given += chunk.length;
    yield chunk;
  }
  // What is kept is not what was kept: half a mail is none.
  if (given !== letter.size) throw new Error(`A mail of ${letter.size} bytes has ${given}`);
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
