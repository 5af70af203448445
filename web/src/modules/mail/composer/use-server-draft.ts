import type { Problem } from '@kontor/contract/kernel';
import { writingCommands, type DraftContent } from '@kontor/contract/mail';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { mergeWritings } from './merge.ts';
import { toDoc } from './schema.ts';
import { fromContent, toCommand, uploadsOf, type Held, type Writing } from './state.ts';
import type { ComposerTexts } from './texts.ts';

export type SaveState = 'unsaved' | 'saving' | 'saved' | 'failed' | 'sent';

/** What is done with what became of saving. */
export interface SavingEvents {
  readonly onMerged: (writing: Writing, by: string, isClean: boolean) => void;
  /** The server has it under that number, in that version. */
  readonly onSaved: (held: Held) => void;
}

/** The draft that the server has of what is written: it is saved there, and joined with what others have made of it. */
export function useServerDraft(
  current: RefObject<Writing>,
  writing: Writing,
  t: ComposerTexts,
  { onMerged, onSaved }: SavingEvents,
) {
  const client = useClient();
  const base = useRef(writing);
  const [state, setState] = useState<SaveState>('saved');
  const [refused, setRefused] = useState<Problem>();
  const [savedAt, setSavedAt] = useState<number>();
  const [draftId, setDraftId] = useState(writing.draftId);
  const busy = useRef<Promise<boolean> | undefined>(undefined);
  const isOver = useRef(false);
  const callbacks = useRef({ onMerged, onSaved });
  const versions = useRef<Held>({ draftId: writing.draftId, version: writing.version });
  useEffect(() => {
    callbacks.current = { onMerged, onSaved };
  });

  /** Takes in what others have made of it. */
  const join = useCallback(
    async (data: DraftContent): Promise<void> => {
      const theirs = fromContent(data, await toDoc(data.Content, data.isPlain), current.current.kind);
      const version = data.savedBy === '' ? t.versionElsewhere : t.version(data.savedBy);
      const { writing: both, isClean } = mergeWritings(base.current, current.current, theirs, version);
      versions.current = { draftId: data.ID, version: data.version };
      base.current = theirs;
      callbacks.current.onMerged(both, data.savedBy, isClean);
    },
    [current, t],
  );
  const again = useRef<((isAuto: boolean, tries: number) => Promise<boolean>) | undefined>(undefined);
  const once = useCallback(
    async (isAuto: boolean, tries = 3): Promise<boolean> => {
      const mine = { ...current.current, ...versions.current };
      const uploads = await client.uploads();
      const isThere = (id: string): boolean => uploads.all.get().get(id)?.state === 'complete';
      const command = { ...toCommand(mine, isThere), autoSave: isAuto, isGlobal: mine.isGlobal };
      setState('saving');
      setRefused(undefined);
      try {
        const answer =
          mine.kind === 'template'
            ? await client.sendNow(writingCommands.saveTemplate, command)
            : await client.sendNow(writingCommands.saveDraft, command);
        const { version } = answer;
        versions.current = { draftId: 'draftId' in answer ? answer.draftId : answer.templateId, version };
        base.current = { ...mine, version };
        callbacks.current.onSaved(versions.current);
        setSavedAt(Date.parse(answer.savedAt));
        setDraftId(versions.current.draftId);
        // What was written, or came up, while it was on its way is to be saved next.
        setState(current.current.doc === mine.doc && uploadsOf(mine).every(isThere) ? 'saved' : 'unsaved');
        return true;
      } catch (error) {
        const failure = asFailure(error);
        const data = failure.problem?.data as DraftContent | undefined;
        if (failure.code === 'MAIL_ALREADY_SENT') {
          setState('sent');
          return false;
        }
        // It waits for a connection, as what is written without one does from the beginning.
        if (failure.kind === 'offline') {
          setState('unsaved');
          return false;
        }
        if (failure.code !== 'VERSION_CONFLICT' || data === undefined || tries === 0) {
          setState('failed');
          setRefused(failure.problem);
          return false;
        }
        await join(data);
        return (await again.current?.(isAuto, tries - 1)) ?? false;
      }
    },
    [client, current, join],
  );
  useEffect(() => {
    again.current = once;
  });
  const save = useCallback(
    async (isAuto: boolean): Promise<boolean> => {
      await busy.current;
      if (isOver.current) return true;
      busy.current = once(isAuto).finally(() => (busy.current = undefined));
      return busy.current;
    },
    [once],
  );
  const end = useCallback(() => void (isOver.current = true), []);
  return { state, setState, refused, savedAt, draftId, base, versions, busy, isOver, join, save, end };
}
