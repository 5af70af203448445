import type { QueueStorage, QueuedCommand } from './command.ts';
import type { SenderDeps } from './sender.ts';

/** What the pages of one person tell each other about the queue. */
export type QueueMessage =
  /** As they are now; those that are `done` too. */
  | { readonly kind: 'commands'; readonly commands: readonly QueuedCommand[] }
  | { readonly kind: 'discarded'; readonly processIds: readonly string[] }
  /** This page sends from now on. */
  | { readonly kind: 'leading' }
  /** Whoever sends should try again now. */
  | { readonly kind: 'wake' }
  /** Something is on its way into the storage. Should this page die before it can say what, the one that sends looks for it. */
  | { readonly kind: 'storing' };

export interface QueueDeps extends SenderDeps {
  readonly storage: QueueStorage;
  /** Tells the other pages. */
  readonly post: (message: QueueMessage) => void;
}

export interface QueueEvents {
  /** Its patches belong over the server's copy from now on. */
  readonly onAdded: (command: QueuedCommand) => void;
  /** Its place among the others has changed. */
  readonly onReordered: (command: QueuedCommand) => void;
  /** The server has applied it. `answer` only in the page that sent it. */
  readonly onApplied: (command: QueuedCommand, answer: unknown) => void;
  /** It stays until it is retried or discarded; its patches go. */
  readonly onRefused: (command: QueuedCommand) => void;
  readonly onDiscarded: (command: QueuedCommand) => void;
  /** It is gone, and whether it took effect is not known here: what it is about is to be read anew. */
  readonly onLost: (command: QueuedCommand) => void;
  readonly onChange: () => void;
}
