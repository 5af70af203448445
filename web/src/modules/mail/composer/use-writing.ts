import { useCallback, useMemo, useRef, useState, type RefObject } from 'react';
import type { Client } from '../../../client/client.ts';
import type { Draft } from '../../../client/drafts.ts';
import { useClient } from '../../../client/react.tsx';
import { draftName } from './sending.ts';
import type { Envelope, Held, Writing } from './state.ts';

export interface Written {
  /** As it is at this moment, also between two drawings. */
  readonly current: RefObject<Writing>;
  /** As it is drawn. */
  readonly writing: Writing;
  /** The same object for as long as only the text changes: what is drawn from it alone is not drawn anew with each letter. */
  readonly envelope: Envelope;
  readonly change: (part: Partial<Writing>) => void;
  /** Notes on the device under which number, and in which version, the server has it. */
  readonly hold: (held: Held) => void;
  /** Takes over what was joined with somebody else's version. */
  readonly put: (writing: Writing) => void;
  /** It is sent, or thrown away: nothing is kept on the device any more. */
  readonly end: () => void;
  /** Goes on as a draft of its own, with all that was written until then and is written meanwhile. */
  readonly goOnAs: (draftKey: string) => Promise<void>;
}

const written = new WeakMap<Client, Set<string>>();

/** Whether a draft was written in this page: nobody need be told that it is there again. */
export const isWrittenHere = (client: Client, draftKey: string): boolean => written.get(client)?.has(draftKey) === true;

function noteWritten(client: Client, draftKey: string): void {
  const keys = written.get(client) ?? new Set();
  written.set(client, keys.add(draftKey));
}

/**
 * What is written. The device has each letter within 200 ms, and as soon as the page is hidden: `kept` is open already, so that nothing is
 * waited for that a later letter could overtake.
 */
export function useWriting(begun: Writing, kept: Draft<Writing>): Written {
  const client = useClient();
  const current = useRef(begun);
  const saver = useRef<Draft<Writing> | undefined>(kept);
  const [envelope, setEnvelope] = useState<Envelope>(begun);
  const [doc, setDoc] = useState(begun.doc);
  const put = useCallback((writing: Writing): void => {
    current.current = writing;
    setEnvelope(writing);
    setDoc(writing.doc);
  }, []);
  const change = useCallback(
    (part: Partial<Writing>): void => {
      const changed = { ...current.current, ...part };
      current.current = changed;
      setDoc(changed.doc);
      if (Object.keys(part).some((name) => name !== 'doc')) setEnvelope(changed);
      saver.current?.save(changed);
      noteWritten(client, changed.draftKey);
    },
    [client],
  );
  const hold = useCallback((held: Held): void => {
    current.current = { ...current.current, ...held };
    saver.current?.save(current.current);
  }, []);
  const end = useCallback((): void => {
    saver.current = undefined;
  }, []);
  const goOnAs = useCallback(
    async (draftKey: string): Promise<void> => {
      saver.current = undefined;
      change({ draftKey, draftId: null, version: null, draftName: '' });
      const drafts = await client.drafts();
      const own = await drafts.open<Writing>(draftName(draftKey));
      own.save(current.current);
      saver.current = own;
      await drafts.flush();
    },
    [client, change],
  );
  const writing = useMemo(() => ({ ...envelope, doc }), [envelope, doc]);
  return { current, writing, envelope, change, hold, put, end, goOnAs };
}
