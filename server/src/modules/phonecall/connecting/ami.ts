import { createHash } from 'node:crypto';
import { connectTo, type Connection } from '../../../platform/egress/index.ts';
import type { PhoneEvent } from '../arriving/index.ts';
import { AmiReader, AmiUnreadable, actionText, type AmiMessage } from './ami-wire.ts';
import type { ChannelCalls, Channel } from './channels.ts';
import { LineFault, type Connect, type Heard } from './line.ts';

const CONNECT_MS = 10_000;
const PING_MS = 30_000;
/** Without a word for so long nobody is there. */
const SILENT_MS = 75_000;

const field = (message: AmiMessage, name: string): string => message.get(name) ?? '';
const unknown = (text: string): string => (text === '<unknown>' ? '' : text);

const channelOf = (message: AmiMessage, prefix = ''): Channel => ({
  id: field(message, `${prefix}uniqueid`),
  name: field(message, `${prefix}channel`),
  callerNumber: unknown(field(message, `${prefix}calleridnum`)),
  callerName: unknown(field(message, `${prefix}calleridname`)),
  exten: unknown(field(message, `${prefix}exten`)),
});

/** When something happened, where the system says it: seconds since 1970. */
function atOf(message: AmiMessage): number | undefined {
  const seconds = Number(field(message, 'timestamp'));
  return seconds > 0 ? Math.round(seconds * 1000) : undefined;
}

/** What an event of AMI says of calls. */
export function amiEvents(calls: ChannelCalls, message: AmiMessage): readonly PhoneEvent[] {
  const at = atOf(message);
  const channel = channelOf(message);
  const root = field(message, 'linkedid') || channel.id;
  switch (field(message, 'event')) {
    case 'Newchannel':
      return channel.id === '' ? [] : calls.begins(channel, root, at);
    case 'DialBegin':
      return calls.dials(channelOf(message, 'dest'), field(message, 'linkedid') || field(message, 'destlinkedid'), at);
    case 'DialEnd':
      return field(message, 'dialstatus') === 'ANSWER' ? calls.answers(field(message, 'destuniqueid'), at) : [];
    case 'BridgeEnter':
      return calls.answers(channel.id, at);
    case 'Newexten':
      return /^voicemail$/i.test(field(message, 'application')) ? calls.isLeft(channel.id, at) : [];
    case 'Hangup':
      return calls.ends(channel.id, Number(field(message, 'cause')) || 0, at);
    default:
      return [];
  }
}

/** What a channel says that was there when we came. */
function standingEvents(calls: ChannelCalls, message: AmiMessage): readonly PhoneEvent[] {
  const channel = channelOf(message);
  const root = field(message, 'linkedid') || channel.id;
  const state = field(message, 'channelstatedesc');
  return [
    ...calls.begins(channel, root),
    ...(root === channel.id ? [] : calls.dials(channel, root)),
    ...(state === 'Up' && field(message, 'bridgeid') !== '' ? calls.answers(channel.id) : []),
  ];
}

/** A connection that is signed in, or on its way there. */
class AmiConnection {
  readonly #socket: Connection;
  readonly #reader = new AmiReader();
  readonly #calls: ChannelCalls;
  readonly #heard: Heard;
  readonly #line: { readonly user: string; readonly secret: string };
  readonly #standing = new Set<string>();
  readonly #gap: PhoneEvent[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #lastAt = performance.now();

  constructor(socket: Connection, line: { user: string; secret: string }, calls: ChannelCalls, heard: Heard) {
    this.#socket = socket;
    this.#line = line;
    this.#calls = calls;
    this.#heard = heard;
  }

  /** Listens until the connection ends. Throws LineFault where it is refused or speaks otherwise. */
  async run(signal: AbortSignal): Promise<void> {
    const socket = this.#socket;
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => this.#read(piece));
    socket.on('close', () => this.#ended.resolve());
    socket.on('error', () => this.#ended.resolve());
    const stop = () => socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    const timer = setInterval(() => {
      if (performance.now() - this.#lastAt > SILENT_MS) socket.destroy();
      else this.#send({ Action: 'Ping' });
    }, PING_MS);
    this.#send({ Action: 'Challenge', ActionID: 'challenge', AuthType: 'MD5' });
    try {
      await this.#ended.promise;
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
      socket.destroy();
    }
  }

  #send(fields: Readonly<Record<string, string>>): void {
    if (this.#socket.writable) this.#socket.write(actionText(fields));
  }

  #fail(fault: LineFault): void {
    this.#ended.reject(fault);
    this.#socket.destroy();
  }

  #read(piece: string): void {
    this.#lastAt = performance.now();
    try {
      for (const message of this.#reader.read(piece)) this.#take(message);
    } catch (error) {
      if (!(error instanceof AmiUnreadable)) throw error;
      this.#fail(new LineFault('unreadable'));
    }
  }

  #take(message: AmiMessage): void {
    const id = field(message, 'actionid');
    const event = field(message, 'event');
    if (id === 'challenge') return this.#logIn(message);
    if (id === 'login') {
      if (field(message, 'response') !== 'Success') return this.#fail(new LineFault('refused'));
      this.#heard.ready();
      this.#calls.asks();
      return this.#send({ Action: 'CoreShowChannels', ActionID: 'channels' });
    }
    if (event === 'CoreShowChannel') {
      this.#standing.add(field(message, 'uniqueid'));
      this.#gap.push(...standingEvents(this.#calls, message));
    } else if (event === 'CoreShowChannelsComplete') {
      this.#heard.events([...this.#gap, ...this.#calls.answered(this.#standing)]);
      this.#heard.running(this.#calls.running);
    } else if (event !== '') this.#heard.events(amiEvents(this.#calls, message));
  }

  #logIn(message: AmiMessage): void {
    const challenge = field(message, 'challenge');
    if (challenge === '') return this.#fail(new LineFault('refused'));
    const { user, secret } = this.#line;
    const key = createHash('md5')
      .update(challenge + secret)
      .digest('hex');
    this.#send({
      Action: 'Login',
      ActionID: 'login',
      AuthType: 'MD5',
      Username: user,
      Key: key,
      Events: 'call,dialplan',
    });
  }
}

/** Listens to Asterisk by its manager interface. */
export const connectAmi: Connect = async (line, policy, calls, heard, signal) => {
  const socket = await connectTo(line.host, line.port, policy, CONNECT_MS);
  await new AmiConnection(socket, line, calls, heard).run(signal);
};
