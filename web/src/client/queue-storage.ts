import type { QueueStorage, QueuedCommand } from './core/command.ts';
import { inOrder } from './core/command.ts';
import type { VaultStore } from './vault.ts';

/** A command as this version or an earlier one of the client has kept it. */
type Kept = Partial<QueuedCommand> & Pick<QueuedCommand, 'processId' | 'name'>;

/** What the keys of an account's queue begin with in the vault. */
export const queuePrefix = (account: string): string => `queue/${account}/`;

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'processId' in value && 'name' in value;

/** What an earlier version did not write. */
function upgraded(kept: Kept, order: number): QueuedCommand {
  return {
    params: {},
    keys: [],
    patches: [],
    createdAt: 0,
    state: 'queued',
    revision: 0,
    attempts: 0,
    ...kept,
    kept: 'stored',
    order,
  };
}

/** The queue of the account of that key in the vault of this device. */
export function createQueueStorage(vault: VaultStore, account: string): QueueStorage {
  const prefix = queuePrefix(account);
  const counter = `queue-order/${account}`;
  return {
    async load() {
      const entries = (await vault.numbered(prefix)).flatMap(({ value, order }) =>
        isKept(value) ? [{ value, order }] : [],
      );
      // Earlier versions numbered their commands a page at a time: they come first, by time.
      const early = entries
        .filter(({ order }) => order === undefined)
        .map(({ value }) => value)
        .sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0) || (a.order ?? 0) - (b.order ?? 0));
      return [
        ...early.map((value, index) => upgraded(value, index - early.length)),
        ...entries.flatMap(({ value, order }) => (order === undefined ? [] : [upgraded(value, order)])),
      ].sort(inOrder);
    },
    add: (commands) =>
      vault.append(
        counter,
        commands.map((command) => [prefix + command.processId, command] as const),
      ),
    update: (command) => vault.replace(prefix + command.processId, command),
    async remove(processIds) {
      await Promise.all(processIds.map((processId) => vault.remove(prefix + processId)));
    },
  };
}
