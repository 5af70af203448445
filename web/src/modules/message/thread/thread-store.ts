import { MAX_TEXTS, type MessageText } from '@kontor/contract/message';
import { createValue, type Value } from '../../../client/value.ts';
import { createCounting } from './counting.ts';
import { OLDER, createPart, type ThreadDeps, type ThreadPart, type ThreadState } from './thread-part.ts';
import { createLine } from './line.ts';
import { gapAfter, isBehind, isReadElsewhere, mergeTexts, withRead } from './rules.ts';

/** The end of a thread as the details bring it. */
interface ThreadEnd {
  readonly texts: readonly MessageText[];
  readonly hasMore: boolean;
  readonly readNo: number;
  /** Number of the first text that the person reads. */
  readonly joinedNo: number;
  /** Counts what has become of texts of the thread; left out by what was kept before that was counted. */
  readonly changes?: number | undefined;
}

export interface Thread extends ThreadPart {
  readonly state: Value<ThreadState>;
  /** The server has said what the end of the thread is. */
  readonly take: (end: ThreadEnd) => Promise<void>;
  /** A text has come. One that is known is dropped; texts between it and those that are known are asked for. Null: too long to be brought along. */
  readonly receive: (no: number, text: MessageText | null) => Promise<void>;
  /** The person has read as far as a text, on this device: the line over what is new stays. */
  readonly readHere: (no: number) => void;
  /** The partner has read as far as a text. */
  readonly readBy: (reader: { readonly no: number; readonly readAt: string }) => void;
  /** A text that is known has become another. What others have told of who has read it stays. */
  readonly change: (no: number, make: (text: MessageText) => MessageText) => Promise<void>;
  readonly loadOlder: () => Promise<void>;
}

/** How texts become what is shown. A simulation puts mistakes in their places. */
export interface ThreadRules {
  readonly mergeTexts: typeof mergeTexts;
  readonly gapAfter: typeof gapAfter;
  readonly withRead: typeof withRead;
  readonly isBehind: typeof isBehind;
  readonly isReadElsewhere: typeof isReadElsewhere;
}

export const THREAD_RULES: ThreadRules = { mergeTexts, gapAfter, withRead, isBehind, isReadElsewhere };

const NOTHING: ThreadState = {
  texts: [],
  hasMore: false,
  newFrom: undefined,
  older: 'rest',
  hasNewer: false,
  wentToEnd: false,
};

/** The texts of one thread, for as long as it is shown. */
export function createThread(
  { ownId, ask: askServer, prepare, isVisible }: ThreadDeps,
  { mergeTexts, gapAfter, withRead, isBehind, isReadElsewhere }: ThreadRules = THREAD_RULES,
): Thread {
  const state = createValue(NOTHING);
  const counting = createCounting({ ask: askServer, prepare }, isBehind);
  const { ask } = counting;
  /** How far the partner has read, as they have said. */
  let reader: { readonly no: number; readonly readAt: string } | undefined;
  /** What has become of texts that are not shown: an answer that is on its way may not know of it. */
  const changes = new Map<number, (text: MessageText) => MessageText>();
  /** A text once it was changed. What others have told of who has read it stays. */
  const changed = (text: MessageText, make: (text: MessageText) => MessageText): MessageText => {
    const { receiverData, ...made } = make(text);
    return { ...made, receiverData: receiverData ?? text.receiverData };
  };
  /** Texts with all that was told before they were there. */
  function asTold(texts: readonly MessageText[]): readonly MessageText[] {
    const late = texts.filter(({ no }) => changes.has(no));
    const made = late.map((text) => changed(text, changes.get(text.no) ?? ((same) => same)));
    for (const { no } of late) changes.delete(no);
    const merged = mergeTexts(texts, made);
    return reader === undefined ? merged : withRead(merged, ownId, reader);
  }
  const set = (part: Partial<ThreadState>): void =>
    state.set({ ...state.get(), ...part, ...(part.texts === undefined ? {} : { texts: asTold(part.texts) }) });
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

  const line = createLine({ state, set, ownId, isReadElsewhere });
  const part = createPart({ state, set, ask, prepare, add, fill, hasBefore, mergeTexts });

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
      newFrom: line.over(texts, readNo),
    });
    if (!hasNewer) await fill();
  }

  return {
    state,
    async take({ texts, hasMore, readNo, joinedNo, changes: now = 0 }) {
      // Who has left it and was added again may read more of it than before.
      const isSame = joinedNo === from;
      from = joinedNo;
      counting.begin(now);
      const before = state.get();
      if (before.texts.length === 0) line.readHere(readNo);
      if (before.hasNewer) await part.addToEnd(texts);
      else if (before.texts.length === 0) await showFirst(texts, hasMore, readNo);
      else {
        await add(texts, { hasMore: isSame ? before.hasMore : hasBefore(mergeTexts(before.texts, texts)) });
        await fill();
      }
      line.readTo(readNo);
      await counting.renew(now, !part.startsBefore(texts[0]?.no ?? 0), part.renew);
    },
    async receive(no, text) {
      if (state.get().hasNewer) return part.addToEnd(text === null ? [] : [text]);
      const last = lastNo();
      const { texts } = state.get();
      // One that fills a gap is none that is known.
      if (no <= last && (no < (texts[0]?.no ?? 0) || texts.some((known) => known.no === no))) return;
      const isUnseen = !isVisible() && text !== null && text.sendBy !== ownId && line.isBehindIt(no);
      const newFrom = state.get().newFrom ?? (isUnseen ? no : undefined);
      if (text === null) await add(await ask({ after: last, limit: MAX_TEXTS }).catch(() => []), { newFrom });
      else await add([text], { newFrom });
      await fill();
    },
    readHere: line.readHere,
    readBy(now) {
      if (reader === undefined || now.no > reader.no) reader = now;
      set({ texts: state.get().texts });
    },
    async change(no, make) {
      const known = state.get().texts.find((text) => text.no === no);
      if (known === undefined) changes.set(no, make);
      else await add([changed(known, make)]);
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
