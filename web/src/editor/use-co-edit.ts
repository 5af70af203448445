import { useEffect, useState } from 'react';
import { useClient, useValue } from '../client/react.tsx';
import { useUnsaved } from '../shell/forms/use-unsaved.ts';
import type { CoEdit, CoEditShown, Stored } from './co-edit.ts';
import { openEdit, type CoEditKind } from './open-edits.ts';

/**
 * The edit of one thing for as long as it is shown; undefined until it is known. `read` makes of what the server answers what is edited.
 * What the server has is taken over as it comes; leaving saves what is written.
 */
export function useCoEdit<D, F>(
  of: CoEditKind<F>,
  id: string,
  details: D | undefined,
  read: (details: D) => Promise<Stored<F>>,
): CoEdit<F> | undefined {
  const client = useClient();
  const [edit, setEdit] = useState<CoEdit<F>>();
  const [first, setFirst] = useState<Stored<F>>();
  useEffect(() => {
    if (details === undefined) return undefined;
    let isOver = false;
    void read(details).then((stored) => {
      if (isOver) return;
      setFirst((known) => known ?? stored);
      edit?.take(stored);
    });
    return () => {
      isOver = true;
    };
  }, [details, read, edit]);
  useEffect(() => {
    if (first === undefined) return undefined;
    let isOver = false;
    let release: (() => void) | undefined;
    void openEdit(client, of, id, first).then((open) => {
      release = open?.release;
      if (isOver) release?.();
      else setEdit(open?.edit);
    });
    return () => {
      isOver = true;
      release?.();
    };
  }, [client, of, id, first]);
  const { online } = useValue(client.connection);
  useEffect(() => {
    if (online) edit?.retry();
  }, [edit, online]);
  return edit;
}

/** How an edit stands, as it is drawn; asks before what the server will not have is left. `title`: what it is called then. */
export function useShownEdit<F>(edit: CoEdit<F>, title: string): CoEditShown<F> {
  const shown = useValue(edit.shown as Parameters<typeof useValue<CoEditShown<F>>>[0]);
  useUnsaved({ title, isDirty: shown.state === 'refused' && edit.hasOwn, save: () => edit.save() });
  return shown;
}
