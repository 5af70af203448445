import type { MessageDetail, MessageText } from '@kontor/contract/message';
import { useEffect, useRef, type RefObject } from 'react';
import { useClient } from '../../../client/react.tsx';
import { setSeen } from '../../activity/index.tsx';
import { markRead } from './acts.ts';
import { noteRead, readNoOf } from './read-no.ts';
import { readFurther } from './rules.ts';
import type { Thread } from './thread-store.ts';

/** How long a text is looked at before it counts as read, in milliseconds. */
const READ_MS = 400;

/** Number of the last text whose end is to be seen; -1 for none. */
function lastSeen(scroller: HTMLElement): number {
  const { bottom } = scroller.getBoundingClientRect();
  const shown = [...scroller.querySelectorAll<HTMLElement>('[data-no]')];
  const last = shown.findLast((element) => element.getBoundingClientRect().bottom <= bottom + 1);
  return Number(last?.dataset['no'] ?? -1);
}

/**
 * Says how far the thread was read: as far as the end of a text was to be seen on a page that the person looks at. What has made the message
 * New is in process by that, unless the person has set it to New while they read it. Nothing is read where texts before it were never shown, unless the
 * person `mayPass` over them: all before what was read counts as read. `hold`: has it unread from a text on; returns how far it was read until then.
 */
export function useReading(
  details: MessageDetail,
  itemId: string,
  texts: readonly MessageText[],
  {
    thread,
    scroller,
    mayPass,
  }: { readonly thread: Thread; readonly scroller: RefObject<HTMLElement | null>; readonly mayPass: boolean },
): { readonly hold: (from: number) => number } {
  const client = useClient();
  const readNo = useRef(-1);
  /** From here on it is to stay unread, as the person has said. */
  const heldFrom = useRef(Infinity);
  const current = useRef(details);
  useEffect(() => {
    current.current = details;
    readNo.current = Math.max(readNo.current, readNoOf(details, client.waiting.get()));
  }, [client, details]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || texts.length === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (document.visibilityState !== 'visible') return;
        const before = readNo.current;
        const reading = { readNo: before, heldFrom: heldFrom.current, first: texts[0]?.no ?? 0, mayPass };
        const no = readFurther(lastSeen(element), reading);
        if (no === undefined) return;
        readNo.current = no;
        thread.readHere(no);
        noteRead(current.current, no);
        markRead({ client, details: current.current }, no, before);
        setSeen(client, itemId);
      }, READ_MS);
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    document.addEventListener('visibilitychange', look);
    window.addEventListener('resize', look);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', look);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('resize', look);
    };
  }, [client, thread, itemId, scroller, mayPass, texts]);
  return {
    hold(from) {
      const before = readNo.current;
      heldFrom.current = from;
      readNo.current = from - 1;
      noteRead(current.current, from - 1);
      return before;
    },
  };
}
