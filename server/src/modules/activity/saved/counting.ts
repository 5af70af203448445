import type { QueryContext } from '../../../platform/operation/context.ts';
import { resolveGroups, type ListFilter } from '../filter.ts';
import { compileFilter } from '../store/filter.ts';
import { countRows } from '../store/lists.ts';
import { countThroughTime, planSearch } from '../store/windows.ts';

/** How many items a list has, up to `most`: no more of them are read than that where they can be found one after the other. */
export async function countUpTo(ctx: QueryContext, filter: ListFilter, most: number): Promise<number> {
  const compiled = compileFilter(ctx, await resolveGroups(ctx, filter));
  const { text } = compiled;
  if (text === undefined) return countRows(ctx.db, compiled, most);
  const viewer = { instanceId: ctx.instance.id, userId: ctx.person.id };
  const plan = await planSearch(ctx.db, viewer, text);
  const newest = await countThroughTime(ctx.db, viewer, { ...compiled, text }, plan, most);
  return newest ?? countRows(ctx.db, compiled, most);
}
