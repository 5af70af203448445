import type { MessageText } from '@kontor/contract/message';
import type { Value } from '../../../client/value.ts';
import { firstUnread, type isReadElsewhere } from './rules.ts';
import type { ThreadState } from './thread-part.ts';

/** The line over what is new in a thread. */
interface Line {
  /** The person has read as far as a text here, or had when the thread was opened: the line stays where it is. */
  readonly readHere: (no: number) => void;
  /** The server says so. What of it was read elsewhere is new no more: the line goes on to what is unread still. */
  readonly readTo: (no: number) => void;
  /** Number of the text that it stands over when the thread is opened, which was read as far as `readNo` by then; undefined where nothing is new. */
  readonly over: (texts: readonly MessageText[], readNo: number) => number | undefined;
  /** Whether a text comes behind all that is known to be read. */
  readonly isBehindIt: (no: number) => boolean;
}

export function createLine({
  state,
  set,
  ownId,
  isReadElsewhere: isElsewhere,
}: {
  readonly state: Pick<Value<ThreadState>, 'get'>;
  readonly set: (part: Pick<ThreadState, 'newFrom'>) => void;
  readonly ownId: number | undefined;
  readonly isReadElsewhere: typeof isReadElsewhere;
}): Line {
  let known = -1;
  const readHere = (no: number): void => {
    known = Math.max(known, no);
  };
  return {
    readHere,
    readTo(no) {
      const { texts, hasNewer } = state.get();
      if (isElsewhere(texts, known, no, ownId))
        // What follows may not be shown yet.
        set({ newFrom: firstUnread(texts, no, ownId) ?? (hasNewer ? no + 1 : undefined) });
      readHere(no);
    },
    // Later details may have said more while earlier ones were made ready.
    over: (texts, readNo) => firstUnread(texts, Math.max(readNo, known), ownId),
    isBehindIt: (no) => no > known,
  };
}
