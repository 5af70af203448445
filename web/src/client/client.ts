import { accountEvents, sessionQueries, type User } from '@kontor/contract/account';
import type { CommandDefinition, KontorEvent, ResultOf, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import type { Account } from './accounts.ts';
import { createAsk } from './ask.ts';
import { createApplied } from './applied.ts';
import type { Cache } from './cache-port.ts';
import { createConnection } from './connection.ts';
import type { QueuedCommand } from './core/command.ts';
import { createReplica } from './core/replica.ts';
import { entryIn } from './entry-rows.ts';
import { laterIn, type Environment } from './environment.ts';
import { asFailure, Failure } from './failure.ts';
import { createGather } from './gather.ts';
import { listQueryKey } from './list-key.ts';
import { Matches } from './matches.ts';
import type { Patches } from './core/overlay.ts';
import type { Drafts } from './drafts.ts';
import { lazyUploads } from './lazy-uploads.ts';
import { createQueueStorage } from './queue-storage.ts';
import { askingFor, createProofs } from './proofs.ts';
import type { Realtime } from './realtime.ts';
import { joinTabs, openChannel } from './tabs.ts';
import { createTransport, type Credentials, type TransportEvents } from './transport.ts';
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
  readonly known?: { readonly user: User; readonly configuration: Configuration } | undefined;
  /** All commands by name; loaded when the first one is sent. */
  readonly commands: () => Promise<ReadonlyMap<string, CommandDefinition>>;
  /** True once the account was removed from this device, by whichever page. */
  readonly isRemoved: () => boolean;
  readonly onSignedOut: () => void;
  readonly onVersionMismatch: () => void;
  readonly onRenewedToken: (token: string) => void;
}

export type Configuration = ResultOf<typeof sessionQueries.configuration>;

export type Client = ReturnType<typeof createClient>;

/** Items of a command whose titles are kept with it. */
const MAX_TITLES = 3;

/** How long a part of the app that cannot be loaded is left alone. */
const LOAD_AGAIN_MS = 10_000;

/** A device that does not answer must not hold the page for ever, in milliseconds. */
const MAX_LEAVING_MS = 5000;

/** Everything that one signed-in person's page needs, until `close`. */
export function createClient(given: ClientOptions) {
  const { env, vault, account, key: accountKey } = given;
  const { connection, setConnection } = createConnection(env);
  const proofs = createProofs();
  const user = createValue(given.known?.user);
  const configuration = createValue(given.known?.configuration);
  /** True while any request is on its way. */
  const loading = createValue(false);
  /** True while the device will not keep what is being written. */
  const draftTrouble = createValue(false);
  const waiting = createValue<readonly QueuedCommand[]>([]);
  const applied = createApplied();
  const eventListeners = new Set<(event: KontorEvent) => void>();
  const leaving = new Set<() => Promise<unknown>>();
  let realtime: Realtime | undefined;
  let starting: Promise<void> | undefined;
  let nap = new AbortController();
  /** How often it has become doubtful whose session this is. */
  let suspicions = 0;
  let openDrafts: Promise<Drafts> | undefined;
  let closed = false;

  const events: TransportEvents = {
    onSignedOut: endSession,
    onOtherSession: () => confirmPerson(),
    onVersionMismatch: given.onVersionMismatch,
    onRenewedToken: given.onRenewedToken,
    onFlight: (isAny) => loading.get() === isAny || loading.set(isAny),
    onReached: (online) => setConnection({ online }),
    onBusy: (busy) => setConnection({ busySince: busy ? (connection.get().busySince ?? env.now()) : undefined }),
  };
  const transport = askingFor(proofs, createTransport(env, given.credentials, events));
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

  async function send(command: QueuedCommand): Promise<unknown> {
    const commands = await given.commands().catch((error: unknown) => {
      throw new Failure('offline', String(error));
    });
    const definition = commands.get(command.name);
    if (definition === undefined) throw new Failure('unsupported', `unknown command ${command.name}`);
    try {
      return await transport.command(definition, command.params, command.processId, { once: true });
    } catch (error) {
      if (asFailure(error).code === 'CSRF_TOKEN_INVALID') confirmPerson();
      throw error;
    }
  }

  const replica = createReplica(
    {
      storage: createQueueStorage(vault, accountKey),
      now: env.now,
      random: env.random,
      online: env.online,
      isReady: ({ needs = [] }) => files.areEnded(needs),
      later,
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
      onRemoved: (keys) => void given.cache.get()?.forget(keys),
    },
  );
  const { store, lists, staleLists, queue } = replica;
  const watchCache = (): void => given.cache.get()?.watch(store, lists);
  const stopCache = given.cache.subscribe(watchCache);
  watchCache();
  const tabs = joinTabs(
    accountKey,
    (message) => queue.hear(message),
    () => void queue.lead(true),
  );
  // What could not be stored while the device did not answer is stored now, and what it had is read.
  const stopVault = vault.silent.subscribe(() => {
    if (vault.silent.get()) return;
    queue.wake();
    void queue.refresh();
    void openDrafts?.then((drafts) => drafts.flush());
  });
  const stopWaking = env.onWake(() => {
    setConnection({ online: env.online() });
    if (!env.online()) return;
    nap.abort();
    queue.wake();
    // Whatever was said while this page slept stands in the storage.
    void queue.refresh();
    ask.cache.revive();
  });

  const gather = createGather<KontorEvent>(later, (events) => store.tx(() => events.forEach(receive)));

  function receive(event: KontorEvent): void {
    replica.receive(event);
    if (event.type === accountEvents.sessionChanged.type) void loadSession().catch(() => undefined);
    for (const listener of eventListeners) listener(event);
  }

  function endSession(): void {
    if (closed) return;
    queue.hold(true);
    given.onSignedOut();
  }

  /** Nothing is sent until the server has said whose session it is: another page may have signed in as somebody else. */
  function confirmPerson(): void {
    suspicions += 1;
    queue.hold(true);
    starting ??= start().finally(() => {
      starting = undefined;
    });
  }

  async function loadSession(): Promise<void> {
    const suspected = suspicions;
    // Loaded meanwhile; whether it can be is none of the session's business.
    void import('./realtime.ts').catch(() => undefined);
    const [who, how] = await Promise.all([ask.run(sessionQueries.user, {}), ask.run(sessionQueries.configuration, {})]);
    if (closed) return;
    // With the answers, or before them, another session has shown itself: these may have been given in the one before.
    if (suspected !== suspicions) return loadSession();
    if (who.userName.toLowerCase() !== account.user.toLowerCase()) return endSession();
    user.set(who);
    configuration.set(how);
    queue.hold(false);
    void openRealtime(who.id);
  }

  async function openRealtime(userId: number): Promise<void> {
    if (realtime !== undefined) return;
    try {
      const { Realtime } = await import('./realtime.ts');
      if (closed) return;
      realtime ??= new Realtime(env, transport, userId, {
        onEvent: gather.add,
        onLive: () => {
          queue.wake();
          ask.cache.invalidate();
        },
        onState: (state) => setConnection({ realtime: state }),
        onUnusable: endSession,
      });
    } catch {
      setConnection({ realtime: 'down' });
      later(LOAD_AGAIN_MS, () => closed || void openRealtime(userId));
    }
  }

  /** Loads who is signed in, for as long as it takes. */
  async function start(): Promise<void> {
    const isOver = (): boolean => closed;
    for (let delay = 1000; !isOver(); delay = Math.min(delay * 2, 30_000)) {
      try {
        return await loadSession();
      } catch {
        nap = new AbortController();
        await env.sleep(delay, nap.signal);
      }
    }
  }
  void queue.refresh();
  confirmPerson();

  /**
   * Gives a command to the queue. The patches are seen at once, everywhere; the promise ends when the command is stored.
   * Returns its process id. `titles`: what the person calls what it is about, where no item says so; `processId`: that of one whose answer
   * never came, so that it is carried out once.
   */
  async function tell<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
    about: {
      readonly patches: Patches;
      readonly keys?: readonly string[];
      readonly needs?: readonly string[];
      readonly titles?: readonly string[];
      readonly processId?: string;
    },
  ): Promise<string> {
    if (definition.proof) throw new Error(`${definition.name} waits for nobody`);
    const processId = about.processId ?? env.newId();
    const keys = about.keys ?? about.patches.map(([key]) => key);
    const titles = about.titles ?? keys.slice(0, MAX_TITLES).flatMap((key) => store.get(key)?.information ?? []);
    await queue.add({
      processId,
      name: definition.name,
      params,
      keys,
      patches: about.patches,
      titles,
      needs: about.needs ?? [],
    });
    return processId;
  }

  /** Sends a command now and answers what the server says; nothing is kept. For forms, whose faults belong beside their fields. */
  async function tellNow<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
  ): Promise<v.InferOutput<R>> {
    return transport.command(definition, params, env.newId());
  }

  async function loadDrafts(): Promise<Drafts> {
    const { createDrafts } = await import('./drafts.ts');
    return createDrafts({
      vault,
      account: accountKey,
      now: env.now,
      later,
      onHide: env.onHide,
      channel: (onMessage) => openChannel(`kontor-drafts/${accountKey}`, onMessage),
      onTrouble: (isInTrouble) => draftTrouble.set(isInTrouble),
      isRemoved: given.isRemoved,
    });
  }

  /** The texts of this person's editors; loaded when the first editor opens. What is written meanwhile is kept as soon as they are. */
  function drafts(): Promise<Drafts> {
    openDrafts ??= (async () => {
      for (;;) {
        const loaded = await loadDrafts().catch(() => undefined);
        draftTrouble.set(loaded === undefined);
        if (loaded !== undefined) return loaded;
        await env.sleep(LOAD_AGAIN_MS);
      }
    })();
    return openDrafts;
  }

  const files = lazyUploads({
    vault,
    account: accountKey,
    later,
    env,
    send: transport.upload,
    wake: () => queue.wake(),
  });

  const watch =
    <F>(set: Set<F>) =>
    (listener: F): (() => void) => {
      set.add(listener);
      return () => set.delete(listener);
    };

  return {
    account,
    key: accountKey,
    env,
    transport,
    store,
    lists,
    matches: new Matches(),
    ask,
    staleLists,
    queue,
    cache: given.cache,
    tell,
    tellNow,
    drafts,
    uploads: files.open,
    draftTrouble,
    /** True while the device's storage has not answered for longer than it should. */
    silent: vault.silent,
    user,
    configuration,
    connection,
    /** Whether the person is to prove who they are. */
    proofs,
    loading,
    waiting,
    onApplied: applied.listen,
    followApplied: applied.follow,
    onEvent: watch(eventListeners),
    /** What has to be stored before the page may be left; returns how to stop. */
    onLeaving: watch(leaving),
    /** Stores all that has to be stored before the page may be left. */
    async beforeLeaving(): Promise<void> {
      const all = Promise.allSettled([
        queue.settled(),
        openDrafts?.then((open) => open.flush()),
        ...[...leaving].map((store) => store()),
        given.cache.get()?.flush(),
      ]);
      await Promise.race([all, env.sleep(MAX_LEAVING_MS)]);
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
      nap.abort();
      proofs.close();
      stopVault();
      stopCache();
      realtime?.close();
      stopWaking();
      replica.close();
      void openDrafts?.then((open) => open.close());
      files.close();
      tabs.close();
      ask.close();
    },
  };
}
