import { rightsToBits } from '@kontor/contract/account';
import { STATES, type Status } from '@kontor/contract/activity';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { peopleAmong } from '../account/index.ts';
import { addViewers, removeItemViewers, viewersOf, type Viewer } from '../activity/index.ts';
import { isAsked, takingPart, type PlainParticipant } from './people-rules.ts';
import type { PersonRow } from './store/persons.ts';
import { resourcesAmong } from './store/resources.ts';

/** Fails with NOT_FOUND where somebody is entered anew who is not there, or sees no calendars. */
export async function requirePeople(
  ctx: ChangeContext,
  participants: readonly PlainParticipant[],
  known: readonly PersonRow[],
): Promise<void> {
  const { db, instance } = ctx;
  const before = new Set(known.map((person) => person.user_id));
  const strange = participants.flatMap(({ userId }) => (userId === null || before.has(userId) ? [] : [userId]));
  const there = await peopleAmong(db, instance.id, strange, rightsToBits(['agendaList']));
  if (strange.some((id) => there.get(id) !== true)) fail('NOT_FOUND');
}

/** Fails with NOT_FOUND where a resource is entered anew, or again, that is not there. */
export async function requireResources(
  { db, instance }: ChangeContext,
  participants: readonly PlainParticipant[],
  known: readonly PersonRow[],
): Promise<void> {
  const before = new Set(known.flatMap((one) => (one.is_active ? (one.resource_id ?? []) : [])));
  const strange = participants.flatMap(({ resourceId, active }) =>
    resourceId === null || !active || before.has(resourceId) ? [] : [resourceId],
  );
  const there = await resourcesAmong(db, instance.id, strange);
  if (strange.some((id) => there.get(id)?.is_there !== true)) fail('NOT_FOUND');
}

/** How an appointment stands with somebody who sees it from now on: New where it asks them something. */
const statusFor = (person: PersonRow | undefined): Status => {
  if (person?.state === 'declined') return STATES.ready;
  return person !== undefined && isAsked(person) ? STATES.unseen : STATES.seen;
};

/** Those who see an appointment by right: who takes part, and who has made it. */
export function viewersFor(persons: readonly PersonRow[], creatorId: number): readonly Viewer[] {
  const people = new Set([...takingPart(persons), creatorId]);
  return [...people].map((userId) => {
    const person = persons.find((one) => one.user_id === userId && one.is_active);
    return { userId, boxId: 0, status: statusFor(person), mine: person !== undefined };
  });
}

/** Shows an appointment to those who take part, and takes it from those who do no more. Returns who is new to it. */
export async function showToPeople(
  ctx: ChangeContext,
  id: number,
  persons: readonly PersonRow[],
  creatorId: number,
): Promise<readonly number[]> {
  const wanted = viewersFor(persons, creatorId);
  const seeing = new Set(await viewersOf(ctx, [id], 'right'));
  const newcomers = wanted.filter(({ userId }) => !seeing.has(userId));
  const leaving = [...seeing].filter((userId) => !wanted.some((viewer) => viewer.userId === userId));
  if (newcomers.length > 0) await addViewers(ctx, 'appointment', id, newcomers);
  if (leaving.length > 0) await removeItemViewers(ctx, 'appointment', id, leaving);
  return newcomers.map(({ userId }) => userId);
}
