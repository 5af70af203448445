import type { ComponentType } from 'react';
import type { Client } from '../../../client/client.ts';
import { useDraftsLeft } from '../../../client/drafts-left.ts';
import type { CoEditKind, LostEdit } from '../../../editor/open-edits.ts';
import { lazily } from '../../../ui/lazily.tsx';

const LostDialog = lazily(() => import('../../../editor/writing/lost-dialog.tsx').then((module) => module.LostDialog));

/** Saves what was written of a kind and not saved when the page was left; shows what can never be. `kind`: what its drafts are called. */
export function keptEdits<F>(kind: string, load: () => Promise<CoEditKind<F>>): ComponentType {
  const save = async (client: Client): Promise<readonly LostEdit[]> => {
    const [{ saveKept }, edits] = await Promise.all([import('../../../editor/open-edits.ts'), load()]);
    return saveKept(client, edits);
  };
  return function KeptEdits() {
    const { lost, next } = useDraftsLeft(kind, save);
    return lost === undefined ? null : <LostDialog lost={lost} onSeen={next} />;
  };
}
