import type { DocumentBox, documentCommands } from '@kontor/contract/document';
import { accountEvents } from '@kontor/contract/account';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
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
  setBoxMembers,
  updateBox,
} from '../account/index.ts';
import { addViewers, removeViewers } from '../activity/index.ts';
import { deleteBox, documentsOfBox, isNameTaken, keepOwn, readBoxes, type BoxRow } from './store/boxes.ts';

const SHOW_DOCUMENTS_JOB = 'document.show';
const SHOWN_AT_ONCE = 200;

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
  async saveBox(ctx, { boxId, name, memberIds: asked }) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    const memberIds = [...new Set(asked)];
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
    await changeMembers(ctx, box, memberIds);
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

/** Who joins sees what lies in the box from now on; who leaves sees of it what they have filed themselves. */
async function changeMembers(ctx: ChangeContext, box: BoxRow, memberIds: readonly number[]): Promise<void> {
  await setBoxMembers(ctx.db, ctx.instance.id, box.box_id, memberIds);
  const joined = memberIds.filter((id) => !box.member_ids.includes(id));
  if (joined.length > 0) await enqueueShowing(ctx, box.box_id, joined, null);
  const left = box.member_ids.filter((id) => !memberIds.includes(id));
  if (left.length === 0) return;
  await keepOwn(ctx.db, ctx.instance.id, box.box_id, left);
  await removeViewers(ctx, 'document', box.box_id, left);
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

const enqueueShowing = (
  ctx: ChangeContext,
  boxId: number,
  userIds: readonly number[],
  before: number | null,
): Promise<void> =>
  ctx.enqueue(
    SHOW_DOCUMENTS_JOB,
    { boxId, userIds, before },
    { queue: `${SHOW_DOCUMENTS_JOB}:${ctx.instance.id}:${boxId}` },
  );

export const boxJobs: JobHandlers = {
  [SHOW_DOCUMENTS_JOB]: (ctx, payload) => {
    const { boxId, userIds, before } = payload as { boxId: number; userIds: number[]; before: number | null };
    return ctx.change(async (change) => {
      // The way through a large box is long: who has left it meanwhile is shown no more of it.
      const members = await holdBox(change.db, ctx.instance.id, boxId, 'share');
      const showing = userIds.filter((id) => members.has(id));
      if (showing.length === 0) return;
      const documents = await documentsOfBox(change.db, ctx.instance.id, boxId, before, SHOWN_AT_ONCE);
      for (const { document_id: id, status } of documents) {
        const viewers = showing.map((userId) => ({ userId, boxId, status, mine: false }));
        await addViewers(change, 'document', id, viewers);
      }
      const last = documents.at(-1);
      if (documents.length === SHOWN_AT_ONCE && last !== undefined)
        await enqueueShowing(change, boxId, showing, last.document_id);
    });
  },
};
