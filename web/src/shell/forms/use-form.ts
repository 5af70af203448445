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

export interface FormOptions<D, N, A> {
  /** What is edited, as the question calls it that is asked when it would be lost. Left out where it is kept on the device: nothing is asked then. */
  readonly title?: string | ((draft: D) => string);
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
  /**
   * Sends it, once. Rejects with a `Failure`; returns false where it was not sent, and the form shows why. `version`: what it changes;
   * `isOver`: what somebody else has saved meanwhile is written over.
   */
  readonly send: (draft: D, version: number | null, isOver: boolean) => Promise<A | false>;
  /** A draft, that which was sent or what it has become meanwhile, with what the server has added to `sent`. Left out: as it is. */
  readonly saved?: (draft: D, sent: D, answer: A) => D;
  /** What is said of a failure. */
  readonly say: (failure: Failure) => string | undefined;
  /** What somebody else has saved meanwhile, as a failure tells it; undefined where that is about something else. */
  readonly newer?: (failure: Failure) => Newer<N> | undefined;
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

/** Reads the copy out of a VERSION_CONFLICT. */
export const newerCopy =
  <N>(versionOf: (copy: N) => number) =>
  ({ code, problem }: Failure): Newer<N> | undefined => {
    if (code !== 'VERSION_CONFLICT' || problem?.data == null) return undefined;
    const copy = problem.data as N;
    return { copy, version: versionOf(copy) };
  };

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
  /** Busy with being saved, not with an `attempt`. */
  readonly isSaving: boolean;
  readonly fault: FormFault | undefined;
  /** What somebody else has saved meanwhile; undefined where nobody was quicker. */
  readonly theirs: N | undefined;
  /** Edits the draft; what was said of it before is of no matter then. */
  readonly change: (part: Partial<D>) => void;
  /** Says from now on what is wrong. Returns whether it may be sent; else the first wrong field has the focus. */
  readonly check: (isValid?: (draft: D) => boolean) => boolean;
  /** Does something else with what is edited, as trying it, in the way in which it is saved: valid, one at a time, and what failed is said. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
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
 * while what is stored comes anew, is lost. `N`: what is known of a copy that somebody else has saved; `A`: what the server answers.
 */
export function useForm<D extends object, N = never, A = unknown>(options: FormOptions<D, N, A>): Form<D, N> {
  const { start, stored, isChanged = differs, rebase } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [before, setBefore] = useState(start);
  const [draft, setDraft] = useState(start);
  const [followed, setFollowed] = useState(stored);
  const [version, setVersion] = useState(options.version ?? null);
  const [isTried, setTried] = useState(false);
  const [work, setWork] = useState<'save' | 'attempt'>();
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
  const explain = (failure: Failure): void => {
    const other = options.newer?.(failure);
    if (other !== undefined) return setNewer(other);
    if (options.isGone?.(failure) === true) setVersion(null);
    const errors = new Map(failure.problem?.errors?.map(({ path, message }) => [path, message]) ?? []);
    flushSync(() => setFault({ code: failure.code, text: options.say(failure), errors }));
    focusWrong();
  };
  const run = async (kind: 'save' | 'attempt', does: () => Promise<boolean>): Promise<boolean> => {
    setFault(undefined);
    if (!check() || work !== undefined) return false;
    setWork(kind);
    try {
      return await does();
    } catch (error) {
      explain(asFailure(error));
      return false;
    } finally {
      setWork(undefined);
    }
  };
  const send = (isOver: boolean): Promise<boolean> =>
    run('save', async () => {
      const answer = await options.send(draft, isOver ? settle() : version, isOver);
      if (answer === false) return false;
      const { saved } = options;
      setBefore(saved === undefined ? draft : saved(draft, draft, answer));
      if (saved !== undefined) setDraft((now) => saved(now, draft, answer));
      return true;
    });
  const save = (): Promise<boolean> => send(options.savesOver === true);
  const { title } = options;
  const leave = useUnsaved({
    title: typeof title === 'function' ? title(draft) : (title ?? ''),
    isDirty: isDirty && title !== undefined,
    save,
    discard: () => setDraft(before),
  });
  return {
    ref,
    draft,
    before,
    isDirty,
    isTried,
    isBusy: work !== undefined,
    isSaving: work === 'save',
    fault,
    theirs: newer?.copy,
    change: (part) => {
      setFault(undefined);
      setDraft((known) => ({ ...known, ...part }));
    },
    check,
    attempt: (does) => run('attempt', async () => (await does()) !== false),
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
