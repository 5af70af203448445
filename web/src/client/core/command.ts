import type { Patches } from './overlay.ts';

/**
 * Where a command is on its way. `unknown`: sent, and the answer never came; `refused`: by the server, or held back for the person
 * to decide; `done`: kept only to be listed.
 */
export type CommandState = 'queued' | 'sending' | 'unknown' | 'refused' | 'done';

/** Why a command was not carried out. Codes are the server's, or one of `OWN_REFUSALS`. */
export interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  /** What the server says beside it, such as the faults of fields. */
  readonly data?: unknown;
}

/**
 * Reasons of the client's own: the person is asked, because the server may know the process id no more, or this version the command, or because what
 * has waited so long may not be wanted any more.
 */
export const OWN_REFUSALS = {
  tooOld: 'COMMAND_TOO_OLD',
  unsupported: 'COMMAND_UNKNOWN',
  waited: 'COMMAND_WAITED',
} as const;

/** A command as it is kept until the server has answered it. Plain data. */
export interface QueuedCommand {
  readonly processId: string;
  readonly name: string;
  readonly params: unknown;
  /** Items that it is about. Commands about the same item are sent one after the other. */
  readonly keys: readonly string[];
  readonly patches: Patches;
  /** Names of uploads that have to be there before it is sent. */
  readonly needs?: readonly string[];
  /** What the first items were called when it was given, to be shown to the person. */
  readonly titles?: readonly string[];
  /** The person is asked again once it has waited longer than this to be sent, in milliseconds. */
  readonly asksAfterMs?: number | undefined;
  /** Lists that have the items have them in other places since, which the server says. */
  readonly moves?: boolean | undefined;
  /** Milliseconds since 1970 by the device's clock. For the person and the age limit; never for the order. */
  readonly createdAt: number;
  /** When the person said once more that it is wanted. */
  readonly confirmedAt?: number;
  /** Place among all commands of the account, over all pages. Behind all others until it is stored. */
  readonly order: number;
  /** `storing`: not in the storage yet, nor sent; `memory`: the storage has refused it, and it lives with the page alone. */
  readonly kept: 'storing' | 'stored' | 'memory';
  readonly state: CommandState;
  /** Grows with every change of state, so that pages can tell old news. */
  readonly revision: number;
  readonly attempts: number;
  readonly settledAt?: number;
  readonly refusal?: Refusal;
}

/** What somebody hands to the queue. */
export type GivenCommand = Pick<
  QueuedCommand,
  'processId' | 'name' | 'params' | 'keys' | 'patches' | 'titles' | 'needs' | 'asksAfterMs' | 'moves'
>;

/** True while its patches belong over the server's copy. */
export const isOptimistic = ({ state }: Pick<QueuedCommand, 'state'>): boolean =>
  state !== 'refused' && state !== 'done';

/** The one order of all commands, the same in all pages. */
export const inOrder = (
  a: Pick<QueuedCommand, 'order' | 'processId'>,
  b: Pick<QueuedCommand, 'order' | 'processId'>,
): number => a.order - b.order || (a.processId < b.processId ? -1 : a.processId > b.processId ? 1 : 0);

/** Where commands are kept: the truth for all pages of one person and instance. */
export interface QueueStorage {
  /** All that is kept, with the order that `add` gave. */
  load(): Promise<QueuedCommand[]>;
  /** Keeps commands, or those of these process ids anew, and returns their order: one transaction, numbers without gaps over all pages. */
  add(commands: readonly QueuedCommand[]): Promise<readonly number[]>;
  /** Replaces a command where it is kept still. False where it is not. */
  update(command: QueuedCommand): Promise<boolean>;
  remove(processIds: readonly string[]): Promise<void>;
}

/** Places from here on are behind all that the storage has given: of commands that are not stored yet, in the order of their page. */
export const UNSTORED_ORDER = 2 ** 50;
