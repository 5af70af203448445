import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useUnsaved } from './use-unsaved.ts';

/** Why the server did not take a form: the code of its problem, and what is said of it. */
export interface FormFault {
  readonly code: string;
  readonly text: string | undefined;
  /** What is said of single fields, by their paths. */
  readonly errors: ReadonlyMap<string, string>;
}

export interface FormOptions<D, N> {
  /** What is edited, as the question calls it that is asked when it would be lost. */
  readonly title: string | ((draft: D) => string);
  /** What the form begins with. */
  readonly start: D;
  /** Version of what is edited; null where there is none yet. */
  readonly version?: number | null;
  /** What the server has now: the form follows it while nothing is edited. Left out where the form is begun anew with what is newer. */
  readonly stored?: D;
  /** Edits of `before`, as edits of `stored`. Left out: as they are. */
  readonly rebase?: (draft: D, before: D, stored: D) => D;
  /** Whether something was edited. Left out: whether the drafts differ in anything. */
  readonly isChanged?: (before: D, draft: D) => boolean;
  /** Whether the draft may be sent. Fields that are wrong say so by `isTried`, and the first of them has the focus. */
  readonly isValid: (draft: D) => boolean;
  /** Finds what is to have the focus where no field says that it is wrong: a CSS selector. */
  readonly wrong?: string;
  /** Sends it, once. Rejects with a `Failure`. `version`: what it changes. */
  readonly send: (draft: D, version: number | null) => Promise<unknown>;
  /** What is said of a failure. */
  readonly say: (failure: Failure) => string | undefined;
  /** Reads what somebody else has saved out of the data of a VERSION_CONFLICT. */
  readonly newer?: (data: unknown) => Newer<N>;
  /** Saving once more writes over what somebody else has saved; else that wants `keepMine`. */
  readonly savesOver?: boolean;
  /** Whether what is edited is there no more: what is saved next is a new one. */
  readonly isGone?: (failure: Failure) => boolean;
}

/** A copy that somebody else has saved, with its version. */
export interface Newer<N> {
  readonly copy: N;
  readonly version: number;
}

export interface Form<D, N> {
  /** The form's element, in which wrong fields are looked for. */
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly draft: D;
  /** What the draft is compared with: what was begun with, or saved last. */
  readonly before: D;
  readonly isDirty: boolean;
  /** It was tried to save: from now on wrong fields say so. */
  readonly isTried: boolean;
  readonly isBusy: boolean;
  readonly fault: FormFault | undefined;
  /** What somebody else has saved meanwhile; undefined where nobody was quicker. */
  readonly theirs: N | undefined;
  /** Edits the draft; what was said of it before is of no matter then. */
  readonly change: (part: Partial<D>) => void;
  /** Says from now on what is wrong. Returns whether it may be sent; else the first wrong field has the focus. */
  readonly check: (isValid?: (draft: D) => boolean) => boolean;
  /** True once it is saved. Else the form says why not. */
  readonly save: () => Promise<boolean>;
  /** For `onSubmit`; `then` is called once it is saved. */
  readonly submit: (event: FormEvent, then?: () => void) => void;
  /** Begins anew with what somebody else has saved. */
  readonly takeTheirs: (draft: D) => void;
  /** Saves over what somebody else has saved. */
  readonly keepMine: () => Promise<boolean>;
  /** Goes on from the form, at once or after the question whether to save. */
  readonly leave: (then: () => void) => void;
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/**
 * A form: what is edited and since when, what is wrong, what is on its way, and who was quicker. Nothing that is typed while it is saved, or
 * while what is stored comes anew, is lost. `N`: what is known of a copy that somebody else has saved.
 */
export function useForm<D extends object, N = never>(options: FormOptions<D, N>): Form<D, N> {
  const { start, stored, isChanged = differs, rebase } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [before, setBefore] = useState(start);
  const [draft, setDraft] = useState(start);
  const [followed, setFollowed] = useState(stored);
  const [version, setVersion] = useState(options.version ?? null);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<FormFault>();
  const [newer, setNewer] = useState<Newer<N>>();
  const isDirty = isChanged(before, draft);
  if (stored !== undefined && followed !== undefined && isChanged(followed, stored)) {
    setFollowed(stored);
    setBefore(stored);
    if (rebase !== undefined) setDraft(rebase(draft, before, stored));
    else if (!isDirty) setDraft(stored);
  }

  const focusWrong = (): void => {
    const find = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid=true]') ?? (options.wrong === undefined ? undefined : find(options.wrong)))?.focus();
  };
  const check = (isValid = options.isValid): boolean => {
    flushSync(() => setTried(true));
    if (isValid(draft)) return true;
    focusWrong();
    return false;
  };
  /** What is saved next is based on the newer copy. */
  const settle = (): number | null => {
    if (newer === undefined) return version;
    setVersion(newer.version);
    setNewer(undefined);
    return newer.version;
  };
  /** `isOver`: what somebody else has saved meanwhile is written over. */
  const send = async (isOver: boolean): Promise<boolean> => {
    setFault(undefined);
    if (!check() || isBusy) return false;
    setBusy(true);
    try {
      await options.send(draft, isOver ? settle() : version);
      setBefore(draft);
      return true;
    } catch (error) {
      const failure = asFailure(error);
      const { problem } = failure;
      if (failure.code === 'VERSION_CONFLICT' && options.newer !== undefined && problem?.data != null)
        setNewer(options.newer(problem.data));
      else {
        if (options.isGone?.(failure) === true) setVersion(null);
        const errors = new Map(problem?.errors?.map(({ path, message }) => [path, message]) ?? []);
        flushSync(() => setFault({ code: failure.code, text: options.say(failure), errors }));
        focusWrong();
      }
      return false;
    } finally {
      setBusy(false);
    }
  };
  const save = (): Promise<boolean> => send(options.savesOver === true);
  const title = typeof options.title === 'string' ? options.title : options.title(draft);
  const leave = useUnsaved({ title, isDirty, save });
  return {
    ref,
    draft,
    before,
    isDirty,
    isTried,
    isBusy,
    fault,
    theirs: newer?.copy,
    change: (part) => {
      setFault(undefined);
      setDraft((known) => ({ ...known, ...part }));
    },
    check,
    save,
    submit: (event, then) => {
      event.preventDefault();
      void save().then((isDone) => (isDone ? then?.() : undefined));
    },
    takeTheirs: (other) => {
      settle();
      setBefore(other);
      setDraft(other);
      setFault(undefined);
    },
    keepMine: () => send(true),
    leave,
  };
}
