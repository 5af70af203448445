import { rightsToBits } from '@kontor/contract/account';
import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext, InstanceContext, Person, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { administratorIds, boxesOf, peopleAmong, requireRight } from '../account/index.ts';
import { seenAmong, takeSeen } from '../activity/index.ts';
import { callsOfOthers, readCalls, type CallRow } from './store/calls.ts';

interface Caller {
  readonly person: Person;
}

/** Throws RIGHT_MISSING if the person sees no calls. */
export const requireCalls = (ctx: Caller): void => requireRight(ctx, 'phoneCallList');

/** The right to see calls, as the database keeps it. */
export const CALLS_RIGHT = rightsToBits(['phoneCallList']);

/** A call that the person sees, taken for this transaction. Throws NOT_FOUND. */
export async function takeCall(ctx: CommandContext, id: AggregateId): Promise<CallRow> {
  requireCalls(ctx);
  const [taken] = id.module === 'phonecall' ? await takeSeen(ctx, [id]) : [];
  const [call] = taken === undefined ? [] : await readCalls(ctx.db, ctx.instance.id, [taken.entryId]);
  return call ?? fail('NOT_FOUND');
}

/** The same, to change it. Throws NOT_FOUND, and RIGHT_MISSING if it was only shared with the person. */
export async function takeToChange(ctx: CommandContext, id: AggregateId): Promise<CallRow> {
  const call = await takeCall(ctx, id);
  return (await mayChange(ctx, id)) ? call : fail('RIGHT_MISSING');
}

/** Whether the person writes in a call that they see: those do who see it by right. */
export async function mayChange(ctx: QueryContext | CommandContext, id: AggregateId): Promise<boolean> {
  const [seen] = await seenAmong(ctx, [id]);
  return seen?.byRight === true;
}

/** Whether the person corrects what a telephone system has told of a call. */
export const mayCorrect = ({ person }: Caller, call: Pick<CallRow, 'is_manual'>): boolean =>
  call.is_manual || person.isAdministrator;

/**
 * Those of some calls, which the person sees, that they may throw away: those that they took, wrote down, or were meant for, and those that nobody took;
 * all of them for administrators.
 */
export async function removableOf(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  userId: number,
  callIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const isAdministrator = (await administratorIds(db, instance.id)).includes(userId);
  if (isAdministrator) return new Set(callIds);
  const others = await callsOfOthers(db, instance.id, userId, callIds);
  return new Set(callIds.filter((id) => !others.has(id)));
}

/** Throws NOT_FOUND for people who are not there or see no calls; 0 is nobody, and `known` are let pass. */
export async function requirePeople(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  userIds: readonly (number | null | undefined)[],
  known: readonly (number | null)[] = [],
): Promise<void> {
  const named = [...new Set(userIds)].filter(
    (id): id is number => id !== null && id !== undefined && id !== 0 && !known.includes(id),
  );
  const able = await peopleAmong(db, instance.id, named, CALLS_RIGHT);
  if (named.some((id) => able.get(id) !== true)) fail('NOT_FOUND');
}

/** Throws NOT_FOUND for a list that the person does not belong to; 0 is their own. */
export async function requireList(ctx: CommandContext, listId: number): Promise<void> {
  if (listId === 0) return;
  const lists = await boxesOf(ctx.db, ctx.instance.id, ctx.person.id, 'phonecall');
  if (!lists.some(({ boxId }) => boxId === listId)) fail('NOT_FOUND');
}
