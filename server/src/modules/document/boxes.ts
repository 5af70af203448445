import type { DocumentBox, documentCommands } from '@kontor/contract/document';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, requireAdministrator } from '../account/index.ts';
import { boxDoor, itemsOfBox, managedBoxes } from '../activity/index.ts';
import { deleteBox, keepOwn, readBoxes } from './store/boxes.ts';

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

const boxes = managedBoxes({
  module: 'document',
  door: documentBoxes,
  sharedState: true,
  key: 'boxes:document',
  exists: 'DOCUMENT_BOX_EXISTS',
  read: readBoxes,
});

export const boxCommandHandlers: Pick<CommandHandlers<typeof documentCommands>, 'saveBox' | 'deleteBox'> = {
  saveBox: async (ctx, wanted) => ({ boxId: await boxes.save(ctx, wanted) }),

  async deleteBox(ctx, { boxId }) {
    await boxes.remove(ctx, boxId, async ({ documents }) => {
      if (documents > 0) fail('DOCUMENT_BOX_NOT_EMPTY');
      await deleteBox(ctx.db, ctx.instance.id, boxId);
    });
    return {};
  },
};
