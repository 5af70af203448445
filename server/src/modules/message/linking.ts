import type { CommandContext } from '../../platform/operation/context.ts';
import { isRecord, linkItems } from '../record/index.ts';

/**
 * Links a message, which was taken for this transaction, with records that a text names, as far as they are there; nothing for who sees no records.
 * It stays in the open lists: what is named in talk was not filed away by that. Fails with RECORD_TOO_MANY_LINKS.
 */
export async function linkNamed(ctx: CommandContext, messageId: number, recordIds: readonly number[]): Promise<void> {
  const { db, instance, person } = ctx;
  if (!person.rights.idoList) return;
  for (const recordId of recordIds) {
    if (!(await isRecord(db, instance.id, recordId))) continue;
    const why = { reason: 'hand', detail: '', userId: person.id } as const;
    await linkItems(ctx, [messageId], recordId, why, { archives: false });
  }
}
