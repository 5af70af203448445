import { accountEvents } from '@kontor/contract/account';
import type { CommandDefinition, KontorEvent } from '@kontor/contract/kernel';
import type { Account } from './accounts.ts';
import { createApplied } from './applied.ts';
import { createAsk, type Ask } from './ask.ts';
import type { Cache } from './cache-port.ts';
import { createConnection } from './connection.ts';
import type { QueuedCommand } from './core/command.ts';
import { createReplica, type Replica } from './core/replica.ts';
import { entryIn } from './entry-rows.ts';
import { laterIn, type Environment } from './environment.ts';
import { asFailure, Failure } from './failure.ts';
import { lazyDrafts } from './lazy-drafts.ts';
import { lazyRealtime } from './lazy-realtime.ts';
import { lazyUploads } from './lazy-uploads.ts';
import { listQueryKey } from './list-key.ts';
import { Matches } from './matches.ts';
import { createPerson, type KnownPerson } from './person.ts';
import { askingFor, createProofs } from './proofs.ts';
import { createQueueStorage } from './queue-storage.ts';
import type { Credentials, TransportEvents } from './requests.ts';
import { joinTabs } from './tabs.ts';
import { createCommandSender } from './command-sender.ts';
import { createTransport, type Transport } from './transport.ts';
import { createValue, type Value } from './value.ts';
import type { DeviceVault } from './vault.ts';

export interface ClientOptions {
  readonly env: Environment;
  readonly vault: DeviceVault;
  readonly account: Account;
  /** Key of the account on this device. */
  readonly key: string;
  readonly credentials: Credentials;
  /** The device's cache, for as long as there is one. */
  readonly cache: Value<Cache | undefined>;
  /** Who was signed in when this device was used last, so that the page need not wait to be told. */
  readonly known?: KnownPerson | undefined;
  /** All commands by name; loaded when the first one is sent. */
  readonly commands: () => Promise<ReadonlyMap<string, CommandDefinition>>;
  /** True once the account was removed from this device, by whichever page. */
  readonly isRemoved: () => boolean;
  readonly onSignedOut: () => void;
  readonly onVersionMismatch: () => void;
  readonly onRenewedToken: (token: string) => void;
}

export type Client = ReturnType<typeof createClient>;

/** A device that does not answer must not hold the page for ever, in milliseconds. */
const MAX_LEAVING_MS = 5000;

/** Everything that one signed-in person's page needs, until `close`. */
export function createClient(given: ClientOptions) {
  const { env, vault, account, key, cache } = given;
  const { connection, setConnection, transport, proofs, loading } = connect(given, {
    onSignedOut: () => person.endSession(),
    onOtherSession: () => person.confirm(),
  });
  const ask = openAsk(given, transport, () => store);
  const { replica, waiting, applied, tabs } = openReplica(given, {
    ask,
    transport,
    areEnded: (uploads) => files.areEnded(uploads),
    onOtherSession: () => person.confirm(),
  });
  const { store, lists, staleLists, queue } = replica;
  const uploads = { vault, account: key, later: laterIn(env), env, send: transport.upload };
  const files = lazyUploads({ ...uploads, wake: () => queue.wake() });
  const drafts = lazyDrafts({ env, vault, account: key, isRemoved: given.isRemoved });

  const events = createEvents(replica, () => person.reload());
  const realtime = lazyRealtime({
    env,
    transport,
    events: {
      onEvents: events.receive,
      onMissed: ask.touch,
      onLive: () => {
        queue.wake();
        ask.cache.invalidate();
      },
      onState: (state) => setConnection({ realtime: state }),
      onUnseen: (isUnseen) => setConnection({ isUnseen }),
      onUnusable: () => person.endSession(),
    },
  });
  const person = createPerson({
    env,
    account,
    known: given.known,
    ask,
    hold: (isHeld) => queue.hold(isHeld),
    onIdentityRequest: realtime.prepare,
    onConfirmed: (userId) => void realtime.open(userId),
    onSignedOut: given.onSignedOut,
  });
  const stopFollowing = followDevice(given, {
    replica,
    onVault: drafts.flush,
    onWake: (online) => setConnection({ online }),
    onOnline: () => {
      person.hurry();
      queue.wake();
      // Whatever was said while this page slept stands in the storage.
      void queue.refresh();
      ask.cache.revive();
    },
  });
  void queue.refresh();
  person.confirm();

  return {
    account,
    key,
    env,
    transport,
    store,
    lists,
    matches: new Matches(),
    ask,
    staleLists,
    queue,
    cache,
    ...createCommandSender({ queue, store, transport, newId: env.newId }),
    drafts: drafts.open,
    uploads: files.open,
    draftTrouble: drafts.trouble,
    /** True while the device's storage has not answered for longer than it should. */
    silent: vault.silent,
    user: person.user,
    configuration: person.configuration,
    connection,
    /** Whether the person is to prove who they are. */
    proofs,
    loading,
    waiting,
    onApplied: applied.listen,
    followApplied: applied.follow,
    onEvent: events.listen,
    follow: realtime.follow,
    ...createLeaving(env, (others) =>
      Promise.allSettled([queue.settled(), drafts.flush(), ...others(), cache.get()?.flush()]),
    ),
    /** Opens the real-time channel again after the server had refused it. */
    retryRealtime(): void {
      realtime.drop();
      person.reload();
    },
    close(): void {
      person.close();
      proofs.close();
      stopFollowing();
      realtime.close();
      replica.close();
      drafts.close();
      files.close();
      tabs.close();
      ask.close();
    },
  };
}

/** The way to the server, and what the person should know about it. */
function connect(given: ClientOptions, events: Pick<TransportEvents, 'onSignedOut' | 'onOtherSession'>) {
  const { env } = given;
  const { connection, setConnection } = createConnection(env);
  const proofs = createProofs();
  /** True while any request is on its way. */
  const loading = createValue(false);
  const transport = createTransport(env, given.credentials, {
    ...events,
    onVersionMismatch: given.onVersionMismatch,
    onRenewedToken: given.onRenewedToken,
    onFlight: (isAny) => loading.get() === isAny || loading.set(isAny),
    onReached: (online) => setConnection({ online }),
    onBusy: (busy) => setConnection({ busySince: busy ? (connection.get().busySince ?? env.now()) : undefined }),
  });
  return { connection, setConnection, transport: askingFor(proofs, transport), proofs, loading };
}

/** What asks queries. The details of an item bring its list entry, for where no list was loaded. */
function openAsk({ env, cache }: ClientOptions, transport: Transport, store: () => Replica['store']): Ask {
  return createAsk(
    transport,
    { now: env.now, later: laterIn(env) },
    {
      mark: () => store().tick(),
      onAnswer: (results, sentAt) => {
        const entry = entryIn(results);
        if (entry !== undefined) store().put([entry], sentAt);
      },
    },
    cache.get,
  );
}

interface ReplicaOptions {
  readonly ask: Ask;
  readonly transport: Transport;
  /** Whether none of these uploads is still on its way. */
  readonly areEnded: (uploads: readonly string[]) => boolean;
  /** The session may be another person's. */
  readonly onOtherSession: () => void;
}

/** The page's view of what the server has, with the person's queue of commands, which all pages of the account share. */
function openReplica(given: ClientOptions, { ask, transport, areEnded, onOtherSession }: ReplicaOptions) {
  const { env, vault, key, cache } = given;
  const waiting = createValue<readonly QueuedCommand[]>([]);
  const applied = createApplied();

  async function send(command: QueuedCommand): Promise<unknown> {
    const commands = await given.commands().catch((error: unknown) => {
      throw new Failure('offline', String(error));
    });
    const definition = commands.get(command.name);
    if (definition === undefined) throw new Failure('unsupported', `unknown command ${command.name}`);
    try {
      return await transport.command(definition, command.params, command.processId, { once: true });
    } catch (error) {
      if (asFailure(error).code === 'CSRF_TOKEN_INVALID') onOtherSession();
      throw error;
    }
  }

  const replica = createReplica(
    {
      storage: createQueueStorage(vault, key),
      now: env.now,
      random: env.random,
      online: env.online,
      isReady: ({ needs = [] }) => areEnded(needs),
      later: laterIn(env),
      send,
      ask: async (processId) => (await transport.commandState(processId)) ?? { state: 'absent' },
      post: (message) => tabs.post(message),
      reload: (id) => {
        const wanted = listQueryKey({ id });
        ask.cache.invalidate((key) => key === wanted);
      },
      touch: ask.touch,
      reloadAll: () => ask.cache.invalidate(),
    },
    {
      onApplied: applied.note,
      onChange: () => waiting.set(queue.all()),
      onRemoved: (keys) => void cache.get()?.forget(keys),
    },
  );
  const { queue } = replica;
  const tabs = joinTabs(
    key,
    (message) => queue.hear(message),
    () => void queue.lead(true),
  );
  return { replica, waiting, applied, tabs };
}

/** Events of the server, those of a frame together: they are handed to the replica and to all who listen. */
function createEvents(replica: Replica, onSessionChanged: () => void) {
  const listeners = new Set<(event: KontorEvent) => void>();

  function receive(event: KontorEvent): void {
    replica.receive(event);
    if (event.type === accountEvents.sessionChanged.type) onSessionChanged();
    for (const listener of listeners) listener(event);
  }

  return {
    receive: (events: readonly KontorEvent[]): void => replica.store.tx(() => events.forEach(receive)),
    listen: watch(listeners),
  };
}

interface FollowingOptions {
  readonly replica: Replica;
  /** The storage of the device answers, or does again. */
  readonly onVault: () => unknown;
  /** It may be worth looking again. */
  readonly onWake: (online: boolean) => void;
  /** And there is a network. */
  readonly onOnline: () => void;
}

/** Goes on when the device has a cache, a storage that answers, or a network. Returns the function that stops it. */
function followDevice({ env, vault, cache }: ClientOptions, options: FollowingOptions): () => void {
  const { store, lists, queue } = options.replica;
  const watchCache = (): void => cache.get()?.watch(store, lists);
  const stopCache = cache.subscribe(watchCache);
  watchCache();
  // What could not be stored while the device did not answer is stored now, and what it had is read.
  const stopVault = vault.silent.subscribe(() => {
    if (vault.silent.get()) return;
    queue.wake();
    void queue.refresh();
    void options.onVault();
  });
  const stopWaking = env.onWake(() => {
    options.onWake(env.online());
    if (env.online()) options.onOnline();
  });
  return () => {
    stopVault();
    stopCache();
    stopWaking();
  };
}

/** What has to be stored before the page may be left. `all` stores it, with what `others` begins to store. */
function createLeaving(env: Environment, all: (others: () => readonly Promise<unknown>[]) => Promise<unknown>) {
  const leaving = new Set<() => Promise<unknown>>();
  return {
    /** What has to be stored before the page may be left; returns how to stop. */
    onLeaving: watch(leaving),
    /** Stores all that has to be stored before the page may be left. */
    async beforeLeaving(): Promise<void> {
      const stored = all(() => [...leaving].map((store) => store()));
      await Promise.race([stored, env.sleep(MAX_LEAVING_MS)]);
    },
  };
}

const watch =
  <F>(set: Set<F>) =>
  (listener: F): (() => void) => {
    set.add(listener);
    return () => set.delete(listener);
  };
