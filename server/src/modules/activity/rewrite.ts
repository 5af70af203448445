import { activityEvents, listKey } from '@kontor/contract/activity';
import { kindNumber, type ItemKindName } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { NO_LEAVES, announceChanges, tellViewers } from './changes.ts';
import { mergedExtras, replaceContacts, replaceContent, replaceWords, type EntryContent } from './store/items.ts';
import { putSearch, putSearches, type SearchTexts } from './store/search.ts';
import { countVersionsUp, lockItems } from './store/states.ts';
import { forgetTexts } from './store/texts.ts';
import { noteFiles } from './texts.ts';

/** What an item says, without where it lies and how it stands with anybody. */
export type ItemContent = EntryContent & { readonly search: SearchTexts };

/**
 * Puts other content into an item, because more is known of it than when it came. Its id, its place, its people and their states
 * stay; fields of the stored extras that the new ones do not name stay too. Everybody who sees it hears of it.
 */
export async function rewriteItem(
  ctx: ChangeContext,
  module: ItemKindName,
  activityId: number,
  { search, ...content }: ItemContent,
): Promise<void> {
  const [, viewers] = await Promise.all([
    lockItems(ctx, [activityId]),
    replaceContent(ctx, activityId, content),
    forgetTexts(ctx, activityId),
  ]);
  const { ts } = content;
  const viewerIds = viewers.map((row) => row.user_id);
  await Promise.all([
    putSearch(ctx, { activityId, ts, module: kindNumber(module), viewerIds, search }),
    search.hasFiles ? noteFiles(ctx, [{ activityId, ts }]) : undefined,
    announceChanges(ctx, NO_LEAVES, viewers),
  ]);
}

/**
 * Puts other words into an item, because somebody has thought better of them. Where it stands in lists, its people and their states stay. Of a kind
 * that says whether it has files these are read anew. Everybody who sees it hears of it.
 */
export async function renameItem(
  ctx: ChangeContext,
  module: ItemKindName,
  activityId: number,
  { search, ...content }: Omit<ItemContent, 'ts'>,
): Promise<void> {
  await lockItems(ctx, [activityId]);
  const { ts, viewers } = await replaceWords(ctx, activityId, content);
  const viewerIds = viewers.map((row) => row.user_id);
  if (search.hasFiles !== undefined) await forgetTexts(ctx, activityId);
  await putSearch(ctx, { activityId, ts, module: kindNumber(module), viewerIds, search });
  if (search.hasFiles) await noteFiles(ctx, [{ activityId, ts }]);
  await announceChanges(ctx, NO_LEAVES, viewers);
}

/** Merges fields into the stored extras of an item and tells its viewers. */
export async function patchExtras(
  ctx: ChangeContext,
  activityId: number,
  patch: Record<string, unknown>,
): Promise<void> {
  tellViewers(ctx, await countVersionsUp(ctx, [activityId], undefined, mergedExtras(patch)));
}

/** Other words for an item that is read by many. */
export interface RenamedItem {
  readonly activityId: number;
  readonly contact: string;
  readonly search: SearchTexts;
}

/**
 * Puts another contact, and what they are found by, into items of a kind, because something that they name is called otherwise. Nothing else of them changes;
 * who sees any of them is told once, that lists are others than before. The items must have been taken for this transaction.
 */
export async function renameItems(
  ctx: ChangeContext,
  module: ItemKindName,
  items: readonly RenamedItem[],
): Promise<void> {
  const byId = new Map(items.map((item) => [item.activityId, item]));
  const rows = await replaceContacts(ctx, items);
  const byItem = Map.groupBy(rows, (row) => row.activity_id);
  await putSearches(
    ctx,
    [...byItem].flatMap(([activityId, viewers]) => {
      const [first] = viewers;
      const item = byId.get(activityId);
      return first === undefined || item === undefined
        ? []
        : {
            activityId,
            ts: first.ts,
            module: kindNumber(module),
            viewerIds: viewers.map((row) => row.user_id),
            search: item.search,
          };
    }),
  );
  const users = [...new Set(rows.map((row) => row.user_id))];
  if (users.length === 0) return;
  const keys = [listKey(), listKey(module)];
  ctx.emit(activityEvents.activityChanged, { users }, { keys, processIds: [...ctx.processIds], aggregateIds: [] });
}
