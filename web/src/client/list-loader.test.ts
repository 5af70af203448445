import { activityQueries, type EntryRow } from '@kontor/contract/activity';
import { describe, expect, test } from 'vitest';
import { createAsk } from './ask.ts';
import { CommandQueue } from './core/queue.ts';
import { createStaleLists } from './core/stale-lists.ts';
import { EntityStore, rowKey } from './core/entity-store.ts';
import { Failure } from './failure.ts';
import { listQueryKey } from './list-key.ts';
import { loadMore, loadRest, loadTop, type ListClient, type ListSource } from './list-loader.ts';
import { ListStore } from './core/list-store.ts';
import { memoryStorage } from './testing/queue.ts';
import { aRow } from './testing/rows.ts';

const isOpen = (row: EntryRow): boolean => row.status !== 3;
const source: ListSource = {
  id: 'inbox',
  definition: activityQueries.inboxItems,
  params: { statusRed: 'unseen', statusYellow: 'seen' },
  keep: isOpen,
};

/** A server with `count` open items. It reads a list when told (`read`), and answers when told (`answer`). */
function setUp(count: number) {
  const rows = new Map(Array.from({ length: count }, (_, index) => [`email:${index + 1}`, aRow(index + 1)]));
  const timers: (() => void)[] = [];
  const requests: { read: () => void; answer: () => void }[] = [];
  const commands = new Map<string, { apply: () => void; answer: () => void; refuse: () => void }>();
  const later = (_ms: number, then: () => void) => {
    timers.push(then);
    return () => void (timers.includes(then) && timers.splice(timers.indexOf(then), 1));
  };
  const transport = {
    query: (_definition: unknown, _params: unknown, { page = 1, limit = 100 }: { page?: number; limit?: number }) => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      let envelope: unknown;
      const read = (): void => {
        const open = [...rows.values()].filter(isOpen).sort((a, b) => b.entryId - a.entryId);
        const results = open.slice((page - 1) * limit, page * limit);
        envelope = { results, totalCount: open.length, keys: ['list:email'] };
      };
      requests.push({
        read,
        answer: () => {
          if (envelope === undefined) read();
          resolve(envelope);
        },
      });
      return promise;
    },
  } as unknown as ListClient['transport'];
  const store = new EntityStore();
  const lists = new ListStore(store);
  const ask = createAsk(transport as never, { now: () => 0, later });
  const queue: CommandQueue = new CommandQueue(
    {
      storage: memoryStorage(),
      online: () => true,
      ask: () => Promise.reject(new Error('not asked for')),
      post: () => undefined,
      now: () => 0,
      random: () => 0.5,
      later,
      send: (command) => {
        const { promise, resolve, reject } = Promise.withResolvers<unknown>();
        commands.set(command.processId, {
          apply: () => {
            for (const key of command.keys) {
              const row = rows.get(key);
              if (row) rows.set(key, { ...row, status: 3, aggregateVersion: row.aggregateVersion + 1 });
            }
          },
          answer: () => resolve({}),
          refuse: () =>
            reject(
              new Failure('problem', 'no', {
                status: 403,
                problem: { type: '', title: '', status: 403, code: 'RIGHT_MISSING' },
              }),
            ),
        });
        return promise;
      },
    },
    {
      onAdded: (command) => store.applyOptimistic(command.processId, command.patches, command.order),
      onReordered: (command) => store.reorder(command.processId, command.order),
      onLost: () => undefined,
      onApplied: (command) => {
        staleLists.settled();
        store.fold(command.processId);
      },
      onRefused: (command) => {
        staleLists.settled();
        store.lift(command.processId);
      },
      onDiscarded: (command) => {
        staleLists.settled();
        store.lift(command.processId);
      },
      onChange: () => staleLists.rest(),
    },
  );
  void queue.lead(true);
  const reload = (): void => ask.cache.invalidate((key) => key === listQueryKey(source));
  const staleLists = createStaleLists({ isBusy: () => !queue.isResting(), reload, later });
  const client: ListClient = { store, lists, ask, staleLists, transport };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  /** Time passes, and the server answers all that is asked meanwhile. */
  const come = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) {
      await settle();
      for (const run of timers.splice(0)) run();
      await settle();
      for (const request of requests.splice(0)) request.answer();
    }
  };
  const done = async (...keys: string[]): Promise<void> => {
    const patches = keys.map((key) => [key, { status: 3 as const }] as const);
    void queue.add({ processId: keys.join(), name: 'activity.setState', params: {}, keys, patches });
    await settle();
  };
  const watch = (): (() => void) =>
    ask.cache.watch(
      listQueryKey(source),
      (signal) => loadTop(client, source, signal),
      () => undefined,
    );
  const command = (id: string) => commands.get(id) ?? Promise.reject(new Error(`${id} was not sent`));
  const seen = () => {
    const { ids, total, complete } = lists.snapshot('inbox');
    return { loaded: ids.length, total, complete };
  };
  const truth = (): number => [...rows.values()].filter(isOpen).length;
  return { client, queue, rows, requests, commands, come, settle, done, watch, reload, command, seen, truth };
}

describe('a list that is answered while changes are under way tells the truth in the end', () => {
  /** Each is the order in which a command and a reload pass each other. */
  const orders: Record<string, readonly string[]> = {
    'read before it is applied, answered before the command': ['send', 'ask', 'read', 'list', 'apply', 'ack'],
    'read before it is applied, answered after the command': ['send', 'ask', 'read', 'apply', 'ack', 'list'],
    'read after it is applied, answered before the command': ['send', 'ask', 'apply', 'read', 'list', 'ack'],
    'read after it is applied, answered after the command': ['send', 'ask', 'apply', 'read', 'ack', 'list'],
    'asked before the change is made, read before it is applied': ['ask', 'read', 'send', 'apply', 'ack', 'list'],
    'asked before the change is made, read after it is applied': ['ask', 'send', 'apply', 'read', 'list', 'ack'],
    'asked after it is applied': ['send', 'apply', 'ask', 'read', 'ack', 'list'],
    'asked when it is answered': ['send', 'apply', 'ack', 'ask', 'read', 'list'],
  };
  test.each(Object.entries(orders))('%s', async (_name, order) => {
    const deps = setUp(260);
    deps.watch();
    await deps.come();
    expect(deps.seen()).toEqual({ loaded: 100, total: 260, complete: false });
    const keys = Array.from({ length: 120 }, (_, index) => `email:${260 - index}`);
    const id = keys.join();
    const steps: Record<string, () => unknown> = {
      send: () => deps.done(...keys),
      ask: () => deps.reload(),
      read: () => deps.requests[0]?.read(),
      list: () => deps.requests.shift()?.answer(),
      apply: async () => (await deps.command(id)).apply(),
      ack: async () => (await deps.command(id)).answer(),
    };
    for (const step of order) {
      await steps[step]?.();
      await deps.settle();
    }
    await deps.come();
    expect(deps.seen()).toEqual({ loaded: 100, total: 140, complete: false });
    expect(deps.truth()).toBe(140);
  });

  test('a burst of changes leads to one reload, after the last', async () => {
    const deps = setUp(60);
    deps.watch();
    await deps.come();
    for (let n = 60; n > 20; n -= 1) await deps.done(`email:${n}`);
    deps.reload();
    await deps.settle();
    deps.requests.shift()?.answer();
    let reloads = 0;
    for (let n = 60; n > 20; n -= 1) {
      const sent = await deps.command(`email:${n}`);
      sent.apply();
      sent.answer();
      await deps.settle();
      reloads += deps.requests.length;
    }
    expect(reloads).toBe(0);
    await deps.come();
    expect(deps.seen()).toEqual({ loaded: 20, total: 20, complete: true });
  });

  test('nothing is asked again where nothing was under way', async () => {
    const deps = setUp(30);
    deps.watch();
    await deps.come();
    await deps.done('email:30');
    const sent = await deps.command('email:30');
    sent.apply();
    sent.answer();
    await deps.settle();
    expect(deps.requests).toEqual([]);
    expect(deps.seen()).toEqual({ loaded: 29, total: 29, complete: true });
  });

  test('a refused change comes back, in the number too', async () => {
    const deps = setUp(30);
    deps.watch();
    await deps.come();
    await deps.done('email:30', 'email:3');
    deps.reload();
    await deps.settle();
    deps.requests.shift()?.answer();
    (await deps.command('email:30,email:3')).refuse();
    await deps.come();
    expect(deps.seen()).toEqual({ loaded: 30, total: 30, complete: true });
  });

  test('while changes wait, the total leaves out all that the person has moved, loaded again or not', async () => {
    const deps = setUp(260);
    deps.watch();
    await deps.come();
    await deps.done(...Array.from({ length: 100 }, (_, index) => `email:${260 - index}`));
    expect(deps.seen().total).toBe(160);
    deps.reload();
    await deps.settle();
    deps.requests.shift()?.answer();
    await deps.settle();
    expect(deps.seen().total).toBe(160);
  });
});

test('what has left between two pages is noticed by the total, and heals once', async () => {
  const deps = setUp(150);
  deps.watch();
  await deps.come();
  // Without an event: something has left the first page, so that one slips past the second.
  const gone = deps.rows.get('email:140') as EntryRow;
  deps.rows.set('email:140', { ...gone, status: 3, aggregateVersion: 2 });
  void loadMore(deps.client, source);
  await deps.come();
  expect(deps.seen()).toEqual({ loaded: 149, total: 149, complete: true });
  expect(deps.client.lists.snapshot('inbox').ids).toEqual(
    [...deps.rows.values()].filter(isOpen).map(rowKey).toReversed(),
  );
  expect(deps.requests).toEqual([]);
});

test('a list that the person may not see any more is shown empty', async () => {
  const { client, come, watch, seen } = setUp(3);
  watch();
  await come();
  expect(seen()).toEqual({ loaded: 3, total: 3, complete: true });
  const problem = { type: '', title: '', status: 403, code: 'RIGHT_MISSING' };
  const query = () => Promise.reject(new Failure('problem', 'no', { status: 403, problem }));
  await expect(loadTop({ ...client, transport: { query } }, source)).rejects.toThrow('no');
  expect(seen()).toEqual({ loaded: 0, total: 0, complete: true });
});

describe('what is missing of a list', () => {
  test('is loaded in pages of a thousand', async () => {
    const { client, requests, come, seen, watch } = setUp(2350);
    watch();
    await come();
    expect(seen()).toEqual({ loaded: 100, total: 2350, complete: false });
    const loaded = loadRest(client, source, new AbortController().signal);
    await come();
    await loaded;
    expect(requests).toHaveLength(0);
    expect(seen()).toEqual({ loaded: 2350, total: 2350, complete: true });
  });

  test('is loaded no further once that is called off, and what has come stays', async () => {
    const { client, requests, come, settle, seen, watch } = setUp(2350);
    watch();
    await come();
    const stop = new AbortController();
    const loaded = loadRest(client, source, stop.signal).catch((error: Failure) => error.kind);
    await settle();
    stop.abort();
    requests[0]?.answer();
    expect(await loaded).toBe('aborted');
    expect([requests.length, seen()]).toEqual([1, { loaded: 1000, total: 2350, complete: false }]);
  });
});
