import type { PhonecallDetail, phonecallQueries } from '@kontor/contract/phonecall';
import { formatAggregateId, type AggregateId } from '@kontor/contract/kernel';
import { safeType } from '../../platform/files/kinds.ts';
import type { QueryContext } from '../../platform/operation/context.ts';
import { BytesAnswer, type QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { shownNumber } from '../../platform/phone/said.ts';
import { previewOf, type PreviewParts } from '../../platform/preview/index.ts';
import { boxesOf, filterUsersAndGroups, namesFor, requireRight, usersFor } from '../account/index.ts';
import { entriesById, listFilter, relatedItems, toEntryRow, type ListReader } from '../activity/index.ts';
import { linksOf, nameOfCaller, nameOfMember } from '../record/index.ts';
import { CALLS_RIGHT, mayChange, mayCorrect, requireCalls } from './access.ts';
import { openOfRecords } from './around.ts';
import { entriesOfNumber } from './book/store.ts';
import { hangUpIdOf } from './dialling/index.ts';
import { listSettings } from './lists.ts';
import { callerBySettled } from './naming/caller.ts';
import { callerBack } from './store/called-back.ts';
import { findWithEntry, readLegs, seenNumberCalls, seenRunning, type CallRow } from './store/calls.ts';
import { callsWhere } from './store/filtering.ts';
import { callClock } from './times.ts';
import { aroundCalls, calledOf, namingOf, pictureOf, toContactCall, toRunning, withCall } from './views.ts';

export interface QueryParts {
  readonly list: ListReader;
  readonly previews: PreviewParts;
}

type Own = 'callerName' | 'items' | 'lists' | 'details' | 'file' | 'preview' | 'running' | 'card' | 'listSettings';

/** A call with its list entry. Throws NOT_FOUND if the person does not see it. */
async function seenCall(ctx: QueryContext, { module, entryId }: AggregateId) {
  requireCalls(ctx);
  const { db, instance, person } = ctx;
  const entries = entriesById({ instanceId: instance.id, userId: person.id }, module === 'phonecall' ? [entryId] : []);
  return (await findWithEntry(db, instance.id, entries)) ?? fail('NOT_FOUND');
}

/** A call as its screen shows it. Throws NOT_FOUND if the person does not see it. */
async function details(ctx: QueryContext, aggregateId: AggregateId): Promise<PhonecallDetail> {
  const call = await seenCall(ctx, aggregateId);
  const { db, instance, person } = ctx;
  const around = await aroundCalls(ctx, [call]);
  const naming = namingOf(call, around);
  const chosen = call.name_id === null ? undefined : around.chosen.get(call.name_id);
  const named = naming.candidates.find(({ ownerKind }) => ownerKind === 'book')?.ownerId ?? 0;
  const entry = withCall(toEntryRow(call.entry), call, around);
  return {
    aggregateId: entryIdOf(call, person.id),
    aggregateVersion: call.edit,
    ...callClock(call.started_at),
    callTimestamp: Math.floor(call.started_at.getTime() / 1000),
    callReason: call.reason,
    callerName: entry.extras['callerName'] as string,
    newCallerName: '',
    updatedCallerName: 0,
    number2nameGuid: chosen?.id ?? named,
    callerNumber: shownNumber(call.number, call.number_text),
    calledNumber: calledOf(call),
    callReceivedBy: call.received_by ?? 0,
    callReceivedFor: call.received_for ?? 0,
    callbackDesired: call.callback === 1,
    direction: call.direction === 1 ? ('outgoing' as const) : ('incoming' as const),
    duration: call.duration,
    callList: call.list_name,
    callListId: call.box_id,
    contactCallList: (await contactCalls(ctx, call)).map((one) => toContactCall(one, person)),
    contactPicture: pictureOf(call, around),
    availableCallLists: (await boxesOf(db, instance.id, person.id, 'phonecall')).map(({ boxId, name }) => ({
      id: boxId,
      name,
    })),
    availableCallers: call.number === null ? [] : await entriesOfNumber(db, instance.id, call.number),
    availableUsers: (await usersFor(ctx, CALLS_RIGHT)).map(({ userId, fullName }) => ({
      id: userId,
      name: fullName,
    })),
    naming,
    outcome: call.outcome,
    typeIsCall: call.kind === 1,
    isAFax: call.kind === 2,
    faxPages: call.fax_pages,
    file: call.file_hash === null ? null : { name: call.file_name, type: call.file_type, size: call.file_size },
    callbackUntil: call.callback_until?.toISOString() ?? null,
    callbackBy: call.callback_by ?? 0,
    tries: call.tries,
    legs: await readLegs(db, instance.id, call.activity_id),
    line: call.line_title,
    isManual: call.is_manual,
    mayPrint: call.may_print,
    changeable: await mayChange(ctx, aggregateId),
    mayCorrect: mayCorrect(ctx, call),
    links: await linksOfCall(ctx, call),
    doneByCall: await doneByCall(ctx, call),
    hangUpId: await hangUpIdOf(ctx, call),
    related: (await relatedItems(ctx, [call.activity_id])).get(call.activity_id) ?? [],
    entry: { ...entry, userList: entry.userList.map(([id, status]) => [id, status]) },
  };
}

export const queryHandlers = ({ list, previews }: QueryParts): Pick<QueryHandlers<typeof phonecallQueries>, Own> => ({
  async callerName(ctx, { idoId, idoInstanceId, contactPersonId, callerNumber }) {
    requireRight(ctx, 'idoList');
    if (idoId !== null)
      return {
        callerName: await nameOfMember(ctx, { recordId: idoId, kindId: idoInstanceId, personId: contactPersonId }),
      };
    return { callerName: (await callerBySettled(ctx, callerNumber)) ?? (await nameOfCaller(ctx, callerNumber)) };
  },

  items(ctx, { customFilter, ...params }, paging) {
    requireCalls(ctx);
    const { id } = ctx.instance;
    const only = customFilter === '' ? {} : { only: { key: customFilter, where: callsWhere(id, customFilter) } };
    return list(ctx, { ...listFilter(params, ['phonecall']), ...only }, paging);
  },

  async lists(ctx) {
    requireCalls(ctx);
    const { db, instance, person } = ctx;
    return {
      boxes: await boxesOf(db, instance.id, person.id, 'phonecall'),
      users: await filterUsersAndGroups(db, instance.id, CALLS_RIGHT),
    };
  },

  details: (ctx, { aggregateId }) => details(ctx, aggregateId),

  async file(ctx, { aggregateId }) {
    const call = await seenCall(ctx, aggregateId);
    const { file_hash: hash } = call;
    if (hash === null) return fail('NOT_FOUND');
    return new BytesAnswer({
      type: safeType(call.file_type),
      fileName: call.file_name,
      size: call.file_size,
      tag: hash,
      read: (range) => ctx.blobs.stream(ctx.instance.id, hash, range),
    });
  },

  async preview(ctx, { aggregateId }) {
    const { file_name: name, file_type: type, file_size: size, file_hash: hash } = await seenCall(ctx, aggregateId);
    return hash === null ? fail('NOT_FOUND') : previewOf(ctx, previews, { name, type, size, hash });
  },

  async running(ctx) {
    requireCalls(ctx);
    const { db, instance, person } = ctx;
    return (await seenRunning(db, instance.id, person.id, ctx.now())).map((call) => toRunning(call, person.id));
  },

  async card(ctx, { aggregateId }) {
    const call = await seenCall(ctx, aggregateId);
    const around = await aroundCalls(ctx, [call]);
    const naming = namingOf(call, around);
    const links = await linksOfCall(ctx, call);
    const [first] = naming.candidates;
    const named = naming.sureness === 'sure' ? (first?.record?.idoId ?? null) : null;
    const recordIds = [...new Set([...(named === null ? [] : [named]), ...links.map(({ idoId }) => idoId)])];
    return {
      aggregateVersion: call.edit,
      call: toRunning(call, ctx.person.id),
      naming,
      contactPicture: pictureOf(call, around),
      callReason: call.reason,
      hangUpId: await hangUpIdOf(ctx, call),
      links,
      ...(await openOfRecords(ctx, list, recordIds, call.activity_id)),
    };
  },

  listSettings,
});

const entryIdOf = (call: CallRow, userId: number): string => toRunning(call, userId).aggregateId;

/** The call that has called back who was missed, as the detail says it. */
async function doneByCall(ctx: QueryContext, { done_by_call: id }: CallRow) {
  const { db, instance, person } = ctx;
  const back = id === null ? undefined : await callerBack(db, instance.id, person.id, id);
  if (id === null || back === undefined) return null;
  const { user_id: userId, started_at: startedAt, is_seen: isSeen } = back;
  return {
    aggregateId: isSeen ? formatAggregateId({ module: 'phonecall', entryId: id, userId: person.id }) : '',
    name: userId === null ? '' : ((await namesFor(ctx, [userId])).get(userId) ?? ''),
    at: Math.floor(startedAt.getTime() / 1000),
  };
}

async function linksOfCall({ db, instance, person }: QueryContext, { activity_id: id }: CallRow) {
  return person.rights.idoList ? [...((await linksOf(db, instance.id, [id])).get(id) ?? [])] : [];
}

const contactCalls = async ({ db, instance, person }: QueryContext, call: CallRow): Promise<readonly CallRow[]> =>
  call.number === null ? [] : seenNumberCalls(db, instance.id, person.id, call.number, call.activity_id);
