import type { EntryRow, Status } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import { useCallback, useSyncExternalStore } from 'react';
import { useClient, useRow } from '../../../client/react.tsx';
import { useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { useAct, type SnoozeEnd } from '../../activity/index.tsx';
import { bringRows, useDetails } from './details.ts';
import { keyOf } from './key-of.ts';
import { readerTexts } from './texts.ts';
import { statusOfThread } from './thread-rules.ts';
import { useThread, type Thread } from './use-thread.ts';

/** The states of items as the person sees them, by key, kept current; those that no list has brought are not there. */
function useStatuses(keys: readonly string[]): ReadonlyMap<string, Status> {
  const { store } = useClient();
  const joined = keys.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = joined.split(' ').map((key) => store.subscribe(key, listener));
      return () => stops.forEach((stop) => stop());
    },
    [store, joined],
  );
  // In words, so that it is the same as long as no state is another one.
  const words = useSyncExternalStore(subscribe, () => keys.map((key) => store.get(key)?.status ?? '').join(' '));
  const states = words.split(' ');
  return new Map(
    keys.flatMap((key, index) => {
      const status = Number(states[index]);
      return status === 1 || status === 2 || status === 3 ? [[key, status] as const] : [];
    }),
  );
}

export type Action = Parameters<ReturnType<typeof useAct>>[0];

/** Whether an item leaves the list that it was opened from. */
const isGoneAfter = (action: Action): boolean => ['delete', 'spam', 'restore', 'snooze'].includes(action);

export interface Reading {
  readonly thread: Thread;
  readonly isThread: boolean;
  /** Whether the whole thread is acted on. */
  readonly isWhole: boolean;
  /** The mail that is acted on, or the newest, which stands for its thread; with what is known of it. */
  readonly subject: string;
  readonly mail: MailDetail | undefined;
  readonly row: EntryRow | undefined;
  /** State of what is acted on. */
  readonly status: Status | undefined;
  /** Does something to the whole thread, or to the mail alone. */
  readonly doTo: (action: Action, toAll: boolean, end?: SnoozeEnd) => Promise<void>;
  readonly doIt: (action: Action, end?: SnoozeEnd) => void;
  /** The mails that are acted on, by the keys of their rows. */
  readonly keys: readonly string[];
}

/** What is read, a mail or a thread, and what is done to it. `onClose` leaves the reader, where the item has left its list. */
export function useRead(aggregateId: string, opened: MailDetail | undefined, onClose: () => void): Reading {
  const r = useTexts(readerTexts);
  const client = useClient();
  const { notices } = useShell();
  const { backToListWhenDone, mailThreads } = useSettings();
  const perform = useAct();
  const thread = useThread(aggregateId, mailThreads, opened?.links);
  const { mails, target } = thread;
  const isThread = mails.length > 0;
  const { isWhole, mail: subject } = target;
  const other = useDetails(subject, subject !== aggregateId);
  const row = useRow(keyOf(subject));
  const keys = mails.map((one) => keyOf(one.aggregateId));
  const statuses = useStatuses(keys);
  const now = mails.map((one) => ({ ...one, status: statuses.get(keyOf(one.aggregateId)) ?? one.status }));
  const own = row?.status ?? mails.find((one) => one.aggregateId === subject)?.status;
  const doTo = async (action: Action, toAll: boolean, end?: SnoozeEnd): Promise<void> => {
    if (!toAll) perform(action, [keyOf(subject)], end);
    else {
      try {
        await bringRows(
          client,
          mails.map((one) => one.aggregateId),
        );
      } catch {
        notices.show({ text: r.notAll, tone: 'fault' });
        return;
      }
      perform(action, keys, end);
    }
    // The others of the thread are there still.
    if (isThread && !toAll) return;
    if (action === 'ready' ? backToListWhenDone : isGoneAfter(action)) onClose();
  };
  return {
    thread,
    isThread,
    isWhole,
    subject,
    mail: subject === aggregateId ? opened : other.data,
    row,
    status: isWhole ? statusOfThread(now) : own,
    doTo,
    doIt: (action, end) => void doTo(action, isWhole, end),
    keys: isWhole ? keys : [keyOf(subject)],
  };
}
