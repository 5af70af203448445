import { closeSync, mkdirSync, openSync, readFileSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { STATES, type State } from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';

/** What a client had in mind and what it was told: one line each, in the order in which it happened. Nothing is ever taken back. */
export type Entry =
  /** Somebody wants this. `order`: place among all that this client wanted; what must be done before it has a lower one. */
  | {
      readonly kind: 'intent';
      readonly processId: string;
      readonly command: string;
      readonly ids: readonly number[];
      /** State that the items are to have after it; null where it is not about that. */
      readonly status: number | null;
      /** HTML of a text that is said, or that an edit puts in its place; null where it is neither. */
      readonly said: string | null;
      readonly order: number;
      /** A page may die before its device has kept it. */
      readonly mayBeLost: boolean;
    }
  /** The device has kept it: from now on it must not be lost. */
  | { readonly kind: 'kept'; readonly processId: string }
  /** The server said yes, and to which items; `no`: the number of the text that it was about. */
  | {
      readonly kind: 'ok';
      readonly processId: string;
      readonly ids: readonly number[];
      readonly no: number | null;
    }
  /** The server said no, for good. */
  | { readonly kind: 'refused'; readonly processId: string; readonly code: string }
  /** No answer came, or one that says nothing about it. */
  | { readonly kind: 'unknown'; readonly processId: string }
  /** What the client itself ended up with, at the end of the run. */
  | { readonly kind: 'left'; readonly processId: string; readonly state: string; readonly code: string };

/** What commands of a run are about, as far as it is looked at. */
interface Wanted {
  readonly aggregateIds?: readonly string[];
  readonly state?: State;
  /** Of a message. */
  readonly aggregateId?: string;
  readonly messageContent?: string;
}

/** Who a client acts as. */
export interface Who {
  readonly instance: string;
  readonly person: string;
  readonly client: string;
}

export type Line = Entry & Who & { readonly at: number };

/** The journal of one client, on disk before anything else happens. */
export class Journal {
  readonly who: Who;
  readonly #file: number;
  readonly #known = new Set<string>();
  #order = 0;

  constructor(folder: string, who: Who) {
    mkdirSync(folder, { recursive: true });
    this.who = who;
    this.#file = openSync(join(folder, `${who.instance}-${who.person}-${who.client}.jsonl`), 'a');
  }

  /** Notes an intent, once. */
  intend(processId: string, command: string, params: object, mayBeLost: boolean): void {
    const { aggregateId, aggregateIds = [], state, messageContent: said = null } = params as Wanted;
    const named = aggregateId === undefined ? aggregateIds : [aggregateId];
    const ids = named.flatMap((id) => parseAggregateId(id)?.entryId ?? []);
    const status = state === undefined ? null : STATES[state];
    this.#once({ kind: 'intent', processId, command, ids, status, said, order: (this.#order += 1), mayBeLost });
  }

  /** Notes what has become of one; the same is noted once. */
  record(entry: Exclude<Entry, { kind: 'intent' }>): void {
    this.#once(entry);
  }

  close(): void {
    closeSync(this.#file);
  }

  #once(entry: Entry): void {
    const key = `${entry.kind} ${entry.processId}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    writeSync(this.#file, `${JSON.stringify({ at: Date.now(), ...this.who, ...entry })}\n`);
  }
}

/** All that was noted, by any client. */
export function readJournals(folder: string): Line[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
