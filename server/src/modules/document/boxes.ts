import type { DocumentBox, documentCommands } from '@kontor/contract/document';
import { accountEvents } from '@kontor/contract/account';
import type { ChangeContext, CommandContext, QueryContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import {
  administratorIds,
  holdBox,
  insertBox,
  knownUserIds,
  namesOf,
  requireAdministrator,
  updateBox,
} from '../account/index.ts';
import { boxDoor, itemsOfBox } from '../activity/index.ts';
import { deleteBox, isNameTaken, keepOwn, readBoxes, type BoxRow } from './store/boxes.ts';

/** Who leaves a box sees of it what they have filed themselves. */
export const documentBoxes = boxDoor({
  module: 'document',
  job: 'document.show',
  itemsOf: itemsOfBox,
  keep: keepOwn,
});

/** All boxes with their people. */
export async function boxSettings(ctx: QueryContext): Promise<DocumentBox[]> {
  requireAdministrator(ctx);
  const { db, instance } = ctx;
  const boxes = await readBoxes(db, instance.id);
  const names = await namesOf(db, instance.id, [...new Set(boxes.flatMap((box) => box.member_ids))]);
  return boxes.map((box) => ({
    boxId: box.box_id,
    name: box.name,
    members: box.member_ids.map((userId) => ({ userId, fullName: names.get(userId) ?? '' })),
    documents: box.documents,
  }));
}

export const boxCommandHandlers: Pick<CommandHandlers<typeof documentCommands>, 'saveBox' | 'deleteBox'> = {
  async saveBox(ctx, { boxId, name, memberIds: requested }) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    const memberIds = [...new Set(requested)];
    if ((await knownUserIds(db, instance.id, memberIds)).length < memberIds.length) return fail('NOT_FOUND');
    if (await isNameTaken(db, instance.id, name, boxId)) return fail('DOCUMENT_BOX_EXISTS');
    if (boxId === null) {
      const box = { module: 'document', name, sharedState: true, memberIds } as const;
      const made = await insertBox(db, instance.id, box);
      await announce(ctx, name, 'added', memberIds);
      return { boxId: made };
    }
    const box = await held(ctx, boxId);
    await updateBox(db, instance.id, boxId, { name, sharedState: true });
    await documentBoxes.changeMembers(ctx, box, memberIds);
    await announce(ctx, name, 'changed', [...memberIds, ...box.member_ids]);
    return { boxId };
  },

  async deleteBox(ctx, { boxId }) {
    requireAdministrator(ctx);
    const box = await held(ctx, boxId);
    if (box.documents > 0) return fail('DOCUMENT_BOX_NOT_EMPTY');
    await deleteBox(ctx.db, ctx.instance.id, boxId);
    await announce(ctx, box.name, 'removed', box.member_ids);
    return {};
  },
};

/** A box of documents, from now on nobody else's to change or to file into. Fails with NOT_FOUND. */
async function held(ctx: CommandContext, boxId: number): Promise<BoxRow> {
  await holdBox(ctx.db, ctx.instance.id, boxId, 'update');
  const [box] = await readBoxes(ctx.db, ctx.instance.id, boxId);
  return box ?? fail('NOT_FOUND');
}

/** Tells those concerned, and administrators, who see all boxes, and writes it down. */
async function announce(
  ctx: ChangeContext,
  name: string,
  change: 'added' | 'changed' | 'removed',
  concerned: readonly number[],
): Promise<void> {
  const { db, instance } = ctx;
  ctx.audit({ kind: 'box.changed', subject: name, details: { change } });
  ctx.emit(
    accountEvents.sessionChanged,
    { users: [...new Set([...concerned, ...(await administratorIds(db, instance.id))])] },
    { keys: ['boxes', 'boxes:document'], processIds: [...ctx.processIds], aggregateIds: [] },
  );
}
