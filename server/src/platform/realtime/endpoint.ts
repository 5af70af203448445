import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Bus, BusMessage } from './bus.ts';
import { StompConnection, type ConnectionDoors } from './connection.ts';
import type { CountedConnections } from './connections.ts';
import type { Relay } from './relay.ts';
import type { Tickets } from './tickets.ts';

const MAX_PAYLOAD_BYTES = 64 * 1024;
/** When sessions could not be looked up, they are again after this. */
const AGAIN_MS = 1000;

export interface EndpointOptions {
  readonly server: Server;
  readonly bus: Bus;
  readonly relay: Pick<Relay, 'follow'>;
  readonly tickets: Pick<Tickets, 'take'>;
  /** Where it is counted who is connected. */
  readonly connections: Pick<CountedConnections, 'count'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Name of an instance, as the `host` header of CONNECT must have it. */
  readonly nameOf: (instanceId: number) => Promise<string | undefined>;
  /** Whether a page from this origin may open the channel on this host. */
  readonly allowsOrigin: (origin: string, host: string) => boolean;
  /** Which of these sessions of an instance are open. */
  readonly openSessions: (instanceId: number, sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Whether a message says that sessions may have been ended, perhaps by another process such as the command line. */
  readonly mayEndSessions: (message: BusMessage) => boolean;
}

/** Most sockets that have not yet said whose they are, for which each has 15 seconds; and most sockets in all. */
const MAX_STRANGERS = 1000;
const MAX_SOCKETS = 20_000;

const refuse = (socket: Duplex, status: string, headers = ''): void => {
  socket.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\n\r\n`);
};

const topicOf = (destination: string): string => destination.replace('/topic/', '');

/** Which connections listen to which topic of which instance; counted by person in `connections`. */
function createSubscriptions(connections: Pick<CountedConnections, 'count'>) {
  const listeners = new Map<string, Set<StompConnection>>();
  const keyOf = (instanceId: number, topic: string) => `${instanceId} ${topic}`;
  return {
    add(connection: StompConnection, destination: string): void {
      const { ticket } = connection;
      if (ticket === undefined) return;
      const topic = topicOf(destination);
      const key = keyOf(ticket.instanceId, topic);
      const set = listeners.get(key) ?? new Set();
      if (set.has(connection)) return;
      listeners.set(key, set.add(connection));
      connections.count(1, ticket, topic);
    },
    remove(connection: StompConnection, destination: string): void {
      const { ticket } = connection;
      if (ticket === undefined) return;
      const topic = topicOf(destination);
      const key = keyOf(ticket.instanceId, topic);
      const set = listeners.get(key);
      if (set?.delete(connection) !== true) return;
      if (set.size === 0) listeners.delete(key);
      connections.count(-1, ticket, topic);
    },
    deliver(instanceId: number, topic: string, body: string): void {
      for (const connection of listeners.get(keyOf(instanceId, topic)) ?? []) connection.deliver(topic, body);
    },
  };
}

/** The real-time channel at `/ws` of an HTTP server. */
export function openEndpoint(options: EndpointOptions): { close(): Promise<void> } {
  const { server, bus, relay, tickets, log } = options;
  const subscriptions = createSubscriptions(options.connections);
  const connections = new Set<StompConnection>();
  /** Those of whom others know: their session was found open. */
  const counted = new Set<StompConnection>();
  const closing = new AbortController();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => ['v12.stomp', 'v11.stomp', 'v10.stomp'].find((name) => offered.has(name)) ?? false,
  });

  const doors: ConnectionDoors = {
    async take(password) {
      const ticket = await tickets.take(password);
      if (ticket === undefined) return undefined;
      const vhost = await options.nameOf(ticket.instanceId);
      return vhost === undefined ? undefined : { ticket, vhost };
    },
    async opened(connection) {
      const { ticket } = connection;
      if (ticket === undefined) return;
      // Known before anything is asked: a session that ends from here on finds the connection, and so does its own end.
      connections.add(connection);
      await relay.follow(ticket.instanceId);
      const open = await options.openSessions(ticket.instanceId, [ticket.sessionId]);
      if (!open.has(ticket.sessionId)) return connection.fail('access refused');
      // It may have ended meanwhile.
      if (!connections.has(connection)) return;
      counted.add(connection);
      options.connections.count(1, ticket);
    },
    closed(connection) {
      connections.delete(connection);
      if (counted.delete(connection) && connection.ticket !== undefined)
        options.connections.count(-1, connection.ticket);
    },
    subscribed: subscriptions.add,
    unsubscribed: subscriptions.remove,
  };

  const endOver = async (instanceId: number): Promise<void> => {
    const here = [...connections].flatMap((connection) =>
      connection.ticket?.instanceId === instanceId ? [{ connection, sessionId: connection.ticket.sessionId }] : [],
    );
    if (here.length === 0) return;
    const open = await options.openSessions(instanceId, [...new Set(here.map(({ sessionId }) => sessionId))]);
    for (const { connection, sessionId } of here) if (!open.has(sessionId)) connection.fail('the session has ended');
  };
  /** Instances that are being looked at, and whether they have to be once more. */
  const looking = new Map<number, boolean>();
  /** Ends the connections of sessions that have ended; many calls at once are one look or two. */
  const recheck = async (instanceId: number): Promise<void> => {
    const isLooking = looking.has(instanceId);
    looking.set(instanceId, isLooking);
    if (isLooking) return;
    do {
      looking.set(instanceId, false);
      try {
        await endOver(instanceId);
      } catch (error) {
        log.warn({ err: error }, 'ended sessions cannot be looked for');
        looking.set(instanceId, true);
        await sleep(AGAIN_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    } while (looking.get(instanceId) === true && !closing.signal.aborted);
    looking.delete(instanceId);
  };

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?')[0];
    if (path !== '/ws') return refuse(socket, '404 Not Found');
    const { origin, host = '' } = request.headers;
    if (origin !== undefined && !options.allowsOrigin(origin, host)) return refuse(socket, '403 Forbidden');
    const { size } = sockets.clients;
    if (size >= MAX_SOCKETS || size - connections.size >= MAX_STRANGERS)
      return refuse(socket, '503 Service Unavailable', 'Retry-After: 5\r\n');
    sockets.handleUpgrade(request, socket, head, (webSocket) => void new StompConnection(webSocket, doors));
  };
  server.on('upgrade', onUpgrade);

  const stopListening = [
    bus.onMessage((message) => {
      const { instanceId, topic, body } = message;
      subscriptions.deliver(instanceId, topic, body);
      if (options.mayEndSessions(message)) void recheck(instanceId);
    }),
    bus.onSessionEnd((sessionId) => {
      for (const connection of connections) {
        if (connection.ticket?.sessionId === sessionId) connection.fail('the session has ended');
      }
    }),
  ];
  options.metrics.gauge('sockets', () => sockets.clients.size);
  sockets.on('error', (error) => log.warn({ err: error }, 'real-time endpoint'));

  return {
    async close() {
      closing.abort();
      server.off('upgrade', onUpgrade);
      for (const stop of stopListening) stop();
      for (const socket of sockets.clients) socket.close(1001);
      const ended = new Promise<void>((resolve) => sockets.close(() => resolve()));
      setTimeout(() => sockets.clients.forEach((socket) => socket.terminate()), 500).unref();
      await ended;
    },
  };
}
