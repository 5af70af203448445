import { sql } from 'kysely';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { announceChanges, edits, lockItems, type ItemEdit } from './changes.ts';
import type { Leaves } from './leaf.ts';

/** Where an item is for a person: in the lists, in the trash, or in the trash as spam. */
export type PlaceOfItem = 'inbox' | 'trash' | 'junk';

/** Something outside moved an item, for the owner of what it lies in and for those who see it through a shared box. */
export interface PlaceChange {
  readonly activityId: number;
  readonly place: PlaceOfItem;
  readonly ownerId: number;
  /** Box whose members share their states; null where they do not. */
  readonly sharedBoxId: number | null;
}

const EDITS: Readonly<Record<PlaceOfItem, (now: Date) => ItemEdit>> = {
  inbox: () => edits.restore(),
  trash: edits.trash,
  junk: edits.spam,
};

/** Moves items to the trash and back because something outside did so. The leaves are not told: they are where it comes from. */
export async function setPlaceFromOutside(ctx: ChangeContext, changes: readonly PlaceChange[]): Promise<void> {
  if (changes.length === 0) return;
  await lockItems(
    ctx,
    changes.map(({ activityId }) => activityId),
  );
  const now = new Date(ctx.now());
  const changed: { activity_id: number; user_id: number }[] = [];
  for (const { activityId, place, ownerId, sharedBoxId } of changes) {
    const edit = EDITS[place](now);
    const { rows } = await sql<{ activity_id: number; user_id: number }>`
      update activity_user t set ${edit.set} where t.instance_id = ${ctx.instance.id} and t.activity_id = ${activityId}
        and (t.user_id = ${ownerId} or t.box_id = ${sharedBoxId}::int) and (${edit.where})
      returning t.activity_id, t.user_id`.execute(ctx.db);
    changed.push(...rows);
  }
  const nobody: Leaves = new Map();
  await announceChanges(ctx, nobody, changed);
}
