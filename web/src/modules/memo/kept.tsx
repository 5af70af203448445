import type { Client } from '../../client/client.ts';
import { useDraftsLeft } from '../../client/drafts-left.ts';

async function save(client: Client): Promise<void> {
  const [{ saveKept }, { MEMOS }] = await Promise.all([import('../../editor/open-edits.ts'), import('./fields.ts')]);
  await saveKept(client, MEMOS);
}

/** Saves what was written of memos and not saved when the page was left. */
export function KeptMemos() {
  useDraftsLeft('memo', save);
  return null;
}
