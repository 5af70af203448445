import { itemKeyOf } from '@kontor/contract/kernel';
import { SAID_ASKS_AFTER_MS, messageCommands } from '@kontor/contract/message';
import { useEffect, useEffectEvent } from 'react';
import type { Client } from '../../client/client.ts';
import { useValue } from '../../client/react.tsx';
import { createValue } from '../../client/value.ts';
import { takeAnswers } from '../../service-worker/accounts.ts';

/** Letters of an answer by which lists of what waits call it. */
const MAX_TITLE = 80;

/** Sends what was typed into notifications and could not be sent from there. */
export async function sendKeptAnswers(client: Client): Promise<void> {
  await takeAnswers(client.key, ({ processId, ...said }) => {
    const about = { keys: [itemKeyOf(said.aggregateId)], titles: [said.messageContent.slice(0, MAX_TITLE)] };
    return client.enqueue(messageCommands.send, said, {
      ...about,
      patches: [],
      processId,
      asksAfterMs: SAID_ASKS_AFTER_MS,
      moves: true,
    });
  });
}

const wanted = createValue('');

/** Somebody wants to answer an item, which is about to be shown. */
export const wantAnswer = (itemKey: string): void => wanted.set(itemKey);

/** Calls back once, where an answer is wanted to the item that is shown. */
export function useAnswerWanted(itemKey: string, onWanted: () => void): void {
  const now = useValue(wanted);
  const call = useEffectEvent(onWanted);
  useEffect(() => {
    if (now !== itemKey) return;
    wanted.set('');
    call();
  }, [now, itemKey]);
}
