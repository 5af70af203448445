import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { useClient } from '../../../client/react.tsx';
import { act } from '../../activity/index.tsx';
import type { Writing } from './state.ts';

/** Marks the answered mail as Done, beside being sent; answers how that is taken back. Undefined where nothing is answered. */
export function useAfterSending(answer: Writing['answer']): (() => () => void) | undefined {
  const client = useClient();
  const id = answer === null ? undefined : parseAggregateId(answer.aggregateId);
  if (id === undefined) return undefined;
  return () => {
    const keys = [itemKey(id)];
    const [before] = act(client, 'ready', keys).before;
    return () => {
      if (before !== undefined) act(client, before.status === 1 ? 'unseen' : 'seen', keys);
    };
  };
}
