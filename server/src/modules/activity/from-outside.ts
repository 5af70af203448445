import type { Status } from '@kontor/contract/activity';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { NO_LEAVES, announceChanges } from './changes.ts';
import { applyEditFor, edits, lockItems, setStatus, type ItemEdit, type SeenBy } from './store/states.ts';

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

/** Something outside (a mail program, a phone) says how an item stands; `onlyFrom` limits it to people with whom it stands so. */
export interface StatusChange {
  readonly activityId: number;
  readonly userIds: readonly number[];
  readonly status: Status;
  readonly onlyFrom: readonly Status[];
}

const EDITS: Readonly<Record<PlaceOfItem, (now: Date) => ItemEdit>> = {
  inbox: () => edits.restore(),
  trash: edits.trash,
  junk: edits.spam,
};

/** Moves items to the trash and back because something outside did so. The leaves are not told: they are where it comes from. */
export function setPlaceFromOutside(ctx: ChangeContext, changes: readonly PlaceChange[]): Promise<void> {
  const now = new Date(ctx.now());
  return applyEach(ctx, changes, (change) => applyEditFor(ctx, change.activityId, change, EDITS[change.place](now)));
}

/** Sets the state of items for some people because something outside did so. The leaves are not told either. */
export function setStatusFromOutside(ctx: ChangeContext, changes: readonly StatusChange[]): Promise<void> {
  return applyEach(ctx, changes, (change) => setStatus(ctx, change));
}

async function applyEach<C extends { readonly activityId: number }>(
  ctx: ChangeContext,
  changes: readonly C[],
  apply: (change: C) => Promise<readonly SeenBy[]>,
): Promise<void> {
  if (changes.length === 0) return;
  await lockItems(
    ctx,
    changes.map(({ activityId }) => activityId),
  );
  const altered: SeenBy[] = [];
  for (const change of changes) altered.push(...(await apply(change)));
  await announceChanges(ctx, NO_LEAVES, altered);
}
