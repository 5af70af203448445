import { useMemo } from 'react';
import type { Client } from '../../../client/client.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useSplit, type Shell } from '../../../shell/index.ts';
import { writeAddress } from './address.ts';
import { keepWriting } from './sending.ts';
import type { Writing } from './state.ts';

/** Where a mail is written, and how that is left. */
export interface Frame {
  /** Beneath the mail that it answers, in little room; else in a tab of its own. */
  readonly isBeneath: boolean;
  /** Out of sight. `keeps`: something is written that is gone on with later. */
  readonly leave: (keeps: boolean) => void;
  /** It is sent or thrown away. `isDealtWith`: what it answers is done, or put off, with it. */
  readonly finish: (isDealtWith: boolean) => void;
  /** Shows a mail again as it was. */
  readonly reopen: (writing: Writing) => void;
  /** Goes on in a tab of its own. */
  readonly toTab: (writing: Writing) => void;
  /** It goes on as a draft of another name. */
  readonly rename: (draftKey: string) => void;
}

/** Opens a mail as it was, in a tab of its own. */
export async function openWriting(client: Client, { tabs }: Pick<Shell, 'tabs'>, writing: Writing): Promise<void> {
  await keepWriting(client, writing);
  const { draftId, draftKey } = writing;
  tabs.open(
    draftId === null
      ? writeAddress(client, { kind: 'new' }).replace(/draft=.*/, `draft=${draftKey}`)
      : writeAddress(client, { kind: 'draft', id: draftId, draftKey }),
    'keep',
  );
}

/** A tab of its own. */
export function useTabFrame(rename: (draftKey: string) => void): Frame {
  const client = useClient();
  const shell = useShell();
  const wide = useSplit();
  return useMemo(() => {
    const close = (): void => (wide ? shell.tabs.leave() : shell.navigator.back());
    const open = (writing: Writing): void => void openWriting(client, shell, writing);
    return { isBeneath: false, leave: close, finish: close, reopen: open, toTab: open, rename };
  }, [client, shell, wide, rename]);
}
