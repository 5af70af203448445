import type { QueueStorage, QueuedCommand } from '../core/command.ts';
import { CommandQueue } from '../core/queue.ts';
import type { Known } from '../core/sender.ts';
import { Failure } from '../failure.ts';

/** A storage of a queue that forgets everything with the test. `kept` holds what is in it. */
export function memoryStorage(kept = new Map<string, QueuedCommand>()): QueueStorage & {
  readonly kept: Map<string, QueuedCommand>;
} {
  let last = Math.max(0, ...[...kept.values()].map(({ order }) => order));
  return {
    kept,
    load: async () => [...kept.values()],
    add: async (commands) =>
      commands.map((command) => {
        last += 1;
        kept.set(command.processId, { ...command, order: last, kept: 'stored' });
        return last;
      }),
    update: async (command) => {
      const known = kept.get(command.processId);
      if (known !== undefined) kept.set(command.processId, { ...command, order: known.order, kept: 'stored' });
      return known !== undefined;
    },
    remove: async (processIds) => {
      for (const processId of processIds) kept.delete(processId);
    },
  };
}

/** No answer came. */
export const offline = (): Failure => new Failure('offline', 'no answer');
/** The server has refused. */
export const problem = (status: number, code = 'SOME_CODE'): Failure =>
  new Failure('problem', 'no', { status, problem: { type: 'about:blank', title: 'no', status, code } });
/** Lets happen what can happen at once. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** A command as an earlier page has left it. */
export const left = (processId: string, part: Partial<QueuedCommand> = {}): QueuedCommand => ({
  processId,
  name: 'activity.archive',
  params: {},
  keys: ['email:1'],
  patches: [],
  createdAt: 0,
  order: 1,
  kept: 'stored',
  state: 'queued',
  revision: 0,
  attempts: 0,
  ...part,
});

/** Pages of one person; they hear each other at once. */
export function openPages(stored: readonly QueuedCommand[] = [], pages = 1) {
  const storage = memoryStorage(new Map(stored.map((command) => [command.processId, command])));
  const sent: string[] = [];
  const inquiries: string[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const answers = new Map<string, () => Promise<unknown>>();
  const known = new Map<string, Known>();
  const deps = { now: 1000, online: true, full: false, deaf: false };
  const all = Array.from({ length: pages }, () => {
    const log: string[] = [];
    const queue: CommandQueue = new CommandQueue(
      {
        storage: {
          ...storage,
          add: (commands) => (deps.full ? Promise.reject(new Error('full')) : storage.add(commands)),
          remove: (processIds) => (deps.full ? Promise.reject(new Error('full')) : storage.remove(processIds)),
        },
        now: () => deps.now,
        random: () => 0.5,
        online: () => deps.online,
        send: async (command) => {
          sent.push(command.processId);
          return answers.get(command.processId)?.();
        },
        ask: async (processId) => {
          inquiries.push(processId);
          return known.get(processId) ?? { state: 'absent' };
        },
        later: (ms, then) => {
          const timer = { ms, run: then };
          timers.push(timer);
          return () => void timers.splice(timers.indexOf(timer), 1);
        },
        post: (message) => {
          for (const other of all) if (other.queue !== queue && !deps.deaf) other.queue.hear(structuredClone(message));
        },
      },
      {
        onAdded: (command) => log.push(`added ${command.processId}`),
        onReordered: () => undefined,
        onApplied: (command) => log.push(`applied ${command.processId}`),
        onRefused: (command) => log.push(`refused ${command.processId}`),
        onDiscarded: (command) => log.push(`discarded ${command.processId}`),
        onLost: (command) => log.push(`lost ${command.processId}`),
        onChange: () => undefined,
      },
    );
    const add = (processId: string, keys: readonly string[] = ['email:1']) =>
      queue.add({
        processId,
        name: 'activity.archive',
        params: {},
        keys,
        patches: keys.map((key) => [key, { archived: true }] as const),
      });
    return { queue, add, log };
  });
  const [first] = all;
  if (first === undefined) throw new Error('no page');
  const states = () => first.queue.all().map(({ processId, state }) => `${processId} ${state}`);
  return { ...first, all, sent, inquiries, timers, answers, known, deps, kept: storage.kept, states };
}
