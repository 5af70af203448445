import { MAX_TEXTS, type MessageText } from '@kontor/contract/message';
import type { Value } from '../../../client/value.ts';
import type { mergeTexts } from './rules.ts';

export interface ThreadState {
  /** Those that are known, in the order of their numbers, without a gap once it was asked for. */
  readonly texts: readonly MessageText[];
  /** There are texts before those. */
  readonly hasMore: boolean;
  /** The text that the line *Neu* stands over, once it was decided; it stays until the thread is left. */
  readonly newFrom: number | undefined;
  /** Older texts are asked for, or could not be had. */
  readonly older: 'rest' | 'loading' | 'failed';
  /** There are texts after those: it was led to one far from the end. */
  readonly hasNewer: boolean;
  /** The person has gone to the end by themselves, over whatever lies between. */
  readonly wentToEnd: boolean;
}

/** Which texts of a thread, as `message.texts` is asked for them. */
export interface TextRange {
  readonly before?: number;
  readonly after?: number;
  readonly changedAfter?: number;
  readonly limit: number;
}

export interface ThreadDeps {
  readonly ownId: number | undefined;
  /** Asks for texts of the thread; with `changedAfter` for those that have become others since. Rejects with a `Failure`. */
  readonly ask: (range: TextRange) => Promise<readonly MessageText[]>;
  /** Makes ready what is to be drawn, so that it is drawn at once. */
  readonly prepare: (texts: readonly MessageText[]) => Promise<void>;
  /** Whether the person can see the page now. */
  readonly isVisible: () => boolean;
}

export interface ThreadPart {
  /** Has a text among those that are shown, with what stands around it. False where it could not be had. */
  readonly showAround: (no: number) => Promise<boolean>;
  /** Has those shown that come after what is shown, as far as the end where that is near. */
  readonly loadNewer: () => Promise<void>;
  /** Has the end of the thread shown. */
  readonly showEnd: () => void;
}

/** Those texts that have the number of one that is known. */
function among(known: readonly MessageText[], texts: readonly MessageText[]): readonly MessageText[] {
  const numbers = new Set(known.map(({ no }) => no));
  return texts.filter(({ no }) => numbers.has(no));
}

/** Texts that are asked for at a time. */
export const OLDER = 50;
/** So many texts before those that are there are loaded on the way to one; what is further away is shown by itself. */
const NEAR = 300;

interface PartDeps extends Pick<ThreadDeps, 'ask' | 'prepare'> {
  readonly mergeTexts: typeof mergeTexts;
  readonly state: Value<ThreadState>;
  readonly set: (part: Partial<ThreadState>) => void;
  readonly add: (more: readonly MessageText[], part?: Partial<ThreadState>) => Promise<void>;
  readonly fill: () => Promise<void>;
  /** Whether the person reads texts before these. */
  readonly hasBefore: (texts: readonly MessageText[]) => boolean;
}

/** The part of a thread that is shown where that is not its end: a text far from it, with what stands around. */
export function createPart({ state, set, ask, prepare, add, fill, hasBefore, mergeTexts }: PartDeps): ThreadPart & {
  /** Keeps what has come at the end for when that is shown again. */
  readonly addToEnd: (more: readonly MessageText[]) => Promise<void>;
  /** Puts texts that have become others in the place of those that are shown, or kept of the end. */
  readonly renew: (changed: readonly MessageText[]) => void;
  /** Whether texts are shown that stand before one, or another part of the thread. */
  readonly startsBefore: (no: number) => boolean;
  /**
   * Of a thread that is shown for the first time: what is shown so that a text is among it, from the end of the thread where the text is near, else
   * around it. The end alone where that could not be had.
   */
  readonly begin: (texts: readonly MessageText[], no: number) => Promise<Pick<ThreadState, 'texts' | 'hasNewer'>>;
} {
  let end: readonly MessageText[] = [];
  let isLoading = false;
  const isShown = (no: number): boolean => state.get().texts.some((text) => text.no === no);

  /** Texts with those before them, as far as one and some more, as many as one answer has at a time. */
  async function asFarAs(no: number, texts: readonly MessageText[]): Promise<readonly MessageText[]> {
    const first = texts[0]?.no ?? 0;
    if (first <= no) return texts;
    const found = await ask({ before: first, limit: Math.min(MAX_TEXTS, first - no + OLDER / 2) });
    return found.length === 0 ? texts : asFarAs(no, mergeTexts(found, texts));
  }

  async function loadTo(no: number): Promise<void> {
    const texts = await asFarAs(no, state.get().texts);
    await add(texts, { hasMore: hasBefore(texts) });
  }

  /** A text with what stands around it; undefined where there is no such text. */
  async function around(no: number): Promise<readonly MessageText[] | undefined> {
    const found = await ask({ before: no + OLDER / 2, limit: OLDER });
    return found.some((text) => text.no === no) ? found : undefined;
  }

  async function showOnly(no: number): Promise<void> {
    const found = await around(no);
    if (found === undefined) return;
    await prepare(found);
    const { hasNewer, texts } = state.get();
    if (!hasNewer) end = texts;
    const isAtEnd = (found.at(-1)?.no ?? 0) >= (end[0]?.no ?? 0);
    set({
      texts: isAtEnd ? mergeTexts(found, end) : found,
      hasMore: hasBefore(found),
      hasNewer: !isAtEnd,
    });
  }

  function showEnd(): void {
    if (!state.get().hasNewer) return;
    set({ texts: end, hasMore: hasBefore(end), hasNewer: false });
    void fill();
  }

  return {
    showEnd() {
      set({ wentToEnd: true });
      showEnd();
    },
    async begin(texts, no) {
      const away = (texts[0]?.no ?? 0) - no;
      if (away <= NEAR) return { texts: await asFarAs(no, texts).catch(() => texts), hasNewer: false };
      const found = await around(no).catch(() => undefined);
      if (found === undefined) return { texts, hasNewer: false };
      end = texts;
      return { texts: found, hasNewer: true };
    },
    async addToEnd(more) {
      await prepare(more);
      end = mergeTexts(end, more);
      if (!state.get().hasNewer) set({ texts: mergeTexts(state.get().texts, end) });
    },
    renew(changed) {
      end = mergeTexts(end, among(end, changed));
      set({ texts: mergeTexts(state.get().texts, among(state.get().texts, changed)) });
    },
    startsBefore: (no) => state.get().hasNewer || (state.get().texts[0]?.no ?? no) < no,
    async showAround(no) {
      if (isShown(no)) return true;
      const { texts, hasNewer } = state.get();
      if (hasNewer && end.some((text) => text.no === no)) showEnd();
      else {
        const away = (texts[0]?.no ?? 0) - no;
        await (!hasNewer && away > 0 && away <= NEAR ? loadTo(no) : showOnly(no)).catch(() => undefined);
      }
      return isShown(no);
    },
    async loadNewer() {
      if (!state.get().hasNewer || isLoading) return;
      isLoading = true;
      try {
        const found = await ask({ after: state.get().texts.at(-1)?.no ?? -1, limit: OLDER });
        await prepare(found);
        const all = mergeTexts(state.get().texts, found);
        const isAtEnd = found.length < OLDER || (found.at(-1)?.no ?? 0) + 1 >= (end[0]?.no ?? 0);
        set(isAtEnd ? { texts: mergeTexts(all, end), hasNewer: false } : { texts: all });
        if (isAtEnd) await fill();
      } catch {
        // It is asked for again with the next scrolling.
      } finally {
        isLoading = false;
      }
    },
  };
}
