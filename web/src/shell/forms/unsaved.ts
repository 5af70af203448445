import { createValue } from '../../client/value.ts';

/** Something that is being edited and would be lost. */
export interface Unsaved {
  /** Key of the account that it belongs to. */
  readonly account: string;
  /** Key of the tab that it stands in; empty for the screen. */
  readonly tabKey: string;
  /** What it is called in the question. */
  readonly title: string;
  /** Saves it. False, or a rejection, where that could not be: the form says why. Left out where it can only be discarded. */
  readonly save?: (() => Promise<boolean>) | undefined;
  readonly discard?: (() => void) | undefined;
}

export interface LeavingQuestion {
  readonly what: readonly Unsaved[];
  readonly goOn: () => void;
}

const NOBODY: LeavingQuestion | undefined = undefined;

export type UnsavedStore = ReturnType<typeof createUnsaved>;

/** What is edited in this page, and the question before it is left. `page`: warns before its window is closed. */
export function createUnsaved(page: Pick<Window, 'addEventListener' | 'removeEventListener'>) {
  const edited = new Map<object, Unsaved>();
  const entries = createValue<readonly Unsaved[]>([]);
  const asking = createValue<LeavingQuestion | undefined>(NOBODY);
  const warn = (event: Event): void => event.preventDefault();

  function publish(): void {
    const isAny = edited.size > 0;
    // A page that listens for it is not kept by browsers for a step back: only as long as it must.
    if (isAny) page.addEventListener('beforeunload', warn);
    else page.removeEventListener('beforeunload', warn);
    entries.set([...edited.values()]);
  }

  return {
    entries,
    asking,
    set(whose: object, entry: Unsaved | undefined): void {
      if (entry === undefined && !edited.delete(whose)) return;
      if (entry !== undefined) edited.set(whose, entry);
      publish();
    },
    of: (whose: object): Unsaved | undefined => edited.get(whose),
    has: (account: string, tabKey: string): boolean =>
      entries.get().some((entry) => entry.account === account && entry.tabKey === tabKey),
    /** Goes on at once where nothing would be lost, and returns true; else asks first. */
    leave(isLost: (entry: Unsaved) => boolean, goOn: () => void): boolean {
      const what = entries.get().filter(isLost);
      if (what.length > 0) asking.set({ what, goOn });
      else goOn();
      return what.length === 0;
    },
    /** It is not to be asked about any more: the person has answered. */
    forget(what: readonly Unsaved[]): void {
      for (const [whose, entry] of edited) if (what.includes(entry)) edited.delete(whose);
      publish();
    },
  };
}
