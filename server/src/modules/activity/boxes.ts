import type { ItemKindName } from '@kontor/contract/kernel';
import type { Db } from '../../platform/db/database.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { holdBox, setBoxMembers } from '../account/index.ts';
import { addViewers, removeViewers, type Viewer } from './items.ts';
import { followTold } from './told.ts';

/** An item of a box, and the state that it has with somebody who joins. */
export interface BoxItem {
  readonly activity_id: number;
  readonly status: Viewer['status'];
}

/** What a kind of item says of the boxes that its items lie in. */
export interface BoxKind {
  readonly module: ItemKindName;
  /** The name of the job that shows a box to who has joined it. */
  readonly job: string;
  /** At most `most` items of a box, the newest first, from below `before` on. */
  readonly itemsOf: (
    db: Db,
    instanceId: number,
    boxId: number,
    before: number | null,
    most: number,
  ) => Promise<readonly BoxItem[]>;
  /** Sees to it that people who leave keep what stays theirs; all else of the box is taken from them right after. */
  readonly keep: (db: Db, instanceId: number, boxId: number, userIds: readonly number[]) => Promise<void>;
}

/** A box as it was read under its lock. */
export interface HeldBox {
  readonly box_id: number;
  readonly member_ids: readonly number[];
}

export interface BoxDoor {
  /** Shows what lies in a box to these people, step by step behind the change; who is no member by then sees none of it. */
  readonly show: (ctx: ChangeContext, boxId: number, userIds: readonly number[]) => Promise<void>;
  /**
   * Makes these people, and no others, the members of a box that is held: who joins sees what lies in it from now on, who leaves
   * sees it no more but for what the kind lets them keep. Returns who left.
   */
  readonly changeMembers: (
    ctx: ChangeContext,
    box: HeldBox,
    memberIds: readonly number[],
  ) => Promise<readonly number[]>;
  readonly jobs: JobHandlers;
}

const SHOWN_AT_ONCE = 200;

/** How people come to see the items of boxes of one kind, and cease to. */
export function boxDoor({ module, job, itemsOf, keep }: BoxKind): BoxDoor {
  const enqueue = (ctx: ChangeContext, boxId: number, userIds: readonly number[], before: number | null) =>
    ctx.enqueue(job, { boxId, userIds, before }, { queue: `${job}:${ctx.instance.id}:${boxId}` });
  const show: BoxDoor['show'] = (ctx, boxId, userIds) => enqueue(ctx, boxId, userIds, null);
  return {
    show,
    async changeMembers(ctx, { box_id: boxId, member_ids: before }, memberIds) {
      const { db, instance } = ctx;
      await setBoxMembers(db, instance.id, boxId, memberIds);
      const joined = memberIds.filter((id) => !before.includes(id));
      if (joined.length > 0) await show(ctx, boxId, joined);
      const left = before.filter((id) => !memberIds.includes(id));
      if (left.length === 0) return left;
      await keep(db, instance.id, boxId, left);
      await removeViewers(ctx, module, boxId, left);
      return left;
    },
    jobs: {
      [job]: (ctx, payload) => {
        const { boxId, userIds, before } = payload as { boxId: number; userIds: number[]; before: number | null };
        return ctx.change(async (change) => {
          // The way through a large box is long: who has left it meanwhile is shown no more of it.
          const members = await holdBox(change.db, ctx.instance.id, boxId, 'share');
          const showing = userIds.filter((id) => members.has(id));
          if (showing.length === 0) return;
          const items = await itemsOf(change.db, ctx.instance.id, boxId, before, SHOWN_AT_ONCE);
          for (const { activity_id: id, status } of items) {
            const viewers = showing.map((userId) => ({ userId, boxId, status, mine: false }));
            await addViewers(change, module, id, viewers);
          }
          // Whoever sees an item already is told of more of it.
          await followTold(
            change,
            items.map((item) => item.activity_id),
          );
          const last = items.at(-1);
          if (items.length === SHOWN_AT_ONCE && last !== undefined)
            await enqueue(change, boxId, showing, last.activity_id);
        });
      },
    },
  };
}
