import { MAX_TEXTS, type MessageText } from '@kontor/contract/message';
import type { isBehind } from './rules.ts';
import type { ThreadDeps } from './thread-part.ts';

/** How many changes of a thread's texts are in all that is shown of it. */
interface Counting {
  /** Asks the server. What was asked for before changes were counted anew may not have them in it. */
  readonly ask: ThreadDeps['ask'];
  /** Something is shown, with so many; of no matter where that was known. */
  readonly begin: (changes: number) => void;
  /**
   * There are so many now. Asks for the texts that have become others since, unless all that are shown came along. What cannot be had now is asked
   * for with the next end of the thread.
   */
  readonly renew: (
    changes: number,
    isAllBrought: boolean,
    put: (texts: readonly MessageText[]) => void,
  ) => Promise<void>;
}

export function createCounting(
  { ask: askServer, prepare }: Pick<ThreadDeps, 'ask' | 'prepare'>,
  isOld: typeof isBehind,
): Counting {
  let counted: number | undefined;
  const ask: ThreadDeps['ask'] = async (range) => {
    const before = counted ?? 0;
    const found = await askServer(range);
    counted &&= Math.min(counted, before);
    return found;
  };
  return {
    ask,
    begin: (changes) => void (counted ??= changes),
    async renew(changes, isAllBrought, put) {
      const since = counted ?? 0;
      if (!isOld(since, changes)) return;
      try {
        for (let after = -1, isMore = !isAllBrought; isMore;) {
          const found = await ask({ changedAfter: since, after, limit: MAX_TEXTS });
          await prepare(found);
          put(found);
          after = found.at(-1)?.no ?? after;
          isMore = found.length === MAX_TEXTS;
        }
        counted = Math.max(since, changes);
      } catch {
        // With the next end.
      }
    },
  };
}
