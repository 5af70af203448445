import type { Client } from '../../client/client.ts';
import { useDraftsLeft } from '../../client/drafts-left.ts';

async function save(client: Client): Promise<void> {
  const [{ saveKept }, { TASKS }] = await Promise.all([
    import('../../editor/open-edits.ts'),
    import('./detail/fields.ts'),
  ]);
  await saveKept(client, TASKS);
}

/** Saves what was written of tasks and notes and not saved when the page was left. */
export function KeptTasks() {
  useDraftsLeft('task', save);
  return null;
}
