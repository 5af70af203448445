import { MAX_TEXTS, type MessageText } from '@kontor/contract/message';
import { createValue, type Value } from '../../../client/value.ts';
import { OLDER, createPart, type ThreadDeps, type ThreadPart, type ThreadState } from './thread-part.ts';
import { firstUnread, gapAfter, mergeTexts, withRead } from './rules.ts';

/** The end of a thread as the details bring it. */
interface ThreadEnd {
  readonly texts: readonly MessageText[];
  readonly hasMore: boolean;
  readonly readNo: number;
  /** Number of the first text that the person reads. */
  readonly joinedNo: number;
}

export interface Thread extends ThreadPart {
  readonly state: Value<ThreadState>;
  /** The server has said what the end of the thread is. */
  readonly take: (end: ThreadEnd) => Promise<void>;
  /** A text has come. One that is known is dropped; texts between it and those that are known are asked for. Null: too long to be brought along. */
  readonly receive: (no: number, text: MessageText | null) => Promise<void>;
  /** The partner has read as far as a text. */
  readonly readBy: (reader: { readonly no: number; readonly readAt: string }) => void;
  /** A text that is known has become another. What others have told of who has read it stays. */
  readonly change: (no: number, make: (text: MessageText) => MessageText) => Promise<void>;
  readonly loadOlder: () => Promise<void>;
}

/** The texts of one thread, for as long as it is shown. */
export function createThread({ ownId, ask, prepare, isVisible }: ThreadDeps): Thread {
  const state = createValue<ThreadState>({
    texts: [],
    hasMore: false,
    newFrom: undefined,
    older: 'rest',
    hasNewer: false,
    wentToEnd: false,
  });
  const set = (part: Partial<ThreadState>): void => state.set({ ...state.get(), ...part });
  let from = 0;
  const hasBefore = (texts: readonly MessageText[]): boolean => (texts[0]?.no ?? from) > from;
  const lastNo = (): number => state.get().texts.at(-1)?.no ?? -1;

  async function add(more: readonly MessageText[], part: Partial<ThreadState> = {}): Promise<void> {
    await prepare(more);
    set({ ...part, texts: mergeTexts(state.get().texts, more) });
  }

  /** Asks for what is missing between texts. What cannot be had now is asked for with the next text, or once the server is reached again. */
  async function fill(): Promise<void> {
    for (let after = gapAfter(state.get().texts); after !== undefined; after = gapAfter(state.get().texts)) {
      const found = await ask({ after, limit: MAX_TEXTS }).catch(() => []);
      if (!found.some(({ no }) => no === (after ?? 0) + 1)) return;
      await add(found);
    }
  }

  const part = createPart({ state, set, ask, prepare, add, fill, hasBefore });

  /** Shows the thread from the first text that was not read, which may stand before those that the details bring. */
  async function showFirst(last: readonly MessageText[], hasMore: boolean, readNo: number): Promise<void> {
    const wanted = Math.max(readNo + 1, from);
    const isFurtherUp = hasMore && (last[0]?.no ?? 0) > wanted;
    const { texts, hasNewer } = isFurtherUp ? await part.begin(last, wanted) : { texts: last, hasNewer: false };
    await prepare(texts);
    // Something else may have come meanwhile.
    set({
      texts: hasNewer ? texts : mergeTexts(state.get().texts, texts),
      hasNewer,
      hasMore: isFurtherUp ? hasBefore(texts) : hasMore,
      newFrom: firstUnread(texts, readNo, ownId),
    });
    if (!hasNewer) await fill();
  }

  return {
    state,
    async take({ texts, hasMore, readNo, joinedNo }) {
      // Who has left it and was added again may read more of it than before.
      const isSame = joinedNo === from;
      from = joinedNo;
      if (state.get().hasNewer) return part.addToEnd(texts);
      if (state.get().texts.length === 0) return showFirst(texts, hasMore, readNo);
      const before = state.get();
      await add(texts, { hasMore: isSame ? before.hasMore : hasBefore(mergeTexts(before.texts, texts)) });
      await fill();
    },
    async receive(no, text) {
      if (state.get().hasNewer) return part.addToEnd(text === null ? [] : [text]);
      const last = lastNo();
      if (no <= last) return;
      const isUnseen = !isVisible() && text !== null && text.sendBy !== ownId;
      const newFrom = state.get().newFrom ?? (isUnseen ? no : undefined);
      if (text === null) await add(await ask({ after: last, limit: MAX_TEXTS }).catch(() => []), { newFrom });
      else await add([text], { newFrom });
      await fill();
    },
    readBy(reader) {
      set({ texts: withRead(state.get().texts, ownId, reader) });
    },
    async change(no, make) {
      const known = state.get().texts.find((text) => text.no === no);
      if (known === undefined) return;
      const { receiverData, ...made } = make(known);
      await add([{ ...made, receiverData: receiverData ?? known.receiverData }]);
    },
    async loadOlder() {
      const { hasMore, older, texts } = state.get();
      const before = texts[0]?.no;
      if (!hasMore || older === 'loading' || before === undefined) return;
      set({ older: 'loading' });
      try {
        const found = await ask({ before, limit: OLDER });
        await add(found, { older: 'rest', hasMore: hasBefore(found) });
      } catch {
        set({ older: 'failed' });
      }
    },
    showAround: part.showAround,
    loadNewer: part.loadNewer,
    showEnd: part.showEnd,
  };
}
