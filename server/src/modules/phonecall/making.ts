import { DIRECTIONS, STATES, type Status } from '@kontor/contract/activity';
import { PRIVATE_CALL_LIST } from '@kontor/contract/phonecall';
import { sent } from '../../platform/db/transaction.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { holdBox } from '../account/index.ts';
import {
  addViewers,
  insertItem,
  lockItems,
  moveItem,
  noteChange,
  patchExtras,
  rewriteItem,
  setMine,
  setStatusFromOutside,
  viewersOf,
  type Viewer,
} from '../activity/index.ts';
import { setAlarms } from '../alarm/index.ts';
import { countCall } from './book/store.ts';
import { textsOfCalls } from './heads.ts';
import { noteSaidName } from './naming/said-names.ts';
import {
  differencesOf,
  informationOf,
  isMineOf,
  standsOtherwise,
  statusFor,
  storedExtras,
  viewersOfCall,
  wholeSecond,
  writtenIn,
} from './rules.ts';
import {
  CALLBACKS,
  insertCallRow,
  readCalls,
  setDirection,
  updateCallRow,
  type CallFields,
  type CallRow,
} from './store/calls.ts';
import { readList } from './store/lists.ts';

/** A call that is new: what is left out is as of one that nobody knows more of. */
export type NewCall = Partial<CallFields> &
  Pick<CallFields, 'direction' | 'started_at' | 'outcome'> & {
    /** `PRIVATE_CALL_LIST`: for those alone whom the call names. */
    readonly listId: number;
  };

/** What becomes another of a call. */
export type CallChanges = Partial<CallFields> & { readonly listId?: number };

export interface ChangeOptions {
  /** Somebody's own edit, which is counted and told by the history; left out: what a telephone system says. */
  readonly isEdit?: boolean;
  /** The call stands with people as it did, whatever it says. */
  readonly keepsStates?: boolean;
}

const UNKNOWN: Omit<CallFields, 'direction' | 'started_at' | 'outcome'> = {
  line_id: null,
  group_ref: null,
  kind: 1,
  number: null,
  number_text: '',
  called: null,
  called_text: '',
  answered_at: null,
  ended_at: null,
  duration: 0,
  received_by: null,
  received_for: null,
  callback: CALLBACKS.none,
  callback_until: null,
  callback_by: null,
  reason: '',
  system_name: '',
  name_id: null,
  file_hash: null,
  file_name: '',
  file_type: '',
  file_size: 0,
  fax_pages: 0,
  tries: 1,
  is_manual: false,
  created_by: null,
  done_by_call: null,
};

interface HeldList {
  readonly boxId: number;
  readonly name: string;
  readonly memberIds: ReadonlySet<number>;
  /** 2 or 3. */
  readonly answered: number;
}

/** A list whose people stay as they are until this transaction ends. Throws NOT_FOUND. */
export async function holdList(ctx: ChangeContext, listId: number): Promise<HeldList> {
  if (listId === PRIVATE_CALL_LIST) return { boxId: 0, name: '', memberIds: new Set(), answered: STATES.seen };
  const [memberIds, list] = await Promise.all([
    holdBox(ctx.db, ctx.instance.id, listId, 'share'),
    readList(ctx.db, ctx.instance.id, listId),
  ]);
  if (list === undefined) return fail('NOT_FOUND');
  return { boxId: listId, name: list.name, memberIds, answered: list.answered_status };
}

/**
 * Puts a call into the lists of its viewers: the members of its list, who took it, for whom it was, who is to call back, and who wrote it down. Returns its id. Throws
 * NOT_FOUND if the list is not there.
 */
export async function insertCall(ctx: ChangeContext, { listId, ...given }: NewCall): Promise<number> {
  const call: CallFields = { ...UNKNOWN, ...given, started_at: wholeSecond(given.started_at) };
  const list = await holdList(ctx, listId);
  const viewers = viewersOfCall(call, list);
  await noteSaidName(ctx, call);
  const [texts] = await textsOfCalls(ctx, [{ call, viewerIds: viewers.map(({ userId }) => userId) }]);
  const activityId = await insertItem(ctx, {
    module: 'phonecall',
    ts: call.started_at,
    boxId: list.boxId,
    direction: directionOf(call),
    contact: texts?.contact ?? '',
    information: informationOf(call.reason),
    channel: list.name,
    extras: storedExtras(call),
    // That it rings is told otherwise, and only to who wants it.
    isUntold: call.outcome === 'ringing' || call.outcome === 'talking',
    viewers,
    search: {
      ...(texts?.head ?? { title: '', senders: '', receivers: '' }),
      body: call.reason,
      hasFiles: call.file_hash !== null,
    },
  });
  sent(insertCallRow(ctx.db, ctx.instance.id, activityId, call));
  if (call.number !== null) sent(countCall(ctx.db, ctx.instance.id, call.number, call.started_at, 1));
  if (call.callback === CALLBACKS.wanted) await putAlarms(ctx, activityId, call);
  return activityId;
}

/**
 * Changes what is named of a call: its row, its entry, who sees it, how it stands with them if that follows from what has changed; all who see it are
 * told. Returns the number of the last edit. Throws NOT_FOUND if the call, or its new list, is not there.
 */
export async function changeCall(
  ctx: ChangeContext,
  activityId: number,
  { listId, ...given }: CallChanges,
  { isEdit = false, keepsStates = false }: ChangeOptions = {},
): Promise<number> {
  const { db, instance } = ctx;
  // In this order: the call is read once it is held, without waiting for the word that it is.
  const [, [before]] = await Promise.all([lockItems(ctx, [activityId]), readCalls(db, instance.id, [activityId])]);
  if (before === undefined) return fail('NOT_FOUND');
  const changes = given.started_at === undefined ? given : { ...given, started_at: wholeSecond(given.started_at) };
  const after: CallRow = { ...before, ...changes, box_id: listId ?? before.box_id };
  const edit = updateCallRow(db, instance.id, activityId, changes, editOf(isEdit, before, after));
  sent(edit);
  // Whoever changes the people of a list holds the list before its calls: here it is held only where people come or go.
  const isSeenByOthers = before.box_id !== after.box_id || OWNERS.some((field) => before[field] !== after[field]);
  const list = isSeenByOthers ? await holdList(ctx, after.box_id) : undefined;
  if (list !== undefined) await changeViewers(ctx, before, after, list);
  if (before.direction !== after.direction) await setDirection(db, instance.id, activityId, after.direction);
  if (!keepsStates && standsOtherwise(before, after))
    await changeStates(ctx, after, list?.answered ?? before.answered_status);
  await rewrite(ctx, before, after, isEdit);
  if (before.number !== after.number) await recount(ctx, before, after);
  if (
    before.callback !== after.callback ||
    before.callback_until?.getTime() !== after.callback_until?.getTime() ||
    callerBackOf(before) !== callerBackOf(after)
  )
    await putAlarms(ctx, activityId, after);
  if (isEdit) await noteChange(ctx, activityId, differencesOf(before, after));
  return edit;
}

/** All fields that people have written once an edit is made; undefined for what is none. */
const editOf = (isEdit: boolean, before: CallRow, after: CallRow) =>
  isEdit ? { peopleWrote: [...new Set([...before.people_wrote, ...writtenIn(before, after)])] } : undefined;

async function recount({ db, instance }: ChangeContext, before: CallRow, after: CallRow): Promise<void> {
  if (before.number !== null) await countCall(db, instance.id, before.number, before.started_at, -1);
  if (after.number !== null) await countCall(db, instance.id, after.number, after.started_at, 1);
}

const directionOf = ({ direction }: Pick<CallFields, 'direction'>) =>
  DIRECTIONS.find((name) => name === (direction === 1 ? 'outgoing' : 'incoming')) ?? 'incoming';

/** Those who see a call wherever it lies. */
const OWNERS = ['received_by', 'received_for', 'callback_by'] as const;

async function changeViewers(ctx: ChangeContext, before: CallRow, after: CallRow, list: HeldList): Promise<void> {
  const { activity_id: activityId } = after;
  const viewers: readonly Viewer[] = viewersOfCall(after, list);
  if (before.box_id !== after.box_id) {
    await moveItem(ctx, 'phonecall', activityId, { boxId: list.boxId, channel: list.name, viewers });
  } else {
    const own = OWNERS.map((field) => after[field]);
    const added = viewers.filter(({ userId }) => own.includes(userId));
    await addViewers(ctx, 'phonecall', activityId, added);
  }
  const all = await viewersOf(ctx, [activityId]);
  await setMine(
    ctx,
    activityId,
    all.filter((userId) => isMineOf(after, userId, all.length)),
  );
}

/** Puts a call into the state that it has by what it is now, for all who see it by right. */
async function changeStates(ctx: ChangeContext, call: CallRow, answered: number): Promise<void> {
  const byStatus = Map.groupBy(await viewersOf(ctx, [call.activity_id], 'right'), (userId) =>
    statusFor(call, userId, answered),
  );
  const others = (status: Status) => Object.values(STATES).filter((one) => one !== status);
  await setStatusFromOutside(
    ctx,
    [...byStatus].map(([status, userIds]) => ({
      activityId: call.activity_id,
      userIds,
      status,
      onlyFrom: others(status),
    })),
  );
}

/** Puts into the item of a call what it says now. */
async function rewrite(ctx: ChangeContext, before: CallRow, after: CallRow, isEdit: boolean): Promise<void> {
  const { activity_id: activityId } = after;
  const isSame =
    before.reason === after.reason &&
    before.number === after.number &&
    before.number_text === after.number_text &&
    before.system_name === after.system_name &&
    before.file_hash === after.file_hash &&
    before.started_at.getTime() === after.started_at.getTime();
  if (isSame) return patchExtras(ctx, activityId, storedExtras(after));
  // What people write is no word of a telephone system's.
  if (!isEdit) await noteSaidName(ctx, after, before);
  const [texts] = await textsOfCalls(ctx, [{ call: after, viewerIds: await viewersOf(ctx, [activityId]) }]);
  return rewriteItem(ctx, 'phonecall', activityId, {
    ts: after.started_at,
    contact: texts?.contact ?? '',
    information: informationOf(after.reason),
    extras: storedExtras(after),
    search: {
      ...(texts?.head ?? { title: '', senders: '', receivers: '' }),
      body: after.reason,
      hasFiles: after.file_hash !== null,
    },
  });
}

/** Who is to call back: who was said to, else for whom the call was, else who took it or wrote it down. */
const callerBackOf = (call: CallFields): number | null =>
  call.callback_by ?? call.received_for ?? call.received_by ?? call.created_by;

/** Reminds of a callback at the time by which it is wanted. */
async function putAlarms(ctx: ChangeContext, activityId: number, call: CallFields): Promise<void> {
  const userId = callerBackOf(call);
  const isWanted = call.callback === CALLBACKS.wanted && call.callback_until !== null && userId !== null;
  await setAlarms(
    ctx,
    activityId,
    isWanted ? [{ userId, type: 'phonecall', alarmAt: call.callback_until, subjectAt: call.callback_until }] : [],
  );
}
