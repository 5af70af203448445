import type { PongConfiguration } from '@kontor/contract/account';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../log/logger.ts';
import type { Instance } from '../../operation/context.ts';
import { fail } from '../../operation/problem.ts';
import { leadBy } from '../../processes/leader.ts';
import type { Processes } from '../../processes/processes.ts';
import { StartError } from '../../start-error.ts';
import type { BusMessage } from '../bus.ts';
import type { Ticket } from '../tickets.ts';
import type { CarryTransient } from '../transient.ts';
import { carryByBroker } from './carrier.ts';
import { EndedSessions, type OpenSessions } from './ended-sessions.ts';
import { BrokerManagement } from './management.ts';
import { BrokerPublisher } from './publisher.ts';
import { BrokerRelay, listenTo, noteVhost, oldestUnconfirmed } from './relay.ts';
import { loadTokens } from './tokens.ts';

const LEASE = 'broker';
/** How long a virtual host that was there is taken to be there. */
const FRESH_MS = 60_000;
const RETRY_SECONDS = 2;

export interface BrokerOptions {
  readonly config: Config;
  readonly database: Database;
  readonly processes: Processes;
  readonly log: Logger;
  readonly now: () => number;
  readonly openSessions: OpenSessions;
  readonly mayEndSessions: (message: BusMessage) => boolean;
}

/** Real time by RabbitMQ: clients listen there, and one server process hands it the events. */
export interface Broker {
  /** Returns where and as whom a device listens. Throws UNAVAILABLE while the broker is away. */
  pong(instance: Instance, ticket: Ticket): Promise<PongConfiguration>;
  /** For how many seconds the oldest event that was not handed on yet has been waiting; null for none, or where nobody has listened. */
  oldestSeconds(instanceId: number): Promise<number | null>;
  /** Hands transient events to who listens there. */
  readonly carry: CarryTransient;
  /** Looks for events as soon as can be, where this process hands them on. */
  wake(): void;
  close(): Promise<void>;
}

/** The broker of the settings; undefined where there is none. Throws a StartError where it refuses Kontor. */
export async function openBroker(options: BrokerOptions): Promise<Broker | undefined> {
  const { config, database, processes, log, now } = options;
  const { amqpUrl, pongHost, pongPort, pongKey, pongManagementUrl, pongPrefix } = config;
  if (amqpUrl === undefined || pongHost === undefined || pongKey === undefined || pongManagementUrl === undefined)
    return undefined;
  const tokens = await loadTokens(pongKey, now);
  const management = new BrokerManagement(pongManagementUrl, amqpUrl);
  for (const check of [() => management.check(), () => BrokerPublisher.check(amqpUrl)]) {
    await check().catch((error: unknown) => {
      if (error instanceof StartError) throw error;
      log.warn({ err: error }, 'the broker does not answer; there is no real time until it does');
    });
  }
  const vhostOf = ({ id, name }: { id: number; name: string }) => `${pongPrefix}-${name}-${id}`;
  const provided = new Map<number, { readonly until: number; readonly done: Promise<void> }>();
  /** Once for all who ask at the same time: after an outage everybody does. */
  const provide = (instance: Instance, vhost: string): Promise<void> => {
    const known = provided.get(instance.id);
    if (known !== undefined && known.until > Date.now()) return known.done;
    const done = noteVhost(database, instance.id, vhost)
      .then(() => management.provideVhost(vhost))
      .then(() => listenTo(database, instance.id));
    provided.set(instance.id, { until: Date.now() + FRESH_MS, done });
    done.catch(() => provided.delete(instance.id));
    return done;
  };

  let relay: BrokerRelay | undefined;
  const begin = () => {
    const publisher = new BrokerPublisher(amqpUrl);
    const { openSessions, mayEndSessions } = options;
    const instances = () => relay?.instances ?? [];
    const ended = new EndedSessions({ management, openSessions, instances, now, log });
    const current = new BrokerRelay({
      database,
      log,
      publisher,
      management,
      vhostOf,
      lease: LEASE,
      processId: () => processes.id,
      mayEndSessions,
      ended: () => ended,
    });
    relay = current;
    return {
      async close() {
        relay = undefined;
        await current.close();
        await ended.close();
        await publisher.close();
      },
    };
  };
  const turn = leadBy({ name: LEASE, database, processes, log, begin });
  const publisher = new BrokerPublisher(amqpUrl);

  return {
    async pong(instance, ticket) {
      const vhost = vhostOf(instance);
      await provide(instance, vhost).catch((error: unknown) => {
        log.warn({ err: error, vhost }, 'the broker cannot be prepared');
        fail('UNAVAILABLE', { retryAfter: RETRY_SECONDS });
      });
      const password = await tokens.issue(vhost, ticket);
      return { pongHost, port: pongPort, username: String(ticket.userId), password, vhost, isUnseen: true };
    },
    oldestSeconds: (instanceId) => oldestUnconfirmed(database, instanceId),
    carry: carryByBroker({ publisher, vhostOf, log, now }),
    wake: () => relay?.wake(),
    async close() {
      await turn.close();
      await publisher.close();
    },
  };
}
