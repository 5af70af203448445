import { type EntryRow, type State } from '@kontor/contract/activity';

export type Action = State | 'archive' | 'dearchive' | 'delete' | 'restore' | 'spam';

/** What puts items off, until the end that is given with it, and what brings them back. */
export type Snoozing = 'snooze' | 'wake';

/** All that can be chosen for an item. */
export type Choice = Action | Snoozing;

/** `until`: an ISO instant; with `untilAnswered` an answer brings it back earlier. Neither is no end. */
export interface SnoozeEnd {
  readonly until: string | null;
  readonly untilAnswered: boolean;
}

/** What an action did: the rows that it changes as they were before, and the process ids of its commands, each once it is stored. */
export interface Acted {
  readonly before: readonly EntryRow[];
  readonly processIds: readonly Promise<string>[];
}
