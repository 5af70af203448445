/** How long after a page that did not come it is asked for again, in milliseconds: at first, and at most. */
const AGAIN_MS = 1000;
const MAX_AGAIN_MS = 30_000;

/**
 * Loads page after page, one at a time. One that does not come is asked for again by itself: who is at the end of what is there cannot scroll
 * any further to ask for it. `load` rejects where the page does not come.
 */
export function createNextPages(later: (ms: number, then: () => void) => () => void, load: () => Promise<void>) {
  let isAttended = false;
  let isBusy = false;
  let againMs = AGAIN_MS;
  let stop: (() => void) | undefined;

  async function next(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    stop?.();
    const isThere = await load().then(
      () => true,
      () => false,
    );
    isBusy = false;
    if (isThere) againMs = AGAIN_MS;
    else if (isAttended) {
      stop = later(againMs, () => void next());
      againMs = Math.min(againMs * 2, MAX_AGAIN_MS);
    }
  }

  return {
    /** Asks for the next page, unless one is on its way. */
    next: (): void => void next(),
    /** Somebody looks at the list. Returns the function that ends that: nothing is asked for again from then on. */
    attend(): () => void {
      isAttended = true;
      return () => {
        isAttended = false;
        stop?.();
      };
    },
  };
}
