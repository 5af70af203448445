import { accountEvents, accountQueries, type User } from '@kontor/contract/account';
import { activityEvents } from '@kontor/contract/activity';
import {
  itemKey,
  parseAggregateId,
  type CommandDefinition,
  type KontorEvent,
  type ResultOf,
  type Schema,
} from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { Account } from './accounts.ts';
import { createAsk, isOwn } from './ask.ts';
import type { Cache } from './cache-port.ts';
import { CommandQueue, type QueueStorage, type QueuedCommand } from './core/queue.ts';
import { createDoubts } from './core/doubts.ts';
import { EntityStore } from './core/entity-store.ts';
import { entryIn } from './entry-rows.ts';
import { laterIn, type Environment } from './environment.ts';
import { Failure } from './failure.ts';
import { createGather } from './gather.ts';
import { listQueryKey } from './list-key.ts';
import { ListStore } from './core/list-store.ts';
import type { Patches } from './core/overlay.ts';
import type { Realtime, RealtimeState } from './realtime.ts';
import { joinTabs } from './tabs.ts';
import { createTransport, type Credentials } from './transport.ts';
import { createValue, type Value } from './value.ts';
import type { VaultStore } from './vault.ts';

export interface ClientGiven {
  readonly env: Environment;
  readonly vault: VaultStore;
  readonly account: Account;
  readonly credentials: Credentials;
  /** The device's cache, for as long as there is one. */
  readonly cache: Value<Cache | undefined>;
  /** Who was signed in when this device was used last, so that the page need not wait to be told. */
  readonly known?: { readonly user: User; readonly configuration: Configuration } | undefined;
  /** All commands by name; loaded when the first one is sent. */
  readonly commands: () => Promise<ReadonlyMap<string, CommandDefinition>>;
  readonly onSignedOut: () => void;
  readonly onVersionMismatch: () => void;
  readonly onRenewedToken: (token: string) => void;
}

export type Configuration = ResultOf<typeof accountQueries.configuration>;

/** What the person should know about the way to the server. */
export interface Connection {
  readonly online: boolean;
  readonly realtime: RealtimeState;
}

export type Client = ReturnType<typeof createClient>;

/** Process ids that are remembered to recognise this client's own events. */
const REMEMBERED = 2000;

/** A device that does not answer must not hold the page for ever, in milliseconds. */
const LONGEST_LEAVING_MS = 5000;

/** Everything that one signed-in person's page needs, until `close`. */
export function createClient(given: ClientGiven) {
  const { env, vault, account } = given;
  const connection = createValue<Connection>({ online: env.online(), realtime: 'connecting' });
  const user = createValue(given.known?.user);
  const configuration = createValue(given.known?.configuration);
  const waiting = createValue<readonly QueuedCommand[]>([]);
  const appliedListeners = new Set<(command: QueuedCommand, answer: unknown) => void>();
  const eventListeners = new Set<(event: KontorEvent) => void>();
  const leaving = new Set<() => Promise<unknown>>();
  const unstored = new Set<Promise<unknown>>();
  const own = new Set<string>();
  let realtime: Realtime | undefined;
  let closed = false;

  const setConnection = (change: Partial<Connection>): void => {
    const next = { ...connection.get(), ...change };
    if (next.online !== connection.get().online || next.realtime !== connection.get().realtime) connection.set(next);
  };

  const transport = createTransport(env, given.credentials, {
    onSignedOut: () => {
      if (closed) return;
      queue.hold(true);
      given.onSignedOut();
    },
    onVersionMismatch: given.onVersionMismatch,
    onRenewedToken: given.onRenewedToken,
    onReached: (online) => setConnection({ online }),
  });
  const store = new EntityStore();
  const lists = new ListStore(store);
  const later = laterIn(env);
  const ask = createAsk(
    transport,
    { now: env.now, later },
    {
      mark: () => store.tick(),
      // The details of an item bring its list entry, for where no list was loaded.
      onAnswer: (results, sentAt) => {
        const entry = entryIn(results);
        if (entry !== undefined) store.put([entry], sentAt);
      },
    },
    given.cache.get,
  );
  const watchCache = (): void => given.cache.get()?.watch(store, lists);
  const stopCache = given.cache.subscribe(watchCache);
  watchCache();
  const doubts = createDoubts({
    isBusy: () => !queue.isResting(),
    reload: (id) => {
      const wanted = listQueryKey({ id });
      ask.cache.invalidate((key) => key === wanted);
    },
    later,
  });

  const prefix = `queue/${account.name}/${account.user}/`;
  const storage: QueueStorage = {
    load: async () => (await vault.all(prefix)) as QueuedCommand[],
    put: (command) => vault.put(prefix + command.processId, command),
    remove: (processId) => vault.remove(prefix + processId),
  };
  const remember = (processId: string): void => {
    own.add(processId);
    if (own.size > REMEMBERED) for (const oldest of [...own].slice(0, REMEMBERED / 2)) own.delete(oldest);
  };
  const queue = new CommandQueue(
    {
      storage,
      now: env.now,
      random: env.random,
      later,
      send: async (command) => {
        const commands = await given.commands().catch((error: unknown) => {
          throw new Failure('offline', String(error));
        });
        const definition = commands.get(command.name);
        if (definition === undefined) throw new Failure('shape', `unknown command ${command.name}`);
        remember(command.processId);
        return transport.command(definition, command.params, command.processId, { once: true });
      },
    },
    {
      onAdded: (command) => store.lay(command.processId, command.patches),
      onApplied: (command, answer) => {
        doubts.settled();
        store.fold(command.processId);
        tabs.post({ kind: 'settled', processId: command.processId });
        for (const listener of appliedListeners) listener(command, answer);
      },
      onRefused: (command) => {
        doubts.settled();
        store.lift(command.processId);
        tabs.post({ kind: 'settled', processId: command.processId, refusal: command.refusal });
      },
      onDiscarded: (command) => {
        doubts.settled();
        store.lift(command.processId);
        tabs.post({ kind: 'discarded', processId: command.processId });
      },
      onChange: () => {
        waiting.set(queue.all());
        doubts.rest();
      },
    },
  );

  const tabs = joinTabs(
    `kontor/${account.name}/${account.user}`,
    (message) => {
      if (message.kind === 'added') queue.adopt(message.command);
      else if (message.kind === 'settled') queue.settle(message.processId, message.refusal);
      else void queue.discard(message.processId);
    },
    () => queue.lead(true),
  );
  const stopWaking = env.onWake(() => {
    setConnection({ online: env.online() });
    if (!env.online()) return;
    queue.wake();
    ask.cache.revive();
  });

  const gather = createGather<KontorEvent>(later, (events) => store.tx(() => events.forEach(receive)));

  function receive(event: KontorEvent): void {
    const { keys, processIds } = event.payload;
    const isMine = isOwn(event, own);
    if (event.type === activityEvents.activityChanged.type) {
      const parsed = v.safeParse(activityEvents.activityChanged.payload, event.payload);
      const changes = parsed.success ? (parsed.output.changes ?? []) : [];
      store.report(
        changes.map(({ entryId, moduleName, ...change }) => ({
          key: itemKey({ module: moduleName, entryId }),
          ...change,
        })),
        isMine ? processIds[0] : undefined,
      );
    } else if (event.type === activityEvents.activityRemoved.type) {
      const ids = event.payload.aggregateIds.map(parseAggregateId).filter((id) => id !== undefined);
      store.remove(ids.map(itemKey));
      void given.cache.get()?.forget(ids.map(itemKey));
    } else if (event.type === accountEvents.sessionChanged.type) void loadSession();
    if (!isMine) ask.touch(keys);
    for (const listener of eventListeners) listener(event);
  }

  async function loadSession(): Promise<void> {
    const [who, how, channel] = await Promise.all([
      ask.run(accountQueries.user, {}),
      ask.run(accountQueries.configuration, {}),
      import('./realtime.ts'),
    ]);
    if (closed) return;
    user.set(who);
    configuration.set(how);
    realtime ??= new channel.Realtime(env, transport, who.id, {
      onEvent: gather.add,
      onLive: (again) => {
        queue.wake();
        if (again) ask.cache.invalidate();
      },
      onState: (state) => setConnection({ realtime: state }),
      onUnusable: given.onSignedOut,
    });
  }

  /** Loads who is signed in, for as long as it takes. */
  async function start(): Promise<void> {
    void queue.load();
    const isOver = (): boolean => closed;
    for (let delay = 1000; !isOver(); delay = Math.min(delay * 2, 30_000)) {
      try {
        return await loadSession();
      } catch {
        await env.sleep(delay);
      }
    }
  }
  void start();

  /**
   * Gives a command to the queue. The patches are seen at once, everywhere; the promise ends when the command is stored.
   * Answers its process id.
   */
  async function tell<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
    about: { readonly patches: Patches; readonly keys?: readonly string[] },
  ): Promise<string> {
    const processId = env.newId();
    const keys = about.keys ?? about.patches.map(([key]) => key);
    const storing = queue.add({ processId, name: definition.name, params, keys, patches: about.patches });
    unstored.add(storing);
    const command = await storing.finally(() => unstored.delete(storing));
    tabs.post({ kind: 'added', command });
    return processId;
  }

  /** Sends a command now and answers what the server says; nothing is kept. For forms, whose faults belong beside their fields. */
  async function tellNow<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
  ): Promise<v.InferOutput<R>> {
    return transport.command(definition, params, env.newId());
  }

  const watch =
    <F>(set: Set<F>) =>
    (listener: F): (() => void) => {
      set.add(listener);
      return () => set.delete(listener);
    };

  return {
    account,
    env,
    transport,
    store,
    lists,
    ask,
    doubts,
    queue,
    cache: given.cache,
    tell,
    tellNow,
    user,
    configuration,
    connection,
    waiting,
    onApplied: watch(appliedListeners),
    onEvent: watch(eventListeners),
    /** What has to be stored before the page may be left; answers how to stop. */
    onLeaving: watch(leaving),
    /** Stores all that has to be stored before the page may be left. */
    async beforeLeaving(): Promise<void> {
      const all = Promise.allSettled([
        ...unstored,
        ...[...leaving].map((store) => store()),
        given.cache.get()?.flush(),
      ]);
      await Promise.race([all, env.sleep(LONGEST_LEAVING_MS)]);
    },
    /** Opens the real-time channel again after the server had refused it. */
    retryRealtime(): void {
      realtime?.close();
      realtime = undefined;
      void loadSession().catch(() => undefined);
    },
    close(): void {
      closed = true;
      gather.close();
      stopCache();
      realtime?.close();
      stopWaking();
      queue.close();
      tabs.close();
      lists.close();
      doubts.close();
      ask.close();
    },
  };
}
