import type { Participation } from '@kontor/contract/appointment';
import { STATES } from '@kontor/contract/activity';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { noteChange, setStatusFromOutside } from '../activity/index.ts';
import { finish, putOffFor } from './inbox.ts';
import { replySoon } from './inviting/replying.ts';
import type { KindParts } from './parts.ts';
import { settle, type Settling, type Standing } from './settling.ts';
import type { AppointmentRow } from './store/appointments.ts';
import { putPersons, type PersonRow } from './store/persons.ts';
import { dropProposal } from './store/proposals.ts';

/** What somebody says to an appointment. */
export interface Answer {
  readonly state: Exclude<Participation, 'none'>;
  readonly comment: string;
  /** They threw it away, and declined by that. */
  readonly isRemoved?: boolean;
  /** Whoever organises it has heard of it already. */
  readonly isTold?: boolean;
}

/** The row of somebody who has answered. */
const answered = (person: PersonRow, { state, comment, isRemoved = false }: Answer, now: number): PersonRow => ({
  ...person,
  state,
  comment,
  accepts: state === 'accepted' || (state === 'tentative' && person.accepts),
  is_confirmed: state === 'accepted',
  answered_at: now,
  is_removed: isRemoved,
});

/** What somebody says is another thing in their own calendar alone, and in none where they are outside. */
const ofPerson = ({ user_id: userId }: PersonRow): Pick<Settling, 'spans'> => ({
  spans: userId === null ? 'none' : { calendarId: userId },
});

/** Writes what somebody says to an appointment, which was taken for this transaction, and all that follows: their calendar, their list, what others see. */
export async function writeAnswer(
  ctx: ChangeContext,
  row: AppointmentRow,
  person: PersonRow,
  answer: Answer,
): Promise<Standing> {
  const id = row.appointment_id;
  const now = answered(person, answer, ctx.now());
  await putPersons(ctx.db, ctx.instance.id, [now]);
  // Whom the time suits proposes no other.
  if (answer.state === 'accepted') await dropProposal(ctx.db, ctx.instance.id, person);
  await noteChange(ctx, id, [
    {
      field: 'participation',
      before: person.state,
      // Who is no person of the instance is nobody whose change it could be.
      after: person.user_id === null ? `${person.name || person.address}: ${now.state}` : now.state,
      isHtml: false,
    },
    { field: 'comment', before: person.comment, after: now.comment, isHtml: false },
  ]);
  // What somebody takes part in is not asked against what else they do: they see it, and say so.
  const standing = await settle(ctx, id, { accepted: true, ...ofPerson(person) });
  if (answer.isTold !== true) await replySoon(ctx, row, person);
  const userIds = person.user_id === null ? [] : [person.user_id];
  if (answer.state === 'declined') await finish(ctx, id, userIds);
  else {
    const onlyFrom = [STATES.unseen, STATES.ready];
    await setStatusFromOutside(ctx, [{ activityId: id, userIds, status: STATES.seen, onlyFrom }]);
  }
  return standing;
}

/** The same of a person who asks, whose list it leaves until it comes up. */
export async function answerAs(
  ctx: CommandContext,
  parts: KindParts,
  row: AppointmentRow,
  person: PersonRow,
  answer: Answer,
): Promise<void> {
  const standing = await writeAnswer(ctx, row, person, answer);
  if (answer.state !== 'declined') await putOffFor(ctx, parts, standing, [ctx.person.id]);
}

/** Has an appointment ask somebody anew who had thrown it away. */
export async function askAgain(ctx: ChangeContext, row: AppointmentRow, person: PersonRow): Promise<void> {
  const { needs_confirmation: needsConfirmation } = row;
  const entered = { state: 'none', is_confirmed: false, accepts: !needsConfirmation, is_removed: false } as const;
  await putPersons(ctx.db, ctx.instance.id, [{ ...person, ...entered, answered_at: null, comment: '' }]);
  await settle(ctx, row.appointment_id, { accepted: true, ...ofPerson(person) });
  if (person.user_id === null) return;
  const onlyFrom = [STATES.seen, STATES.ready];
  await setStatusFromOutside(ctx, [
    { activityId: row.appointment_id, userIds: [person.user_id], status: STATES.unseen, onlyFrom },
  ]);
}
