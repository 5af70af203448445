import { formatAggregateId } from '@kontor/contract/kernel';
import { STATES } from '@kontor/contract/activity';
import { phonecallExtras } from '@kontor/contract/phonecall';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { ItemChange, ItemKindHooks } from '../activity/index.ts';
import { patchExtras } from '../activity/index.ts';
import { holdAlarms } from '../alarm/index.ts';
import { removableOf } from './access.ts';
import { textsOfCalls } from './heads.ts';
import { storedExtras } from './rules.ts';
import { CALLBACKS, readCalls, seenCallFile, updateCallRow, viewersOfCalls } from './store/calls.ts';
import { dueCallbacks } from './store/filtering.ts';
import { aroundCalls, entryOfCall, namingOf } from './views.ts';

/** What the lists ask of calls. */
export const phonecallItems: ItemKindHooks = {
  module: 'phonecall',
  isOne: true,
  extras: (stored) => phonecallExtras(stored),

  async rowsFor(ctx, rows) {
    const calls = await readCalls(
      ctx.db,
      ctx.instance.id,
      rows.map(({ entryId }) => entryId),
    );
    const around = await aroundCalls(ctx, calls);
    return new Map(calls.map((call) => [call.activity_id, entryOfCall(call, around)]));
  },

  async dueWithin({ db, instance, person }, days, most) {
    const viewer = { instanceId: instance.id, userId: person.id };
    return (await dueCallbacks(db, viewer, days, most)).map(({ activity_id: entryId, title, until }) => ({
      aggregateId: formatAggregateId({ module: 'phonecall', entryId, userId: person.id }),
      module: 'phonecall',
      title,
      due: until.toISOString(),
    }));
  },

  async searchHeads(ctx, callIds) {
    const calls = await readCalls(ctx.db, ctx.instance.id, callIds);
    const viewers = await viewersOfCalls(ctx.db, ctx.instance.id, callIds);
    const texts = await textsOfCalls(
      ctx,
      calls.map((call) => ({ call, viewerIds: viewers.get(call.activity_id) ?? [] })),
    );
    return new Map(
      calls.flatMap((call, index) => {
        const text = texts[index];
        return text === undefined ? [] : [[call.activity_id, text.head] as const];
      }),
    );
  },

  async foundTexts(ctx, callIds) {
    const calls = await readCalls(ctx.db, ctx.instance.id, callIds);
    const around = await aroundCalls(ctx, calls);
    return new Map(
      calls.map((call) => {
        const { name, number } = namingOf(call, around);
        const attachments = call.file_name === '' ? [] : [call.file_name];
        return [call.activity_id, { people: [`${name} ${number}`.trim()], attachments, body: call.reason }];
      }),
    );
  },

  async files({ db, instance }, callIds) {
    const calls = await readCalls(db, instance.id, callIds);
    return new Map(
      calls.flatMap((call) => {
        if (call.file_hash === null) return [];
        const file = {
          part: 0,
          name: call.file_name,
          type: call.file_type,
          size: call.file_size,
          hash: call.file_hash,
        };
        return [[call.activity_id, [file]] as const];
      }),
    );
  },

  async fileToTake({ db, instance, person }, callId, storageKey) {
    if (!person.rights.phoneCallList || storageKey !== '') return undefined;
    const call = await seenCallFile(db, instance.id, person.id, callId);
    if (call?.file_hash === undefined || call.file_hash === null) return undefined;
    const { file_name: filename, file_size: size, file_type: contentType, file_hash: blobHash } = call;
    return { filename, size, contentType, blobHash };
  },

  mayRemove: removableOf,

  async onChanged(ctx, changes) {
    await holdAlarms(ctx, changes);
    await followCallbacks(ctx, changes);
  },
};

/** A callback is done with its call; a call that is not Done any more wants back the one that was wanted. */
async function followCallbacks(ctx: ChangeContext, changes: readonly ItemChange[]): Promise<void> {
  const { db, instance } = ctx;
  const done = new Set(changes.filter(({ status }) => status === STATES.ready).map(({ activityId }) => activityId));
  const ids = [...new Set(changes.filter(({ trashed }) => !trashed).map(({ activityId }) => activityId))];
  for (const call of await readCalls(db, instance.id, ids)) {
    const isDone = done.has(call.activity_id);
    const callback =
      isDone && call.callback === CALLBACKS.wanted
        ? CALLBACKS.done
        : !isDone && call.callback === CALLBACKS.done
          ? CALLBACKS.wanted
          : call.callback;
    const doneBy = isDone ? call.done_by_call : null;
    if (callback === call.callback && doneBy === call.done_by_call) continue;
    await updateCallRow(db, instance.id, call.activity_id, { callback, done_by_call: doneBy });
    await patchExtras(ctx, call.activity_id, storedExtras({ ...call, callback }));
  }
}
