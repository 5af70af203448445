import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import type { Taken } from './access.ts';
import type { KindParts } from './parts.ts';
import { detach, occurrenceMeant } from './series.ts';
import { readAppointments, type AppointmentRow } from './store/appointments.ts';
import { readPersons, type PersonRow } from './store/persons.ts';

/** An appointment, and the row of the person who takes part in it. */
export interface Own {
  readonly row: AppointmentRow;
  readonly own: PersonRow;
}

/** What somebody says something to that was taken: of a series the occurrence that is meant, as an appointment of its own. Fails with RIGHT_MISSING where they do not take part, OCCURRENCE_GONE. */
export async function ownOccurrence(ctx: CommandContext, parts: KindParts, taken: Taken): Promise<Own> {
  const { row, own } = taken;
  if (own === undefined) return fail('RIGHT_MISSING');
  if (row.rule === null) return { row, own };
  const original = await occurrenceMeant(ctx, taken);
  const { id } = await detach(ctx, parts, taken, { given: {}, original, accepted: true });
  const [one] = await readAppointments(ctx.db, ctx.instance.id, [id]);
  const person = (await readPersons(ctx.db, ctx.instance.id, [id])).find((it) => it.user_id === ctx.person.id);
  return one === undefined || person === undefined ? fail('NOT_FOUND') : { row: one, own: person };
}
