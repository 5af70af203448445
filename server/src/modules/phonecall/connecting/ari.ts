import * as v from 'valibot';
import { WebSocket } from 'ws';
import { pinnedLookup, resolveHost, sendTo } from '../../../platform/egress/index.ts';
import type { PhoneEvent } from '../arriving/index.ts';
import type { ChannelCalls, Channel } from './channels.ts';
import { LineFault, type Connect } from './line.ts';

const CONNECT_MS = 10_000;
const PING_MS = 30_000;
const MAX_MESSAGE_BYTES = 256 * 1024;

const text = v.optional(v.string(), '');
const ChannelSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(150)),
  name: text,
  state: text,
  caller: v.optional(v.object({ number: text, name: text })),
  dialplan: v.optional(v.object({ exten: text, app_name: text })),
});
type AriChannel = v.InferOutput<typeof ChannelSchema>;
const EventSchema = v.object({
  type: v.string(),
  timestamp: text,
  channel: v.optional(ChannelSchema),
  caller: v.optional(ChannelSchema),
  peer: v.optional(ChannelSchema),
  dialstatus: text,
  dialplan_app: text,
  cause: v.optional(v.number(), 0),
});

const toChannel = ({ id, name, caller, dialplan }: AriChannel): Channel => ({
  id,
  name,
  callerNumber: caller?.number ?? '',
  callerName: caller?.name ?? '',
  exten: dialplan?.exten ?? '',
});

/** What channels ring for which, since events of ARI do not say it of a channel by itself. */
export class AriCalls {
  readonly #calls: ChannelCalls;
  readonly #roots = new Map<string, string>();

  constructor(calls: ChannelCalls) {
    this.#calls = calls;
  }

  /** What an event says of calls; undefined where it is none of ARI. */
  read(message: string): readonly PhoneEvent[] | undefined {
    let json: unknown;
    try {
      json = JSON.parse(message);
    } catch {
      return undefined;
    }
    const parsed = v.safeParse(EventSchema, json);
    return parsed.success ? this.#events(parsed.output) : undefined;
  }

  /** What channels say that were there when we came. Throws where it is no list of channels. */
  standing(given: unknown): readonly PhoneEvent[] {
    const channels = v.parse(v.array(ChannelSchema), given);
    const ids = new Set(channels.map(({ id }) => id));
    // Who rings whom is not said any more: what a call began with is told of, as that.
    return [
      ...channels
        .filter(({ state }) => state === 'Ring')
        .flatMap((channel) => this.#calls.begins(toChannel(channel), channel.id)),
      ...this.#calls.answered(ids),
    ];
  }

  #events(event: v.InferOutput<typeof EventSchema>): readonly PhoneEvent[] {
    const { type, channel, caller, peer, dialstatus, cause } = event;
    const at = Date.parse(event.timestamp.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')) || undefined;
    if (type === 'Dial' && peer !== undefined) {
      const root = caller === undefined ? peer.id : (this.#roots.get(caller.id) ?? caller.id);
      this.#roots.set(peer.id, root);
      const begun = caller === undefined ? [] : this.#calls.begins(toChannel(caller), root, at);
      const rung = this.#calls.dials(toChannel(peer), root, at);
      return dialstatus === 'ANSWER' ? [...begun, ...this.#calls.answers(peer.id, at)] : [...begun, ...rung];
    }
    if (channel === undefined) return [];
    switch (type) {
      case 'ChannelCreated':
        // One that somebody is called by is down until it rings.
        return channel.state === 'Ring' ? this.#calls.begins(toChannel(channel), channel.id, at) : [];
      case 'ChannelDialplan':
        return /^voicemail$/i.test(event.dialplan_app) ? this.#calls.isLeft(channel.id, at) : [];
      case 'ChannelEnteredBridge':
        return this.#calls.answers(channel.id, at);
      case 'ChannelDestroyed':
        this.#roots.delete(channel.id);
        return this.#calls.ends(channel.id, cause, at);
      default:
        return [];
    }
  }
}

/** Listens to Asterisk by its REST interface: events by a WebSocket, in the open to the own network alone. */
export const connectAri: Connect = async (line, policy, calls, heard, signal) => {
  const resolved = await resolveHost(line.host, policy);
  const authorization = `Basic ${Buffer.from(`${line.user}:${line.secret}`).toString('base64')}`;
  const host = `${line.host.includes(':') ? `[${line.host}]` : line.host}:${line.port}`;
  const ended = Promise.withResolvers<void>();
  const socket = new WebSocket(
    `${resolved.internal ? 'ws' : 'wss'}://${host}/ari/events?app=kontor&subscribeAll=true`,
    {
      headers: { authorization },
      lookup: pinnedLookup(resolved),
      handshakeTimeout: CONNECT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      followRedirects: false,
      perMessageDeflate: false,
    },
  );
  const ari = new AriCalls(calls);
  let isAlive = true;
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, PING_MS);
  const stop = () => socket.terminate();
  signal.addEventListener('abort', stop, { once: true });
  socket.on('pong', () => (isAlive = true));
  socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
    ended.reject(
      statusCode === 401 || statusCode === 403 ? new LineFault('refused') : new Error(`Status ${statusCode}`),
    );
    socket.terminate();
  });
  socket.on('error', (error) => ended.reject(error));
  socket.on('close', () => ended.resolve());
  socket.on('open', () => {
    heard.ready();
    calls.asks();
    const address = `${resolved.internal ? 'http' : 'https'}://${host}/ari/channels`;
    sendTo(address, { method: 'GET', headers: { authorization, accept: 'application/json' } }, policy)
      .then(({ status, body }) => {
        if (status !== 200) throw new Error(`Status ${status}`);
        heard.events(ari.standing(JSON.parse(body)));
        heard.running(calls.running);
      })
      // Without it the gap stays until the calls end by themselves.
      .catch(() => calls.answered(undefined));
  });
  socket.on('message', (data: Buffer) => {
    isAlive = true;
    const events = ari.read(data.toString());
    if (events === undefined) {
      ended.reject(new LineFault('unreadable'));
      socket.terminate();
    } else heard.events(events);
  });
  try {
    await ended.promise;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', stop);
    socket.terminate();
  }
};
