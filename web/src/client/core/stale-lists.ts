/** What answers are doubted by: whether commands are under way, and how often one has been answered. */
export interface StaleListsDeps {
  /** True while a command of this person waits to be sent or is on its way. */
  readonly isBusy: () => boolean;
  /** Asks for a list anew. */
  readonly reload: (id: string) => void;
  /** Calls back after `ms`; returns how to call it off. */
  readonly later: (ms: number, then: () => void) => () => void;
}

/** Moment at which a list was asked for. */
export interface DoubtMark {
  readonly busy: boolean;
  readonly answered: number;
}

/** Rest of the queue that is waited for, so that a burst of changes leads to one reload. */
const REST_MS = 150;

export type StaleLists = ReturnType<typeof createStaleLists>;

/**
 * Lists whose answer may have been computed before or after commands of this client, nobody can say which: their totals count
 * what has moved already. The client's own events reload nothing, so they are asked for once more when the queue rests.
 */
export function createStaleLists(deps: StaleListsDeps) {
  const doubted = new Set<string>();
  let answered = 0;
  let stop: (() => void) | undefined;

  function flush(): void {
    stop = undefined;
    if (deps.isBusy()) return;
    const ids = [...doubted];
    doubted.clear();
    for (const id of ids) deps.reload(id);
  }

  function rest(): void {
    if (doubted.size === 0 || deps.isBusy()) return;
    stop?.();
    stop = deps.later(REST_MS, flush);
  }

  return {
    /** Take it before a list is asked for. */
    mark: (): DoubtMark => ({ busy: deps.isBusy(), answered }),
    /** A list was answered to a request of `mark`. True where its answer is doubted. */
    judge(id: string, mark: DoubtMark): boolean {
      const isDoubted = mark.busy || mark.answered !== answered || deps.isBusy();
      if (isDoubted) this.raise(id);
      return isDoubted;
    },
    /** A list is to be asked for once more. */
    raise(id: string): void {
      doubted.add(id);
      rest();
    },
    /** The server has answered a command. */
    settled(): void {
      answered += 1;
    },
    /** The queue has changed; it may rest now. */
    rest,
    close: (): void => stop?.(),
  };
}
