import { useCallback, useEffect, useRef, useState } from 'react';
import type { Draft } from './drafts.ts';
import { useClient } from './react.tsx';

export interface UsedDraft<T> {
  /** When what was found had been kept, in milliseconds since 1970; undefined where nothing was, or it is discarded. */
  readonly foundAt: number | undefined;
  /** Keeps what is being written. */
  readonly save: (value: T) => void;
  /** It was sent, or is not wanted any more. */
  readonly discard: () => void;
}

/**
 * The draft of an editor for as long as it is shown. `onFound` gets what an earlier page has left behind, or another one is writing,
 * while nothing has been written here.
 */
export function useDraft<T>(kind: string, id: string, onFound: (value: T) => void): UsedDraft<T> {
  const client = useClient();
  const draft = useRef<Promise<Draft<T>>>(undefined);
  const isTouched = useRef(false);
  const found = useRef(onFound);
  const [foundAt, setFoundAt] = useState<number>();
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    let isOver = false;
    isTouched.current = false;
    const take = (value: unknown, savedAt: number): void => {
      if (isOver || isTouched.current) return;
      setFoundAt(savedAt);
      found.current(value as T);
    };
    let stop: (() => void) | undefined;
    draft.current = client.drafts().then((drafts) => {
      if (!isOver)
        stop = drafts.watch({ kind, id }, (kept) => {
          if (kept !== undefined) take(kept.value, kept.savedAt);
        });
      return drafts.open<T>({ kind, id });
    });
    void draft.current.then(({ value, savedAt }) => {
      if (value !== undefined && savedAt !== undefined) take(value, savedAt);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [client, kind, id]);
  const save = useCallback((value: T) => {
    isTouched.current = true;
    void draft.current?.then((open) => open.save(value));
  }, []);
  const discard = useCallback(() => {
    isTouched.current = true;
    setFoundAt(undefined);
    void draft.current?.then((open) => open.discard());
  }, []);
  return { foundAt, save, discard };
}
