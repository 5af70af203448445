import type { Client } from '../../client/client.ts';
import { useDraftsLeft } from '../../client/drafts-left.ts';
import type { LostEdit } from '../../editor/open-edits.ts';
import { lazily } from '../../ui/lazily.tsx';

const LostDialog = lazily(() => import('../../editor/writing/lost-dialog.tsx').then((module) => module.LostDialog));

async function save(client: Client): Promise<readonly LostEdit[]> {
  const [{ saveKept }, { TASKS }] = await Promise.all([
    import('../../editor/open-edits.ts'),
    import('./detail/fields.ts'),
  ]);
  return saveKept(client, TASKS);
}

/** Saves what was written of tasks and notes and not saved when the page was left; shows what can never be. */
export function KeptTasks() {
  const { lost, next } = useDraftsLeft('task', save);
  return lost === undefined ? null : <LostDialog lost={lost} onSeen={next} />;
}
