import {
  APPOINTMENT_TYPES_KEY,
  MAX_APPOINTMENT_TYPES,
  appointmentEvents,
  type appointmentQueries,
  type calendarSettingCommands,
} from '@kontor/contract/appointment';
import type { ParamsOf } from '@kontor/contract/kernel';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { knownUserIds, requireAdministrator } from '../account/index.ts';
import { requireSeeing, seenOf } from './access.ts';
import { calendarPeople } from './announcing.ts';
import { takingPart } from './people-rules.ts';
import { saveRights } from './rights.ts';
import { typedDefaults, withType, type TypedFields } from './rules.ts';
import { readAppointments } from './store/appointments.ts';
import { deleteType, insertType, readTypes, sortTypes, toType, updateType } from './store/types.ts';

/** What an appointment, which the person sees, says of what a type has a say in. Fails with NOT_FOUND. */
async function typedOf(ctx: QueryContext, appointmentId: number): Promise<TypedFields> {
  const [seen] = await seenOf(ctx, await readAppointments(ctx.db, ctx.instance.id, [appointmentId]));
  if (seen === undefined) return fail('NOT_FOUND');
  const { row, persons } = seen;
  return {
    title: row.title,
    description: row.description,
    access: row.access,
    alert: row.alert ?? 'none',
    timeMode: row.time_mode,
    participants: takingPart(persons),
    recordButton: row.record_button,
    repeats: row.rule !== null,
  };
}

/** What the fields of an appointment would be with another type. Fails with TYPE_GONE where there is no such type. */
export async function typeChanged(ctx: QueryContext, params: ParamsOf<(typeof appointmentQueries)['changeType']>) {
  const { previousType, newType, appointmentId, additionalUser, fields } = params;
  const types = new Map((await readTypes(ctx.db, ctx.instance.id)).map((row) => [row.type_id, toType(row)]));
  const former = previousType === null ? undefined : types.get(previousType);
  const type = newType === null ? undefined : types.get(newType);
  if (newType !== null && type === undefined) return fail('TYPE_GONE');
  const stored = appointmentId ? await typedOf(ctx, appointmentId) : typedDefaults(former);
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const { participants, ...changed } = withType({ ...stored, ...said }, former, type, additionalUser);
  return { ...changed, participants: [...participants] };
}

/** Tells those who see calendars that the types are others. */
async function announceTypes(ctx: CommandContext): Promise<void> {
  const people = await calendarPeople(ctx);
  ctx.emit(
    appointmentEvents.typesChanged,
    { users: people.map(({ userId }) => userId), isQuiet: true },
    { keys: [APPOINTMENT_TYPES_KEY], processIds: [...ctx.processIds], aggregateIds: [] },
  );
}

export const settingHandlers: Pick<
  CommandHandlers<typeof calendarSettingCommands>,
  'saveType' | 'removeType' | 'orderTypes' | 'saveRights'
> = {
  async saveType(ctx, { id, ...type }) {
    requireAdministrator(ctx);
    const { db, instance } = ctx;
    const known = await knownUserIds(db, instance.id, type.participants);
    if (known.length < new Set(type.participants).size) return fail('NOT_FOUND');
    if (id !== null) {
      if (!(await updateType(db, instance.id, { id, ...type }))) return fail('NOT_FOUND');
    } else if ((await readTypes(db, instance.id)).length >= MAX_APPOINTMENT_TYPES)
      return fail('TOO_MANY_APPOINTMENT_TYPES', { data: { max: MAX_APPOINTMENT_TYPES } });
    const saved = id ?? (await insertType(db, instance.id, type));
    await announceTypes(ctx);
    return { id: saved };
  },

  async removeType(ctx, { id }) {
    requireAdministrator(ctx);
    if (!(await deleteType(ctx.db, ctx.instance.id, id))) return fail('NOT_FOUND');
    await announceTypes(ctx);
    return {};
  },

  async orderTypes(ctx, { ids }) {
    requireAdministrator(ctx);
    await sortTypes(ctx.db, ctx.instance.id, ids);
    await announceTypes(ctx);
    return {};
  },

  async saveRights(ctx, { calendarId, rights }) {
    requireSeeing(ctx);
    await saveRights(ctx, calendarId ?? ctx.person.id, rights);
    return {};
  },
};
