import type { QueryDefinition, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import { queryKey } from './ask.ts';
import type { Client } from './client.ts';
import { createValue, type Value } from './value.ts';

/** A command that waits, or was carried out lately. */
export interface PendingCommand {
  readonly name: string;
  readonly params: unknown;
  /** What the server has answered. */
  readonly answer?: unknown;
}

export interface Optimistic<T> {
  /** Undefined until anything is known. */
  readonly data: T | undefined;
  /** The server has said so since the page was opened; before, it is what an earlier page was told. */
  readonly isFresh: boolean;
}

export interface OptimisticUpdates<T> {
  /** Whether a command changes the answer. */
  readonly isOf: (command: { readonly name: string }) => boolean;
  /** The answer once these commands are carried out, in their order; undefined is that of nothing known yet. */
  readonly apply: (answer: T | undefined, commands: readonly PendingCommand[]) => T;
}

interface Settled extends PendingCommand {
  readonly processId: string;
  /** Requests that had been sent when it was answered: their answers may not know of it. */
  readonly at: number;
}

/**
 * An answer of the server as the person wants it: with what this client has changed applied to it, whether that is on its way or was answered
 * since. Kept current for as long as the client lives.
 */
export function watchOptimistic<P extends Schema, R extends Schema>(
  client: Client,
  definition: QueryDefinition<string, P, R>,
  params: v.InferInput<P>,
  { isOf, apply }: OptimisticUpdates<v.InferOutput<R>>,
): Value<Optimistic<v.InferOutput<R>>> {
  type T = v.InferOutput<R>;
  const { ask, waiting } = client;
  const state = createValue<Optimistic<T>>({ data: undefined, isFresh: false });
  const key = queryKey(definition, params);
  let answer: T | undefined;
  let settled: readonly Settled[] = [];
  let refused = 0;
  let requests = 0;
  let isFresh = false;
  const numbers = new WeakMap<object, number>();

  function update(): void {
    const under = waiting.get().filter((command) => isOf(command) && command.state !== 'refused');
    const isUnder = new Set(under.map(({ processId }) => processId));
    const commands = [...settled.filter(({ processId }) => !isUnder.has(processId)), ...under];
    if (answer === undefined && commands.length === 0) return;
    state.set({ data: apply(answer, commands), isFresh });
  }

  ask.cache.watch(
    key,
    async (signal) => {
      const number = (requests += 1);
      const data = await ask.run(definition, params, signal);
      numbers.set(data as object, number);
      return data;
    },
    () => {
      const now = ask.cache.peek(key).data as T | undefined;
      if (now === answer) return;
      answer = now;
      const number = now === undefined ? undefined : numbers.get(now as object);
      isFresh ||= number !== undefined;
      settled = settled.filter(({ at }) => number === undefined || at >= number);
      update();
    },
    ask.keeping(definition, params),
  );
  // Events of this client's own commands reload nothing.
  client.onApplied((command, said) => {
    if (!isOf(command)) return;
    settled = [
      ...settled,
      { processId: command.processId, name: command.name, params: command.params, answer: said, at: requests },
    ];
    update();
    ask.refresh(definition, params);
  });
  waiting.subscribe(() => {
    update();
    const now = waiting.get().filter((command) => isOf(command) && command.state === 'refused').length;
    // Refused may be what began from an older copy.
    if (now > refused) ask.refresh(definition, params);
    refused = now;
  });
  client.user.subscribe(update);
  update();
  return state;
}

/** Makes one thing for each client, when it is asked for first. */
export function ofClient<T>(make: (client: Client) => T): (client: Client) => T {
  const made = new WeakMap<Client, { readonly it: T }>();
  return (client) => {
    let known = made.get(client);
    if (known === undefined) made.set(client, (known = { it: make(client) }));
    return known.it;
  };
}
