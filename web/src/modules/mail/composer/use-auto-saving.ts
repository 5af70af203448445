import { writingEvents, writingQueries, type DraftContent } from '@kontor/contract/mail';
import { useEffect, useRef, type RefObject } from 'react';
import * as v from 'valibot';
import { asFailure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { isNothing } from './nothing.ts';
import type { Held, Writing } from './state.ts';
import type { SaveState } from './use-server-draft.ts';

/** Quiet after which what is written is saved on the server, and the longest that it is put off, in milliseconds. */
const QUIET_MS = 3000;
const MAX_MS = 10_000;

/** The draft on the server, as far as saving at a moment of its own needs it. */
interface ServerDraft {
  readonly versions: RefObject<Held>;
  /** What is on its way. */
  readonly busy: RefObject<Promise<boolean> | undefined>;
  /** Nothing is saved any more. */
  readonly isOver: RefObject<boolean>;
  readonly setState: (next: (now: SaveState) => SaveState) => void;
  readonly join: (data: DraftContent) => Promise<void>;
  readonly save: (isAuto: boolean) => Promise<boolean>;
}

/** Takes in what somebody else saves while one writes. */
export function useTakingIn({ versions, busy, isOver, join, save }: Omit<ServerDraft, 'setState'>): void {
  const client = useClient();
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.type !== writingEvents.draftChanged.type) return;
        const parsed = v.safeParse(writingEvents.draftChanged.payload, event.payload);
        if (!parsed.success || parsed.output.draftId !== versions.current.draftId) return;
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
    [client, join, save, versions, busy, isOver],
  );
}

/** Saves what is written after a pause, and at the latest after `MAX_MS`. */
export function useAutoSaving(
  writing: Writing,
  { versions, isOver, setState, save }: Pick<ServerDraft, 'versions' | 'isOver' | 'setState' | 'save'>,
): void {
  const client = useClient();
  const first = useRef<number | undefined>(undefined);
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
    if (versions.current.draftId === null && isNothing(writing)) {
      setState(() => 'saved');
      return undefined;
    }
    first.current ??= Date.now();
    const wait = Math.max(0, Math.min(QUIET_MS, first.current + MAX_MS - Date.now()));
    const timer = setTimeout(() => {
      first.current = undefined;
      if (client.connection.get().online) void save(true);
    }, wait);
    return () => clearTimeout(timer);
  }, [writing, save, client, versions, isOver, setState]);
}

/** Saves what was written without a connection once there is one. */
export function useSavingOnceOnline(
  current: RefObject<Writing>,
  hasOwn: () => boolean,
  save: (isAuto: boolean) => Promise<boolean>,
): void {
  const { online } = useValue(useClient().connection);
  const wasOffline = useRef(false);
  useEffect(() => {
    const isBack = online && wasOffline.current;
    wasOffline.current = !online;
    if (isBack && current.current.kind === 'mail' && hasOwn()) void save(true);
  }, [online, current, hasOwn, save]);
}
