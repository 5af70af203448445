import { accountEvents } from '@kontor/contract/account';
import { activityEvents } from '@kontor/contract/activity';
import { itemKey, parseAggregateId, type KontorEvent } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { QueueStorage, QueuedCommand } from './command.ts';
import { createStaleLists, type StaleListsDeps } from './stale-lists.ts';
import { EntityStore } from './entity-store.ts';
import { ListStore } from './list-store.ts';
import type { Patches } from './overlay.ts';
import { CommandQueue } from './queue.ts';
import type { QueueEvents, QueueMessage, QueueDeps } from './queue-events.ts';
import type { SenderDeps } from './sender.ts';

export interface ReplicaDeps extends SenderDeps {
  readonly storage: QueueStorage;
  readonly post: (message: QueueMessage) => void;
  /** Asks for a list anew, where it is shown; else it counts as out of date. */
  readonly reload: (id: string) => void;
  /** Asks anew for all that was read from these keys. */
  readonly touch: (keys: readonly string[]) => void;
  /** Asks for everything anew. */
  readonly reloadAll: () => void;
}

export interface ReplicaEvents {
  readonly onApplied: (command: QueuedCommand, answer: unknown) => void;
  readonly onChange: () => void;
  /** Items that the person may not see any more. */
  readonly onRemoved?: (keys: readonly string[]) => void;
}

/** What a replica is made of. A simulation puts broken ones in place of these, to see that it notices. */
export interface ReplicaParts {
  readonly store: () => EntityStore;
  readonly lists: (store: EntityStore) => ListStore;
  readonly staleLists: (deps: StaleListsDeps) => ReturnType<typeof createStaleLists>;
  readonly queue: (deps: QueueDeps, events: QueueEvents) => CommandQueue;
}

const PARTS: ReplicaParts = {
  store: () => new EntityStore(),
  lists: (store) => new ListStore(store),
  staleLists: createStaleLists,
  queue: (deps, events) => new CommandQueue(deps, events),
};

/** Process ids that are remembered to recognise this person's own events on this device. */
const REMEMBERED = 2000;

export type Replica = ReturnType<typeof createReplica>;

/** One page's view of what the server has: its copies, with the person's commands that wait laid over them. */
export function createReplica(deps: ReplicaDeps, events: ReplicaEvents, parts: ReplicaParts = PARTS) {
  const own = new Set<string>();
  const store = parts.store();
  const lists = parts.lists(store);
  const staleLists = parts.staleLists({
    isBusy: () => !queue.isResting(),
    reload: deps.reload,
    later: deps.later,
  });
  const remember = (processId: string): void => {
    own.add(processId);
    if (own.size > REMEMBERED) for (const oldest of [...own].slice(0, REMEMBERED / 2)) own.delete(oldest);
  };

  const queue = parts.queue(deps, {
    onAdded: (command) => {
      remember(command.processId);
      store.applyOptimistic(command.processId, command.patches, command.order);
    },
    onReordered: (command) => store.reorder(command.processId, command.order),
    onApplied: (command, answer) => {
      staleLists.settled();
      store.fold(command.processId);
      for (const [key, patch] of command.patches) {
        // Where several changes of one item are under way, answers and events may pass each other in more ways than can be told apart.
        const ids = store.isPending(key) ? lists.loaded() : lists.unsureAbout(key, patch);
        for (const id of ids) staleLists.raise(id);
      }
      // The event of it reloads nothing, as it is this person's own.
      if (command.moves) for (const id of lists.holding(new Set(command.keys))) staleLists.raise(id);
      events.onApplied(command, answer);
    },
    onRefused: (command) => {
      staleLists.settled();
      store.lift(command.processId);
    },
    onDiscarded: (command) => {
      // Should it take effect all the same, that is news: nothing here has shown it since.
      own.delete(command.processId);
      staleLists.settled();
      store.lift(command.processId);
    },
    onLost: (command) => {
      // Its events are news now, like anybody else's.
      own.delete(command.processId);
      staleLists.settled();
      store.lift(command.processId);
      deps.reloadAll();
    },
    onChange: () => {
      events.onChange();
      staleLists.rest();
    },
  });

  /** True where an event was caused by commands of this person on this device alone. */
  const isOwn = (event: KontorEvent): boolean =>
    event.payload.processIds.length > 0 && event.payload.processIds.every((id) => own.has(id));

  return {
    store,
    lists,
    staleLists,
    queue,
    /** Takes an event of the server. */
    receive(event: KontorEvent): void {
      const { keys, processIds } = event.payload;
      const isMine = isOwn(event);
      if (event.type === activityEvents.activityChanged.type) {
        const parsed = v.safeParse(activityEvents.activityChanged.payload, event.payload);
        const changes = (parsed.success ? (parsed.output.changes ?? []) : []).map(
          ({ entryId, moduleName, ...part }) => ({ key: itemKey({ module: moduleName, entryId }), ...part }),
        );
        // The event of a command of one's own reloads nothing; it may say of an item, too, what was missed while the page slept.
        const before = isMine ? changes.flatMap(({ key }) => store.onServer(key) ?? []) : [];
        store.report(changes, isMine ? processIds[0] : undefined);
        for (const row of before) for (const id of lists.unsureSince(row)) staleLists.raise(id);
      } else if (event.type === activityEvents.activityRemoved.type) {
        const ids = event.payload.aggregateIds.map(parseAggregateId).filter((id) => id !== undefined);
        store.remove(ids.map(itemKey));
        events.onRemoved?.(ids.map(itemKey));
      }
      // What the person may see is another now, and nothing says of which items.
      if (event.type === accountEvents.sessionChanged.type && keys.includes('session')) deps.reloadAll();
      else if (!isMine) deps.touch(keys);
    },
    /** Gives a command to the queue: seen at once, and stored when the promise ends. */
    enqueue: (given: {
      processId: string;
      name: string;
      params: unknown;
      keys: readonly string[];
      patches: Patches;
      titles?: readonly string[];
      asksAfterMs?: number;
      moves?: boolean;
    }) => queue.add(given),
    close(): void {
      queue.close();
      lists.close();
      staleLists.close();
    },
  };
}
