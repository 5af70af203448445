import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { act, loadSnoozing, actTexts } from '../../activity/index.tsx';
import type { Writing } from './state.ts';

/** What becomes of the answered mail when the answer is sent: it is done, or put off until somebody answers that. */
export type Along = 'done' | 'wait';

/** Deals with the answered mail beside sending; returns how that is taken back. Undefined where nothing is answered. */
export function useAfterSending(answer: Writing['answer']): ((along: Along) => () => void) | undefined {
  const client = useClient();
  const { notices } = useShell();
  const { notDone } = useTexts(actTexts);
  const id = answer === null ? undefined : parseAggregateId(answer.aggregateId);
  if (id === undefined) return undefined;
  const keys = [itemKey(id)];
  const putOff = async (): Promise<(() => void) | undefined> => {
    try {
      const { snoozing, undoSnoozing } = await loadSnoozing();
      const { before } = snoozing(client, 'snooze', keys, { until: null, untilAnswered: true });
      return () => undoSnoozing(client, before);
    } catch {
      notices.show({ text: notDone, tone: 'fault' });
      return undefined;
    }
  };
  return (along) => {
    if (along === 'wait') {
      const done = putOff();
      return () => void done.then((takeBack) => takeBack?.());
    }
    const [before] = act(client, 'ready', keys).before;
    return () => {
      if (before !== undefined) act(client, before.status === 1 ? 'unseen' : 'seen', keys);
    };
  };
}
