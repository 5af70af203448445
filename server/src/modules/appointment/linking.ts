import type { CommandContext } from '../../platform/operation/context.ts';
import { linkItems, linksOf } from '../record/index.ts';

/** Links an appointment with the records of the series that it was a part of. */
export async function copyLinks(ctx: CommandContext, fromId: number, toId: number): Promise<void> {
  const links = (await linksOf(ctx.db, ctx.instance.id, [fromId])).get(fromId) ?? [];
  const by = { reason: 'hand', detail: '', userId: ctx.person.id } as const;
  for (const { idoId, isSuggested } of links) if (!isSuggested) await linkItems(ctx, [toId], idoId, by);
}
