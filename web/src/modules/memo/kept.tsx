import type { Client } from '../../client/client.ts';
import { useDraftsLeft } from '../../client/drafts-left.ts';
import type { LostEdit } from '../../editor/open-edits.ts';
import { lazily } from '../../ui/lazily.tsx';

const LostDialog = lazily(() => import('../../editor/writing/lost-dialog.tsx').then((module) => module.LostDialog));

async function save(client: Client): Promise<readonly LostEdit[]> {
  const [{ saveKept }, { MEMOS }] = await Promise.all([import('../../editor/open-edits.ts'), import('./fields.ts')]);
  return saveKept(client, MEMOS);
}

/** Saves what was written of memos and not saved when the page was left; shows what can never be. */
export function KeptMemos() {
  const { lost, next } = useDraftsLeft('memo', save);
  return lost === undefined ? null : <LostDialog lost={lost} onSeen={next} />;
}
