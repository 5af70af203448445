import type { ListEntry } from '@kontor/contract/activity';
import { threadQueries, type MailDetail } from '@kontor/contract/mail';
import { useMemo, useState } from 'react';
import type * as v from 'valibot';
import type { Failure } from '../../../client/failure.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { itemsOf, openByItself, targetOf, type Target, type ThreadItem } from './thread-rules.ts';
import { keyOf } from './key-of.ts';
import { useBetween } from './use-between.ts';

type Result = (typeof threadQueries)['thread']['result'];
export type Head = v.InferOutput<Result>['mails'][number];

export interface Thread {
  /** The mails, the oldest first; none where the mail stands alone, or threads are not wanted. */
  readonly mails: readonly Head[];
  readonly items: readonly ThreadItem<Head, ListEntry>[];
  readonly isByHand: boolean;
  readonly failure: Failure | undefined;
  readonly retry: () => void;
  readonly isOpen: (aggregateId: string) => boolean;
  readonly toggle: (aggregateId: string) => void;
  readonly openAll: () => void;
  readonly unfold: () => void;
  /** The mail that was turned to. */
  readonly current: string | undefined;
  readonly turnTo: (aggregateId: string) => void;
  /** What is acted on: a mail, or all of them. */
  readonly target: Target;
}
const NONE: readonly Head[] = [];
const CLOSED: ReadonlySet<string> = new Set();

/** The thread of a mail, and what is open of it. `links`: the records of the mail, once they are known. */
export function useThread(aggregateId: string, isWanted: boolean, links: MailDetail['links'] | undefined): Thread {
  const { data, failure, retry } = useAsk(threadQueries.thread, isWanted ? { aggregateId } : undefined);
  const { store } = useClient();
  const mails = useMemo(() => {
    const found = data?.mails ?? NONE;
    const key = keyOf(aggregateId);
    // One that is spam is not in its thread.
    if (found.length < 2 || !found.some((mail) => keyOf(mail.aggregateId) === key)) return NONE;
    // The mail that is open already keeps the name that it was opened by: it is asked for once.
    return found.map((mail) => (keyOf(mail.aggregateId) === key ? { ...mail, aggregateId } : mail));
  }, [data, aggregateId]);
  const between = useBetween(mails, links);
  const [byItself, setByItself] = useState(CLOSED);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isUnfolded, setUnfolded] = useState(false);
  const [current, setCurrent] = useState<string>();
  // By the states that they have now: the thread may have been asked for before they were seen.
  const now = mails.map((mail) => ({ ...mail, status: store.get(keyOf(mail.aggregateId))?.status ?? mail.status }));
  const opened = openByItself(byItself, now, aggregateId);
  if (opened !== byItself) setByItself(opened);
  const isOpen = (id: string): boolean => chosen.get(id) ?? opened.has(id);
  return {
    mails,
    items: itemsOf(mails, between, isOpen, isUnfolded),
    isByHand: data?.by === 'hand',
    failure: isWanted && data === undefined ? failure : undefined,
    retry,
    isOpen,
    toggle: (id) => {
      const opens = !isOpen(id);
      setChosen(new Map(chosen).set(id, opens));
      // Who folds a mail has turned away from it.
      setCurrent(opens ? id : undefined);
    },
    openAll: () => {
      setUnfolded(true);
      setChosen(new Map(mails.map((mail) => [mail.aggregateId, true])));
    },
    unfold: () => setUnfolded(true),
    current,
    turnTo: (id) => {
      if (id !== current) setCurrent(id);
    },
    target: mails.length === 0 ? { isWhole: false, mail: aggregateId } : targetOf(mails, isOpen, current),
  };
}
