import { STATES, activityCommands, listKey } from '@kontor/contract/activity';
import { itemKeyOf } from '@kontor/contract/kernel';
import { phonecallEvents, phonecallQueries } from '@kontor/contract/phonecall';
import { useEffect } from 'react';
import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { useClient } from '../../../client/react.tsx';
import { useLanguage, useShell, type Language } from '../../../shell/index.ts';
import { rowOfCall } from '../row/rules.ts';
import { calledBackTexts } from './texts.ts';

type Calls = v.InferOutput<typeof phonecallEvents.calledBack.payload>['calls'];

/** Ends when the person can see the page, which is often behind the program that they telephone with. Never ends once `signal` is aborted. */
const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'visible') resolve();
    };
    document.addEventListener('visibilitychange', look, { signal });
    look();
  });

/** What is said of calls that were called back; rejects if nobody can say whose they were. */
async function sayOf(client: Client, calls: Calls, language: Language) {
  const t = calledBackTexts[language];
  const [first] = calls;
  if (first === undefined) throw new Error('No call was called back');
  const { entry } = await client.ask.run(phonecallQueries.details, { aggregateId: first.aggregateId });
  const { sign } = rowOfCall(entry);
  const one = sign === 'missed' || sign === 'voice' ? t.missed : t.callback;
  return { text: calls.length > 1 ? t.several(calls.length, entry.contact) : one(entry.contact), undo: t.undo };
}

/** Gives calls the states back that they had before. Returns the process ids of the commands. */
function reopen(client: Client, calls: Calls): readonly string[] {
  const byState = [...Map.groupBy(calls, ({ state }) => state)];
  return byState.map(([state, some]) => {
    const processId = client.env.newId();
    const aggregateIds = some.map(({ aggregateId }) => aggregateId);
    const patches = aggregateIds.map((id) => [itemKeyOf(id), { status: STATES[state] }] as const);
    void client.enqueue(activityCommands.setState, { aggregateIds, state }, { patches, processId });
    return processId;
  });
}

/** Says to who has called somebody back which calls are Done by that, with a button that has them back. */
export function useCalledBack(): void {
  const client = useClient();
  const { notices } = useShell();
  const language = useLanguage();
  useEffect(() => {
    const over = new AbortController();
    const reopened = new Set<string>();
    const stops = [
      client.onEvent(({ type, payload }) => {
        if (type !== phonecallEvents.calledBack.type) return;
        const parsed = v.safeParse(phonecallEvents.calledBack.payload, payload);
        if (!parsed.success) return;
        const { calls } = parsed.output;
        const undo = (): void => {
          for (const processId of reopen(client, calls)) reopened.add(processId);
        };
        notices.done(
          undo,
          untilSeen(over.signal).then(() => sayOf(client, calls, language)),
        );
      }),
      client.onApplied(({ processId, keys }) => {
        // Events of this page's own commands reload nothing, and lists may have let these calls go.
        if (reopened.delete(processId)) client.ask.touch([listKey('phonecall'), listKey(), ...keys]);
      }),
    ];
    return () => {
      over.abort();
      for (const stop of stops) stop();
    };
  }, [client, notices, language]);
}
