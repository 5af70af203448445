import { createValue } from '../../client/value.ts';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'fault';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Stays until it is hidden. */
  readonly lasts?: true;
  /** Its text is another one each second: it is read out once. */
  readonly isCounting?: true;
}

/** What is said to be done. */
export interface Said {
  readonly text: string;
  readonly undo: string;
  /** In the place of `text` while seconds run, for as long as they do. */
  readonly counting?: { readonly seconds: number; readonly text: (left: number) => string };
}

const SHOWN_MS = 10_000;
const SECOND_MS = 1000;
const MAX_SHOWN = 3;
const MAX_UNDONE = 20;

/** What was said to be done, while it may yet be refused. */
export interface Done {
  /** It was not done: it is neither said nor undone any more. */
  readonly takeBack: () => void;
  /** Less was done than was said. */
  readonly reword: (text: string) => void;
}

export type Notices = ReturnType<typeof createNotices>;

/** Short messages at the bottom, and what can be undone. */
export function createNotices(later: (ms: number, run: () => void) => void, now: () => number = Date.now) {
  const shown = createValue<readonly Notice[]>([]);
  const undos: (() => void)[] = [];
  let next = 1;

  function hide(id: number): void {
    shown.set(shown.get().filter((notice) => notice.id !== id));
  }

  function show(notice: Omit<Notice, 'id' | 'tone'> & { tone?: Notice['tone'] }): number {
    const id = next;
    next += 1;
    // What is said again takes the place of what was said; each offer stands for itself.
    const others = shown.get().filter(({ text, action }) => text !== notice.text || action !== undefined);
    shown.set([...others, { tone: 'plain', ...notice, id } as Notice].slice(-MAX_SHOWN));
    if (notice.lasts !== true) later(SHOWN_MS, () => hide(id));
    return id;
  }

  /** Says something else in the place of a notice that is shown still. */
  function reword(id: number, text: string): void {
    shown.set(shown.get().map((notice) => (notice.id === id ? { ...notice, text } : notice)));
  }

  /** Says how many seconds are left, each second, until there are none: by the clock, for a page in the background is called late. */
  function count(text: (left: number) => string, seconds: number, action: Notice['action']): number {
    const end = now() + seconds * SECOND_MS;
    const id = show({
      text: text(seconds),
      lasts: true,
      isCounting: true,
      ...(action === undefined ? {} : { action }),
    });
    const tick = (): void => {
      if (!shown.get().some((notice) => notice.id === id)) return;
      const left = Math.ceil((end - now()) / SECOND_MS);
      if (left <= 0) return hide(id);
      reword(id, text(left));
      later(SECOND_MS, tick);
    };
    later(SECOND_MS, tick);
    return id;
  }

  return {
    shown,
    show,
    hide,
    reword,
    /**
     * Keeps how to undo what was done, for `z`, at once and for as long as the page lives. Once there is something to be `said`, it is
     * said, with a button that undoes it; where that fails nothing is said. Returns how to say that it was not done after all.
     */
    done(undo: () => void, said: Promise<Said>): Done {
      let id: number | undefined;
      let instead: string | undefined;
      const once = (): void => {
        const index = undos.indexOf(once);
        if (index < 0) return;
        undos.splice(index, 1);
        if (id !== undefined) hide(id);
        undo();
      };
      undos.push(once);
      if (undos.length > MAX_UNDONE) undos.shift();
      const say = ({ text, undo: label, counting }: Said): void => {
        if (!undos.includes(once)) return;
        // The newest thing done is the one that is undone: an older notice would only be in the way.
        for (const notice of shown.get())
          if (notice.action !== undefined && (notice.lasts !== true || notice.isCounting === true)) hide(notice.id);
        const action = { label, run: once };
        id =
          counting === undefined || instead !== undefined
            ? show({ text: instead ?? text, action })
            : count(counting.text, counting.seconds, action);
      };
      said.then(say, () => undefined);
      return {
        takeBack: () => {
          const index = undos.indexOf(once);
          if (index >= 0) undos.splice(index, 1);
          if (id !== undefined) hide(id);
        },
        reword: (text) => {
          instead = text;
          if (id !== undefined) reword(id, text);
        },
      };
    },
    /** Forgets what is shown and what could be undone: another account is shown. */
    clear(): void {
      undos.length = 0;
      shown.set([]);
    },
    /** Undoes the last thing that was done; false where there is none. */
    undoLast(): boolean {
      const last = undos.at(-1);
      last?.();
      return last !== undefined;
    },
  };
}
