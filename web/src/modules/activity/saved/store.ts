import { savedQueries, type SavedFilter } from '@kontor/contract/activity';
import type { Client } from '../../../client/client.ts';
import { queryKey } from '../../../client/ask.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { createValue, type Value } from '../../../client/value.ts';
import { withCommands, type FilterCommand } from './rules.ts';

const { saved } = savedQueries;

export interface SavedState {
  /** Undefined until anything is known. */
  readonly filters: readonly SavedFilter[] | undefined;
  /** The server has said so since the page was opened; before, it is what an earlier page was told. */
  readonly isFresh: boolean;
}

interface Settled extends FilterCommand {
  readonly processId: string;
  /** Requests that had been sent when it was answered: their answers may not know of it. */
  readonly at: number;
}

const isOfFilters = ({ name }: { readonly name: string }): boolean => name.startsWith('filter.');

/**
 * The saved filters that a person sees: what the server says, and what this client has changed about them, whether that is on its way or
 * was answered since. Kept current for as long as the client lives.
 */
function watchSaved(client: Client): Value<SavedState> {
  const { ask, waiting } = client;
  const state = createValue<SavedState>({ filters: undefined, isFresh: false });
  const key = queryKey(saved, {});
  const gone = new Map<string, SavedFilter>();
  let answer: readonly SavedFilter[] | undefined;
  let settled: readonly Settled[] = [];
  let refused = 0;
  let requests = 0;
  let isFresh = false;
  const numbers = new WeakMap<object, number>();

  function update(): void {
    const under = waiting.get().filter((command) => isOfFilters(command) && command.state !== 'refused');
    const isUnder = new Set(under.map(({ processId }) => processId));
    const commands = [...settled.filter(({ processId }) => !isUnder.has(processId)), ...under];
    const user = client.user.get();
    const me = {
      userId: user?.id ?? 0,
      fullName: user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim(),
    };
    if (answer === undefined && commands.length === 0) return;
    state.set({ filters: withCommands(answer ?? [], commands, me, gone), isFresh });
  }

  ask.cache.watch(
    key,
    async (signal) => {
      const number = (requests += 1);
      const data = await ask.run(saved, {}, signal);
      numbers.set(data, number);
      return data;
    },
    () => {
      const now = ask.cache.peek(key).data as readonly SavedFilter[] | undefined;
      if (now === answer) return;
      answer = now;
      const number = now === undefined ? undefined : numbers.get(now);
      isFresh ||= number !== undefined;
      settled = settled.filter(({ at }) => number === undefined || at >= number);
      update();
    },
    ask.keeping(saved, {}),
  );
  // Events of this client's own commands reload nothing.
  client.onApplied((command, said) => {
    if (!isOfFilters(command)) return;
    settled = [
      ...settled,
      { processId: command.processId, name: command.name, params: command.params, answer: said, at: requests },
    ];
    update();
    ask.refresh(saved, {});
  });
  waiting.subscribe(() => {
    update();
    const now = waiting.get().filter((command) => isOfFilters(command) && command.state === 'refused').length;
    // Refused may be what began from an older copy.
    if (now > refused) ask.refresh(saved, {});
    refused = now;
  });
  client.user.subscribe(update);
  update();
  return state;
}

const watched = new WeakMap<Client, Value<SavedState>>();

export function savedOf(client: Client): Value<SavedState> {
  let known = watched.get(client);
  if (known === undefined) watched.set(client, (known = watchSaved(client)));
  return known;
}

/** All saved filters that the person sees, kept current. */
export const useSaved = (): SavedState => useValue(savedOf(useClient()));
