import type { EntryRow } from '@kontor/contract/activity';
import type { ReactNode } from 'react';
import { useRow } from '../../../client/react.tsx';
import { useKeys, useSettings } from '../../../shell/index.ts';
import type { Choice } from './choices.ts';
import { useAct } from './use-act.ts';
import { useQuestion } from './use-question.tsx';

/** Whether an item leaves the list that it was opened from. */
const isGoneAfter = (action: Choice): boolean => ['delete', 'restore', 'snooze'].includes(action);

/** What is done to an item whose detail is shown. */
export interface ItemActs {
  readonly row: EntryRow | undefined;
  readonly isArchived: boolean;
  readonly isTrashed: boolean;
  readonly doIt: (action: Choice) => void;
  readonly snooze: () => void;
  /** Stands on the page while something is asked. */
  readonly question: ReactNode;
}

/**
 * What is done to an item as to every item, by its bar and by keys. `isKeyed`: beside a list the list's own keys do it. What the kind of
 * the item asks before it is thrown away is asked here too.
 */
export function useItemActs(
  itemId: string,
  { close, isKeyed, mayDelete }: { close: () => void; isKeyed: boolean; mayDelete: boolean },
): ItemActs {
  const { backToListWhenDone } = useSettings();
  const row = useRow(itemId);
  const perform = useAct();
  const [choose, question] = useQuestion(
    (action, keys, end) => {
      perform(action, keys, end);
      if (action === 'ready' ? backToListWhenDone : isGoneAfter(action)) close();
    },
    (keys) => keys,
  );
  const doIt = (action: Choice): void => choose(action, [itemId]);
  const snooze = (): void => choose('snooze', [itemId]);
  const isArchived = row?.archived === true;
  const isTrashed = row?.trashed === true;
  useKeys(
    isKeyed
      ? {
          Escape: close,
          e: () => doIt('ready'),
          i: () => doIt('seen'),
          u: () => doIt('unseen'),
          a: () => doIt(isArchived ? 'dearchive' : 'archive'),
          b: snooze,
          ...(mayDelete ? { '#': () => doIt(isTrashed ? 'restore' : 'delete') } : {}),
        }
      : {},
  );
  return { row, isArchived, isTrashed, doIt, snooze, question };
}
