import { STATES } from '@kontor/contract/activity';
import { accountEvents } from '@kontor/contract/account';
import { CALL_LISTS_KEY, type CallList, type phonecallCommands } from '@kontor/contract/phonecall';
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
import { deleteList, isNameTaken, keepOwn, linesOfList, readLists, writeList, type WholeList } from './store/lists.ts';

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

export const listCommandHandlers: Pick<CommandHandlers<typeof phonecallCommands>, 'saveList' | 'deleteList'> = {
  async saveList(ctx, { listId, name, memberIds: requested, answeredState, ...given }) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    const memberIds = [...new Set(requested)];
    if ((await knownUserIds(db, instance.id, memberIds)).length < memberIds.length) return fail('NOT_FOUND');
    if (await isNameTaken(db, instance.id, name, listId)) return fail('CALL_LIST_EXISTS');
    const settings = {
      shows_number: given.showsNumber,
      may_print: given.mayPrint,
      answered_status: answeredState === 'ready' ? STATES.ready : STATES.seen,
      keeps_days: given.keepsDays,
    };
    if (listId === null) {
      const made = await insertBox(db, instance.id, { module: 'phonecall', name, sharedState: false, memberIds });
      await writeList(db, instance.id, made, settings);
      await announce(ctx, name, 'added', memberIds);
      return { listId: made };
    }
    const list = await held(ctx, listId);
    await updateBox(db, instance.id, listId, { name, sharedState: false });
    await writeList(db, instance.id, listId, settings);
    await callLists.changeMembers(ctx, list, memberIds);
    await announce(ctx, name, 'changed', [...memberIds, ...list.member_ids]);
    return { listId };
  },

  async deleteList(ctx, { listId }) {
    requireAdministrator(ctx);
    const list = await held(ctx, listId);
    const lines = await linesOfList(ctx.db, ctx.instance.id, listId);
    if (list.calls > 0 || lines > 0) return fail('CALL_LIST_NOT_EMPTY', { data: { calls: list.calls, lines } });
    await deleteList(ctx.db, ctx.instance.id, listId);
    await announce(ctx, list.name, 'removed', list.member_ids);
    return {};
  },
};

/** A list, from now on nobody else's to change or to put calls into. Throws NOT_FOUND. */
async function held(ctx: CommandContext, listId: number): Promise<WholeList> {
  await holdBox(ctx.db, ctx.instance.id, listId, 'update');
  const [list] = await readLists(ctx.db, ctx.instance.id, listId);
  return list ?? fail('NOT_FOUND');
}

/** Tells those concerned, and administrators, who see all lists, and writes it down. */
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
    { keys: ['boxes', CALL_LISTS_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
  );
}
