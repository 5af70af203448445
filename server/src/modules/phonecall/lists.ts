import { STATES } from '@kontor/contract/activity';
import { CALL_LISTS_KEY, type CallList, type phonecallCommands } from '@kontor/contract/phonecall';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf, requireAdministrator } from '../account/index.ts';
import { boxDoor, itemsOfBox, managedBoxes } from '../activity/index.ts';
import { deleteList, keepOwn, linesOfList, readLists, writeList } from './store/lists.ts';

/** Who leaves a list sees of it what they took, wrote down, or were meant by. */
export const callLists = boxDoor({ module: 'phonecall', job: 'phonecall.show', itemsOf: itemsOfBox, keep: keepOwn });

/** All lists with their people, for administrators. */
export async function listSettings(ctx: QueryContext): Promise<CallList[]> {
  requireAdministrator(ctx);
  const { db, instance } = ctx;
  const lists = await readLists(db, instance.id);
  const names = await namesOf(db, instance.id, [...new Set(lists.flatMap((list) => list.member_ids))]);
  return lists.map((list) => ({
    listId: list.box_id,
    name: list.name,
    members: list.member_ids.map((userId) => ({ userId, fullName: names.get(userId) ?? '' })),
    calls: list.calls,
    showsNumber: list.shows_number,
    mayPrint: list.may_print,
    answeredState: list.answered_status === STATES.ready ? 'ready' : 'seen',
    keepsDays: list.keeps_days,
  }));
}

const lists = managedBoxes({
  module: 'phonecall',
  door: callLists,
  sharedState: false,
  key: CALL_LISTS_KEY,
  exists: 'CALL_LIST_EXISTS',
  read: readLists,
});

export const listCommandHandlers: Pick<CommandHandlers<typeof phonecallCommands>, 'saveList' | 'deleteList'> = {
  async saveList(ctx, { listId: boxId, name, memberIds, answeredState, ...given }) {
    const listId = await lists.save(ctx, { boxId, name, memberIds }, (id) =>
      writeList(ctx.db, ctx.instance.id, id, {
        shows_number: given.showsNumber,
        may_print: given.mayPrint,
        answered_status: answeredState === 'ready' ? STATES.ready : STATES.seen,
        keeps_days: given.keepsDays,
      }),
    );
    return { listId };
  },

  async deleteList(ctx, { listId }) {
    const { db, instance } = ctx;
    await lists.remove(ctx, listId, async ({ calls }) => {
      const lines = await linesOfList(db, instance.id, listId);
      if (calls > 0 || lines > 0) fail('CALL_LIST_NOT_EMPTY', { data: { calls, lines } });
      await deleteList(db, instance.id, listId);
    });
    return {};
  },
};
