import { PongConfigurationSchema, accountEvents, laterSessionQueries } from '@kontor/contract/account';
import { EventSchema, HEARTBEAT_MS, topics, type KontorEvent } from '@kontor/contract/kernel';
import type { Client as StompClient, StompSubscription } from '@stomp/stompjs';
import * as v from 'valibot';
import { laterIn, type Environment } from './environment.ts';
import { Failure } from './failure.ts';
import { createGather, type Gather } from './gather.ts';
import { createRuns } from './runs.ts';
import type { Transport } from './transport.ts';

/** `live`: events arrive; `down`: it is being tried again; `refused`: the server has refused three times, and nothing is tried. */
export type RealtimeState = 'connecting' | 'live' | 'down' | 'refused';

export interface RealtimeEvents {
  /** Those that have come within a frame. */
  readonly onEvents: (events: readonly KontorEvent[]) => void;
  /** Events that are stored nowhere were missed: what was answered under these keys may not be true any more. */
  readonly onMissed: (keys: readonly string[]) => void;
  /** Whatever happens from now on is told; what was answered before may have missed something. */
  readonly onLive: () => void;
  readonly onState: (state: RealtimeState) => void;
  /** Whether the server does not see the channel that is about to be opened. */
  readonly onUnseen: (isUnseen: boolean) => void;
  /** The server's answer names no host: the session is of no use. */
  readonly onUnusable: () => void;
}

const EAGER_MS = 5000;
const EAGER_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;
const MAX_REFUSALS = 3;
/** What is told to the whole instance and not to each person: who there is, what the instance is like, and how its work goes. */
const OF_INSTANCE = [accountEvents.sessionChanged, accountEvents.jobsChanged].map(({ type }) => topics.event(type));
/** The server says so when it has taken the last subscription. */
const RECEIPT = 'subscribed';
const PONG_PATH = '/workspace/index/get-pong-configuration/format/json';

/** How long to wait before the next try, in milliseconds: short in the first seconds of an outage, then spread over all clients. */
export function reconnectDelay(outageMs: number, random: number): number {
  return outageMs < EAGER_MS ? EAGER_DELAY_MS : EAGER_DELAY_MS + random * (MAX_DELAY_MS - EAGER_DELAY_MS);
}

/** The part of its life after which a ticket is replaced. */
const RENEW_AFTER = 0.8;

/** How long a ticket is good, in milliseconds: a broker's says so itself (JWT), our own server's opens one connection and needs no more. */
export function ticketLife(ticket: string): number | undefined {
  const [, body] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(ticket) ?? [];
  if (body === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')));
    const times = v.safeParse(v.object({ iat: v.number(), exp: v.number() }), claims);
    // By the difference: the clock of this device may be wrong.
    return times.success && times.output.exp > times.output.iat
      ? (times.output.exp - times.output.iat) * 1000
      : undefined;
  } catch {
    return undefined;
  }
}

/** Address of the real-time channel of a pong configuration, for a page that came over `https:` or `http:`. */
export function channelAddress(
  configuration: { pongHost: string; port?: number | undefined },
  pageOrigin: string,
): string {
  const { pongHost, port } = configuration;
  const scheme = pageOrigin.startsWith('https:') ? 'wss' : 'ws';
  const base = /^wss?:\/\//.test(pongHost) ? pongHost : `${scheme}://${pongHost}`;
  return `${base}${port === undefined ? '' : `:${port}`}/ws`;
}

const isOpen = ({ connected, webSocket }: StompClient): boolean =>
  connected && webSocket?.readyState === WebSocket.OPEN;

/** Ends a connection: where its socket is being closed already, without the good-bye that it would not take any more. */
const leave = (stomp: StompClient): void => void stomp.deactivate({ force: stomp.connected && !isOpen(stomp) });

/** One person's real-time channel, kept open until `close`. */
export class Realtime {
  readonly #env: Environment;
  readonly #transport: Transport;
  readonly #userId: number;
  readonly #events: RealtimeEvents;
  readonly #stopWaking: () => void;
  readonly #runs = createRuns();
  readonly #heard: Gather<KontorEvent>;
  readonly #followed: () => readonly string[];
  /** What is subscribed to of `#followed`, by destination, on the connection that is open. */
  readonly #subscriptions = new Map<string, StompSubscription>();
  #stomp: StompClient | undefined;
  #wait = new AbortController();
  #outageSince: number;
  #refusals = 0;
  #live = false;
  #closed = false;
  /** The connection was ended by us, to go on with a new ticket. */
  #renewing = false;

  /** `followed`: destinations that are wanted beside those that everybody hears; `follow` has it looked at again. */
  constructor(
    env: Environment,
    transport: Transport,
    userId: number,
    events: RealtimeEvents,
    followed: () => readonly string[] = () => [],
  ) {
    this.#followed = followed;
    this.#env = env;
    this.#transport = transport;
    this.#userId = userId;
    this.#events = events;
    this.#heard = createGather({ now: env.now, later: laterIn(env) }, events.onEvents);
    this.#outageSince = env.now();
    this.#stopWaking = env.onWake(() => this.#wait.abort());
    void this.#run();
  }

  /** Subscribes to what is wanted now and was not before, and ends what is not wanted any more. */
  follow(): void {
    const stomp = this.#stomp;
    if (stomp === undefined || !isOpen(stomp)) return;
    const wanted = new Set(this.#followed());
    for (const [destination, subscription] of this.#subscriptions) {
      if (wanted.has(destination)) continue;
      subscription.unsubscribe();
      this.#subscriptions.delete(destination);
    }
    for (const destination of wanted) {
      if (this.#subscriptions.has(destination)) continue;
      this.#subscriptions.set(
        destination,
        stomp.subscribe(destination, ({ body }) => this.#receive(body)),
      );
    }
  }

  close(): void {
    this.#closed = true;
    this.#heard.close();
    this.#stopWaking();
    this.#wait.abort();
    if (this.#stomp !== undefined) leave(this.#stomp);
  }

  async #run(): Promise<void> {
    this.#events.onState('connecting');
    while (!this.#closed && this.#refusals < MAX_REFUSALS) {
      await this.#connectOnce();
      if (this.#closed) return;
      if (this.#live) this.#outageSince = this.#env.now();
      this.#live = false;
      if (this.#refusals >= MAX_REFUSALS) break;
      if (this.#renewing) {
        this.#renewing = false;
        continue;
      }
      this.#events.onState('down');
      this.#wait = new AbortController();
      await this.#env.sleep(reconnectDelay(this.#env.now() - this.#outageSince, this.#env.random()), this.#wait.signal);
    }
    if (!this.#closed) this.#events.onState('refused');
  }

  /** Opens the channel and ends when it is closed again, for whatever reason. */
  async #connectOnce(): Promise<void> {
    if (!this.#env.online()) return;
    try {
      const configuration = await this.#transport.json(PongConfigurationSchema, PONG_PATH);
      if (this.#closed) return;
      const { pongHost, port } = configuration;
      if (pongHost === undefined || pongHost === '') {
        this.#events.onUnusable();
        return;
      }
      this.#events.onUnseen(configuration.isUnseen === true);
      const destinations = await this.#destinations();
      const { Client } = await import('@stomp/stompjs');
      if (this.#closed) return;
      await new Promise<void>((ended) => {
        let isRefusable = false;
        let stopRenewing = (): void => undefined;
        const stomp = new Client({
          brokerURL: channelAddress({ pongHost, port }, this.#transport.credentials.url),
          connectHeaders: {
            login: configuration.username ?? '',
            passcode: configuration.password ?? '',
            ...(configuration.vhost === undefined ? {} : { host: configuration.vhost }),
          },
          heartbeatIncoming: HEARTBEAT_MS,
          heartbeatOutgoing: HEARTBEAT_MS,
          connectionTimeout: 2 * HEARTBEAT_MS,
          reconnectDelay: 0,
          onConnect: () => {
            isRefusable = true;
            this.#runs.reset();
            this.#subscriptions.clear();
            this.follow();
            const life = ticketLife(configuration.password ?? '');
            if (life !== undefined) stopRenewing = this.#renewAfter(life * RENEW_AFTER, stomp);
            stomp.watchForReceipt(RECEIPT, () => {
              isRefusable = false;
              this.#live = true;
              this.#events.onState('live');
              this.#events.onLive();
            });
            destinations.forEach((destination, index) => {
              const isLast = index === destinations.length - 1;
              stomp.subscribe(destination, ({ body }) => this.#receive(body), isLast ? { receipt: RECEIPT } : {});
            });
          },
          onStompError: () => {
            isRefusable = false;
            this.#refusals += 1;
            leave(stomp);
          },
          onWebSocketClose: () => {
            stopRenewing();
            // A broker that refuses a subscription ends the connection, and often does not get to say why.
            if (isRefusable) this.#refusals += 1;
            leave(stomp);
            ended();
          },
        });
        this.#stomp = stomp;
        stomp.activate();
      });
    } catch (error) {
      // Being offline is no refusal; signing out is dealt with by whoever sends requests.
      if (error instanceof Failure && error.kind === 'problem' && error.status === 403) this.#refusals += 1;
    }
  }

  #renewAfter(ms: number, stomp: StompClient): () => void {
    return laterIn(this.#env)(ms, () => {
      this.#renewing = true;
      leave(stomp);
    });
  }

  async #destinations(): Promise<string[]> {
    const { token } = this.#transport.credentials;
    const user = topics.user(this.#userId);
    if (token === undefined) return [user, ...OF_INSTANCE];
    const { results } = await this.#transport.query(laterSessionQueries.fromToken, { jwtToken: token }, { once: true });
    return [user, topics.personal(results.sessionId), ...OF_INSTANCE];
  }

  #receive(body: string): void {
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return;
    }
    const event = v.safeParse(EventSchema, json);
    if (!event.success) return;
    this.#refusals = 0;
    const standing = this.#runs.take(event.output);
    if (standing === 'old') return;
    this.#heard.add(event.output);
    if (standing === 'missed') this.#events.onMissed(event.output.run?.keys ?? []);
  }
}
