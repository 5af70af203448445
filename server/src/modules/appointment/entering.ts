import type { AppointmentType, Participation, PartialAppointmentFields } from '@kontor/contract/appointment';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { LocalTime } from '../../platform/recurrence/index.ts';
import { timeZoneOf } from '../account/index.ts';
import { writeAnswer } from './answering.ts';
import { repeated, withPeople } from './editing.ts';
import { putOffFor } from './inbox.ts';
import { inviteNobody } from './inviting/inviting.ts';
import { makeAppointment } from './making.ts';
import { PARTS_ALONE } from './parts.ts';
import { defaultsOf, withGiven } from './rules.ts';
import { standingOf } from './settling.ts';
import { insertResource, type ResourceValues } from './store/resources.ts';
import { insertSet } from './store/sets.ts';
import { insertType, readTypes, toType } from './store/types.ts';

/** An appointment that is known to take place, and what those who take part have said. */
export interface Entering {
  readonly by: number;
  readonly fields: PartialAppointmentFields;
  /** Originals of it that do not take place. */
  readonly excluded?: readonly LocalTime[];
  readonly answers: ReadonlyMap<number, Participation>;
}

/** Makes an appointment that comes from elsewhere: it is not asked whether it collides, or whether its reminder is over. Returns its id. */
export async function enterAppointment(
  ctx: ChangeContext,
  { by, fields, excluded = [], answers }: Entering,
): Promise<number> {
  inviteNobody(ctx);
  const { db, instance } = ctx;
  const zone = timeZoneOf(instance);
  const types = (await readTypes(db, instance.id)).map(toType);
  const type = types.find(({ id }) => id === fields.appointmentType);
  const fresh = defaultsOf({ type, calendarId: fields.calendarId ?? by, zone, now: ctx.now() });
  const said = withPeople(withGiven(fresh, fields, { zone, typeColour: type?.colour ?? '' }), []);
  const { plain, rule } = repeated(said, null);
  const making = { creatorId: by, actorId: by, rule, accepted: true, marks: { excluded } };
  const { row, persons } = await makeAppointment(ctx, PARTS_ALONE, plain, making);
  const id = row.appointment_id;
  for (const person of persons) {
    const state = answers.get(person.user_id ?? 0) ?? 'none';
    if (state !== 'none') await writeAnswer(ctx, row, person, { state, comment: '' });
  }
  await putOffFor(ctx, PARTS_ALONE, await standingOf(ctx, id));
  return id;
}

/** Makes a type of which what is left out is usual. Returns its number. */
export const enterType = (
  { db, instance }: ChangeContext,
  type: Partial<AppointmentType> & Pick<AppointmentType, 'title'>,
): Promise<number> =>
  insertType(db, instance.id, {
    colour: '',
    access: 'public',
    alert: 'none',
    description: '',
    timeType: 'fixedTime',
    forbiddenRepetition: false,
    defaultTitle: '',
    participants: [],
    recordButton: true,
    ...type,
  });

/** Makes a resource, which cannot be taken twice where nothing else is said. Returns its number. */
export const enterResource = (
  { db, instance }: ChangeContext,
  resource: Omit<ResourceValues, 'isHard'> & Partial<ResourceValues>,
): Promise<number> => insertResource(db, instance.id, { isHard: true, ...resource });

/** Makes a set of calendars that everybody may choose. Returns its number. */
export const enterSet = (
  { db, instance }: ChangeContext,
  set: { readonly ownerId: number; readonly name: string; readonly calendars: readonly number[] },
): Promise<number> =>
  insertSet(db, instance.id, { owner_id: set.ownerId, name: set.name, calendars: set.calendars, is_shared: true });
