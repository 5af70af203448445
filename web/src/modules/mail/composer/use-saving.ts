import type { Problem } from '@kontor/contract/kernel';
import { useCallback, useMemo, type RefObject } from 'react';
import type { Held, Writing } from './state.ts';
import type { ComposerTexts } from './texts.ts';
import { useAutoSaving, useSavingOnceOnline, useTakingIn } from './use-auto-saving.ts';
import { useServerDraft, type SaveState, type SavingEvents } from './use-server-draft.ts';

export interface Saving {
  readonly state: SaveState;
  /** Why the server would not have it, where it said so. */
  readonly refused: Problem | undefined;
  /** Milliseconds since 1970. */
  readonly savedAt: number | undefined;
  /** The draft on the server; null while there is none. */
  readonly draftId: number | null;
  /** Saves now; `isAuto`: an automatic draft stays one. False where that could not be. */
  readonly save: (isAuto: boolean) => Promise<boolean>;
  /** Whether something is written here that the server has not. */
  readonly hasOwn: () => boolean;
  /** What the server has now. No version while one is on its way: it may be older when it comes there. */
  readonly held: () => Held;
  /** Nothing is saved any more: the mail is sent, or thrown away. */
  readonly end: () => void;
  /** The same; returns the draft that the server has once nothing is on its way any more. */
  readonly ended: () => Promise<Held>;
}

/**
 * Keeps a draft on the server while it is written, straight: in a queue it would be out of date. What somebody else has saved meanwhile
 * is joined with it, and saved again.
 */
export function useSaving(
  current: RefObject<Writing>,
  writing: Writing,
  t: ComposerTexts,
  events: SavingEvents,
): Saving {
  const draft = useServerDraft(current, writing, t, events);
  const { state, refused, savedAt, draftId, base, versions, busy, save, end } = draft;
  useTakingIn(draft);
  useAutoSaving(writing, draft);
  const hasOwn = useCallback((): boolean => {
    const about = ({ subject, doc, files, receiversTo, receiversCC, receiversBCC }: Writing): string =>
      JSON.stringify([subject, doc, files.map(({ name }) => name), receiversTo, receiversCC, receiversBCC]);
    return about(base.current) !== about(current.current);
  }, [base, current]);
  useSavingOnceOnline(current, hasOwn, save);
  const held = useCallback(
    (): Held => ({
      draftId: versions.current.draftId,
      version: busy.current === undefined ? versions.current.version : null,
    }),
    [versions, busy],
  );
  const ended = useCallback(async (): Promise<Held> => {
    end();
    await busy.current;
    return versions.current;
  }, [end, busy, versions]);
  return useMemo(
    () => ({ state, refused, savedAt, draftId, save, hasOwn, held, end, ended }),
    [state, refused, savedAt, draftId, save, hasOwn, held, end, ended],
  );
}
