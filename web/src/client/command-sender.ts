import type { CommandDefinition, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import type { Patches } from './core/overlay.ts';
import type { Replica } from './core/replica.ts';
import type { Transport } from './transport.ts';

/** Items of a command whose titles are kept with it. */
const MAX_TITLES = 3;

interface CommandSenderOptions extends Pick<Replica, 'queue' | 'store'> {
  readonly transport: Pick<Transport, 'command'>;
  readonly newId: () => string;
}

/** The two ways in which a command is given: to the queue, or to the server now. */
export function createCommandSender({ queue, store, transport, newId }: CommandSenderOptions) {
  /**
   * Puts a command into the queue and returns its process id. Its patches are shown at once, in all pages; the promise resolves when the
   * command is stored. `titles`: names of what it is about, if there is no item that has one; `processId`: the id of an earlier try whose
   * answer never came, so that the server carries it out once; `asksAfterMs`: once it has waited for longer, the person is asked again; `moves`: lists
   * have its items in other places since.
   */
  async function enqueue<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
    about: {
      readonly patches: Patches;
      readonly keys?: readonly string[];
      readonly needs?: readonly string[];
      readonly titles?: readonly string[];
      readonly processId?: string;
      readonly asksAfterMs?: number;
      readonly moves?: boolean;
    },
  ): Promise<string> {
    if (definition.proof) throw new Error(`${definition.name} waits for nobody`);
    const processId = about.processId ?? newId();
    const keys = about.keys ?? about.patches.map(([key]) => key);
    const titles = about.titles ?? keys.slice(0, MAX_TITLES).flatMap((key) => store.get(key)?.information ?? []);
    await queue.add({
      processId,
      name: definition.name,
      params,
      keys,
      patches: about.patches,
      titles,
      needs: about.needs ?? [],
      asksAfterMs: about.asksAfterMs,
      moves: about.moves,
    });
    return processId;
  }

  /** Sends a command now and answers what the server says; nothing is kept. For forms, whose faults belong beside their fields. */
  async function sendNow<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
  ): Promise<v.InferOutput<R>> {
    return transport.command(definition, params, newId());
  }

  return { enqueue, sendNow };
}
