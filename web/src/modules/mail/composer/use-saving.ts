import type { Problem } from '@kontor/contract/kernel';
import { writingCommands, writingEvents, writingQueries, type DraftContent } from '@kontor/contract/mail';
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import * as v from 'valibot';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { mergeWritings } from './merge.ts';
import { isNothing } from './nothing.ts';
import { toDoc } from './schema.ts';
import { fromContent, toCommand, uploadsOf, type Held, type Writing } from './state.ts';
import type { ComposerTexts } from './texts.ts';

/** Quiet after which what is written is saved on the server, and the longest that it is put off, in milliseconds. */
const QUIET_MS = 3000;
const MAX_MS = 10_000;

export type SaveState = 'unsaved' | 'saving' | 'saved' | 'failed' | 'sent';

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
  {
    onMerged,
    onSaved,
  }: {
    readonly onMerged: (writing: Writing, by: string, isClean: boolean) => void;
    /** The server has it under that number, in that version. */
    readonly onSaved: (held: Held) => void;
  },
): Saving {
  const client = useClient();
  const base = useRef(writing);
  const [state, setState] = useState<SaveState>('saved');
  const [refused, setRefused] = useState<Problem>();
  const [savedAt, setSavedAt] = useState<number>();
  const [draftId, setDraftId] = useState(writing.draftId);
  const busy = useRef<Promise<boolean> | undefined>(undefined);
  const isOver = useRef(false);
  const first = useRef<number | undefined>(undefined);
  const told = useRef({ onMerged, onSaved });
  const versions = useRef<{ readonly id: number | null; readonly version: number | null }>({
    id: writing.draftId,
    version: writing.version,
  });
  useEffect(() => {
    told.current = { onMerged, onSaved };
  });

  /** Takes in what others have made of it. */
  const join = useCallback(
    async (data: DraftContent): Promise<void> => {
      const theirs = fromContent(data, await toDoc(data.Content, data.isPlain), current.current.kind);
      const version = data.savedBy === '' ? t.versionElsewhere : t.version(data.savedBy);
      const { writing: both, isClean } = mergeWritings(base.current, current.current, theirs, version);
      versions.current = { id: data.ID, version: data.version };
      base.current = theirs;
      told.current.onMerged(both, data.savedBy, isClean);
    },
    [current, t],
  );

  const again = useRef<((isAuto: boolean, tries: number) => Promise<boolean>) | undefined>(undefined);
  const once = useCallback(
    async (isAuto: boolean, tries = 3): Promise<boolean> => {
      const mine = { ...current.current, draftId: versions.current.id, version: versions.current.version };
      const uploads = await client.uploads();
      const isThere = (id: string): boolean => uploads.all.get().get(id)?.state === 'complete';
      const command = { ...toCommand(mine, isThere), autoSave: isAuto, isGlobal: mine.isGlobal };
      setState('saving');
      setRefused(undefined);
      try {
        const answer =
          mine.kind === 'template'
            ? await client.tellNow(writingCommands.saveTemplate, command)
            : await client.tellNow(writingCommands.saveDraft, command);
        versions.current = { id: 'draftId' in answer ? answer.draftId : answer.templateId, version: answer.version };
        base.current = { ...mine, version: answer.version };
        told.current.onSaved({ draftId: versions.current.id, version: answer.version });
        setSavedAt(Date.parse(answer.savedAt));
        setDraftId(versions.current.id);
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

  // What somebody else saves comes in while one writes.
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.type !== writingEvents.draftChanged.type) return;
        const parsed = v.safeParse(writingEvents.draftChanged.payload, event.payload);
        if (!parsed.success || parsed.output.draftId !== versions.current.id) return;
        const { draftId, version } = parsed.output;
        const take = async (): Promise<void> => {
          await busy.current;
          if (isOver.current || version <= (versions.current.version ?? 0)) return;
          try {
            const params = { draftOrTemplateId: draftId };
            const { results } = await client.transport.query(writingQueries.draftOrTemplate, params, { once: true });
            if (results.version > (versions.current.version ?? 0)) await join(results);
          } catch (error) {
            // It is gone: saving says whether it was sent.
            if (asFailure(error).code === 'NOT_FOUND') await save(true);
          }
        };
        void take();
      }),
    [client, join, save],
  );

  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    if (isOver.current) return undefined;
    setState((now) => (now === 'sent' ? now : 'unsaved'));
    // Templates are saved when the person says so; of what nothing was written in there is no draft.
    if (writing.kind === 'template') return undefined;
    if (versions.current.id === null && isNothing(writing)) {
      setState('saved');
      return undefined;
    }
    first.current ??= Date.now();
    const wait = Math.max(0, Math.min(QUIET_MS, first.current + MAX_MS - Date.now()));
    const timer = setTimeout(() => {
      first.current = undefined;
      if (client.connection.get().online) void save(true);
    }, wait);
    return () => clearTimeout(timer);
  }, [writing, save, client]);

  const hasOwn = useCallback((): boolean => {
    const about = ({ subject, doc, files, receiversTo, receiversCC, receiversBCC }: Writing): string =>
      JSON.stringify([subject, doc, files.map(({ name }) => name), receiversTo, receiversCC, receiversBCC]);
    return about(base.current) !== about(current.current);
  }, [current]);
  // What was written without a connection is saved once there is one.
  const { online } = useValue(client.connection);
  const wasOffline = useRef(false);
  useEffect(() => {
    const isBack = online && wasOffline.current;
    wasOffline.current = !online;
    if (isBack && current.current.kind === 'mail' && hasOwn()) void save(true);
  }, [online, current, hasOwn, save]);
  const held = useCallback(
    (): Held => ({
      draftId: versions.current.id,
      version: busy.current === undefined ? versions.current.version : null,
    }),
    [],
  );
  const end = useCallback(() => void (isOver.current = true), []);
  const ended = useCallback(async (): Promise<Held> => {
    isOver.current = true;
    await busy.current;
    return { draftId: versions.current.id, version: versions.current.version };
  }, []);
  return useMemo(
    () => ({ state, refused, savedAt, draftId, save, hasOwn, held, end, ended }),
    [state, refused, savedAt, draftId, save, hasOwn, held, end, ended],
  );
}
