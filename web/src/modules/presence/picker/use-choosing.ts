import {
  NO_STATE_ID,
  UNTIL_FURTHER_NOTICE,
  presenceCommands,
  presenceQueries,
  tidyLine,
  type UserState,
} from '@kontor/contract/presence';
import type { CommandDefinition, ParamsInputOf, Schema } from '@kontor/contract/kernel';
import type * as v from 'valibot';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { usePresence } from '../store/use-presence.ts';
import { useProblem } from '../use-problem.ts';
import { texts } from './texts.ts';

/** Texts of one's own that are remembered. */
const MAX_TEXTS = 3;

/** A choice: a state or none, its text where it is the personal one, and until when. Without `until` it ends at midnight. */
export interface Choice {
  readonly state: UserState | undefined;
  readonly text?: string;
  readonly until?: string | undefined;
}

/** Texts with the newest first, each once. */
const withText = (known: readonly string[], text: string): string[] =>
  [text, ...known.filter((one) => one !== text)].slice(0, MAX_TEXTS);

/** Chooses a state: shown at once, sent now, and kept for later where there is no network. Says why where it is refused. */
export function useChoosing() {
  const t = useTexts(texts);
  const client = useClient();
  const { notices, settings } = useShell();
  const { stateTexts } = useSettings();
  const ownId = useValue(client.user)?.id ?? 0;
  const { expect, retry } = usePresence();
  const problem = useProblem();

  /** Sends a command once. Without a network it waits in the queue: then true is returned. */
  async function give<P extends Schema, R extends Schema>(
    definition: CommandDefinition<string, P, R>,
    params: v.InferInput<P>,
    title: string,
  ): Promise<boolean> {
    const processId = client.env.newId();
    try {
      await client.transport.command(definition, params, processId, { once: true });
      return false;
    } catch (error) {
      if (asFailure(error).kind !== 'offline') throw error;
      // Its answer may have been lost: under the same number it takes effect once.
      await client.enqueue(definition, params, { patches: [], keys: [], titles: [title], processId });
      return true;
    }
  }

  /** Sends a choice; with its text first, where it has one. Returns whether any of it waits. */
  async function send({ state, until }: Choice, own: string | undefined, said: string): Promise<boolean> {
    const isTextWaiting = own !== undefined && (await give(presenceCommands.setPersonalState, { text: own }, said));
    const params: ParamsInputOf<typeof presenceCommands.switchState> = {
      userstateId: state?.id ?? NO_STATE_ID,
      chosenAt: new Date(client.env.now()).toISOString(),
      ...(until === undefined ? {} : { until }),
    };
    return (await give(presenceCommands.switchState, params, said)) || isTextWaiting;
  }

  async function choose(choice: Choice): Promise<void> {
    const { state, text, until } = choice;
    const own = text === undefined ? undefined : tidyLine(text);
    const said = own || state?.text || state?.textDe || '';
    expect(ownId, state, own ?? state?.text ?? null, until === UNTIL_FURTHER_NOTICE ? null : (until ?? null));
    try {
      const isWaiting = await send(choice, own, said);
      if (own !== undefined && own !== '') settings.change({ stateTexts: withText(stateTexts, own) });
      notices.show({ text: isWaiting ? t.waits(said) : state === undefined ? t.chosenNone : t.chosen(said) });
    } catch (error) {
      const reason = problem(asFailure(error));
      if (reason !== undefined) notices.show({ text: reason, tone: 'fault' });
      retry();
    }
    client.ask.refresh(presenceQueries.userStates, {});
  }
  return choose;
}
