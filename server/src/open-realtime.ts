import { accountEvents } from '@kontor/contract/account';
import type { FastifyInstance } from 'fastify';
import { administratorIds, openSessionsAmong, type Hosts, type InstanceDirectory } from './modules/account/index.ts';
import { pushNews, reachedByNews } from './modules/settings/index.ts';
import type { Config } from './platform/config/config.ts';
import { createChange, type OnCommitted } from './platform/operation/change.ts';
import { closeAll } from './platform/operation/closing.ts';
import type { Platform } from './platform/operation/context.ts';
import type { Service } from './platform/operation/manifest.ts';
import { createRepeats } from './platform/operation/repeats.ts';
import { Processes } from './platform/processes/processes.ts';
import { Signals } from './platform/processes/signals.ts';
import { openBroker } from './platform/realtime/broker/index.ts';
import { createBus, type BusMessage } from './platform/realtime/bus.ts';
import { createConnections } from './platform/realtime/connections.ts';
import { openEndpoint } from './platform/realtime/endpoint.ts';
import { carryByOwn } from './platform/realtime/own-carrier.ts';
import { Relay } from './platform/realtime/relay.ts';
import { createTickets } from './platform/realtime/tickets.ts';
import { createTransient } from './platform/realtime/transient.ts';

/** Under this name server processes tell each other that the outbox is worth a look. */
const OUTBOX_SIGNAL = 'outbox';

export type Realtime = Awaited<ReturnType<typeof openRealtime>>;

/**
 * What changes things, and what tells the clients and the other server processes of it: the way from the outbox, and the one past it. The
 * `platform` that it returns is the one that a server works with: what it says of the moment is heard.
 */
export async function openRealtime(config: Config, given: Platform) {
  const { database, log, metrics, now } = given;
  const bus = createBus();
  const relay = new Relay({ database, bus, log, metrics });
  const isAlone = config.databaseUrl === undefined;
  const processes = await Processes.start({ ...given, isAlone });
  const signals = new Signals({ database, processes, log });
  const mayEndSessions = ({ body }: BusMessage) => body.includes(accountEvents.sessionChanged.type);
  const openSessions = (instanceId: number, sessionIds: readonly string[]) =>
    openSessionsAmong(database.forInstance(instanceId), instanceId, sessionIds, now());
  const broker = await openBroker({
    config,
    database,
    processes,
    log,
    now,
    openSessions,
    mayEndSessions,
  }).catch(async (error: unknown) => {
    await closeAll([processes, signals, relay]);
    throw error;
  });
  const wakeRelay = () => (broker ?? relay).wake();
  signals.on(OUTBOX_SIGNAL, wakeRelay);
  const onCommitted: OnCommitted = (committed) => {
    if (broker === undefined) relay.hand(committed);
    else broker.wake();
    signals.send(OUTBOX_SIGNAL);
  };
  const transient = createTransient({
    carry: broker?.carry ?? carryByOwn({ bus, signals, log }),
    now,
    newId: given.newId,
    later: (ms, work) => void setTimeout(work, ms).unref(),
  });
  const platform: Platform = { ...given, transient };
  const change = createChange(platform, onCommitted, { auditors: administratorIds, onNews: pushNews, reachedByNews });
  const repeats = createRepeats(change, log);
  const tickets = createTickets(given.secrets, database, now);
  return {
    platform,
    bus,
    connections: createConnections(),
    relay,
    broker,
    processes,
    signals,
    /** Whether no other server process can share the database. */
    isAlone,
    change,
    repeats,
    tickets,
    openSessions,
    mayEndSessions,
    /** For how many seconds an instance's oldest event that was not handed on yet has been waiting; null for none. */
    oldestSeconds: (instanceId: number) => (broker ?? relay).oldestSeconds(instanceId),
  };
}

interface ClientChannelOptions {
  readonly realtime: Realtime;
  readonly directory: InstanceDirectory;
  readonly hosts: Hosts;
}

/** Opens the channel on which clients are told, beside what answers their requests. */
export function openClientChannel(
  { server }: FastifyInstance,
  { log, metrics }: Platform,
  { realtime, directory, hosts }: ClientChannelOptions,
): Service {
  const { bus, relay, tickets, connections, openSessions, mayEndSessions } = realtime;
  return openEndpoint({
    server,
    bus,
    relay,
    tickets,
    connections,
    log,
    metrics,
    nameOf: async (id) => (await directory.byId(id))?.name,
    allowsOrigin: hosts.allowsOrigin,
    openSessions,
    mayEndSessions,
  });
}
