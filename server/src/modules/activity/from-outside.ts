import type { Status } from '@kontor/contract/activity';
import { kindNameOf } from '@kontor/contract/kernel';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { NO_LEAVES, announceChanges } from './changes.ts';
import { editsOfMany } from './history-rules.ts';
import { noteNews } from './news.ts';
import { insertEdits } from './store/history.ts';
import {
  applyEditFor,
  edits,
  lockItems,
  setStatus,
  type EditedRow,
  type ItemEdit,
  type SeenBy,
  type ViewerRow,
} from './store/states.ts';

/** Where an item is for a person: in the lists, in the trash, or in the trash as spam. */
export type ItemLocation = 'inbox' | 'trash' | 'junk';

/** Something outside moved an item, for the owner of what it lies in and for those who see it through a shared box. */
export interface LocationChange {
  readonly activityId: number;
  readonly location: ItemLocation;
  readonly ownerId: number;
  /** Box whose members share their states; null where they do not. */
  readonly sharedBoxId: number | null;
}

/** Something outside (a mail program, a phone) says how an item stands; `onlyFrom` limits it to people with whom it stands so. */
export interface StatusChange {
  readonly activityId: number;
  readonly userIds: readonly number[];
  readonly status: Status;
  readonly onlyFrom: readonly Status[];
}

const EDITS: Readonly<Record<ItemLocation, (now: Date) => ItemEdit>> = {
  inbox: () => edits.restore(),
  trash: edits.trash,
  junk: edits.spam,
};

/**
 * Moves items to the trash and back because something outside did so, which the history says. The leaves are not told: they are where it comes
 * from.
 */
export async function setLocationFromOutside(ctx: ChangeContext, changes: readonly LocationChange[]): Promise<void> {
  const now = new Date(ctx.now());
  await applyEach(ctx, changes, async (change) => {
    const edit = EDITS[change.location](now);
    const edited = await applyEditFor(ctx, change.activityId, change, edit);
    await noteMove(ctx, change, edit, edited);
    return edited;
  });
}

async function noteMove(
  ctx: ChangeContext,
  { ownerId, sharedBoxId }: LocationChange,
  { says }: ItemEdit,
  edited: readonly EditedRow[],
): Promise<void> {
  const [first] = edited.toSorted((one, other) => Number(other.user_id === ownerId) - Number(one.user_id === ownerId));
  if (says === undefined || first === undefined) return;
  const notes = editsOfMany(edited, first.user_id, says);
  // Which of those who share a box it was is known to nobody here.
  const shared = (boxId: number) => notes.map((one) => ({ ...one, userId: 0, isPersonal: false, boxId }));
  await insertEdits(ctx, sharedBoxId === null ? notes : shared(sharedBoxId));
}

/** Sets the state of items for some people because something outside did so. The leaves are not told either. What is New again is news. */
export async function setStatusFromOutside(ctx: ChangeContext, changes: readonly StatusChange[]): Promise<void> {
  const altered = await applyEach(ctx, changes, (change) => setStatus(ctx, change));
  noteNews(
    ctx,
    altered.map((row) => ({
      userId: row.user_id,
      module: kindNameOf(row.module),
      entryId: row.activity_id,
      status: row.status,
      isAside: row.trashed || row.archived || row.snoozed_until !== null,
    })),
  );
}

async function applyEach<C extends { readonly activityId: number }>(
  ctx: ChangeContext,
  changes: readonly C[],
  apply: (change: C) => Promise<readonly SeenBy[]>,
): Promise<readonly ViewerRow[]> {
  if (changes.length === 0) return [];
  await lockItems(
    ctx,
    changes.map(({ activityId }) => activityId),
  );
  const altered: SeenBy[] = [];
  for (const change of changes) altered.push(...(await apply(change)));
  return announceChanges(ctx, NO_LEAVES, altered);
}
