import type { QueueStorage, QueuedCommand } from '../core/command.ts';

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
