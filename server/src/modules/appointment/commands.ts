import type { appointmentCommands, PartialAppointmentFields } from '@kontor/contract/appointment';
import type { AggregateId } from '@kontor/contract/kernel';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { localTimeOf } from '../../platform/recurrence/index.ts';
import { requireRight, timeZoneOf } from '../account/index.ts';
import { noteOrigin, seesItem } from '../activity/index.ts';
import { linkItems } from '../record/index.ts';
import { takeAppointment, takeToWrite, requireMaking, type Taken } from './access.ts';
import { answerAs } from './answering.ts';
import { bookingCommandHandlers } from './booking-pages/index.ts';
import { judge, withPeople } from './editing.ts';
import { makeAppointment, textWritten } from './making.ts';
import { inviteAgain } from './inviting/inviting.ts';
import { ownOccurrence } from './occurring.ts';
import type { KindParts } from './parts.ts';
import { participantsOf } from './people-rules.ts';
import { removeAppointment, restoreOccurrence, takeBack } from './removing.ts';
import { defaultsOf, isRightAlert, plainOf, slotOf, withGiven } from './rules.ts';
import { slotMeant, writeSaying, type Saying, type Written } from './series.ts';
import { resourceHandlers } from './resources.ts';
import { setHandlers } from './sets.ts';
import { settle, standingOf } from './settling.ts';
import { putPersons } from './store/persons.ts';
import { readTypes, toType } from './store/types.ts';
import { settingHandlers } from './typing.ts';
import { delayedSlot, slotAt } from './times.ts';
import { idOf, savedFields } from './views.ts';

const named = ({ person }: CommandContext, { id, edit }: Written) => ({
  aggregateId: idOf(id, person.id),
  aggregateVersion: edit,
});

/** Makes an appointment of what is said. Fails as the contract says. */
async function create(
  ctx: CommandContext,
  parts: KindParts,
  given: PartialAppointmentFields,
  {
    accepted,
    origin = null,
    idoLinkings = [],
  }: {
    readonly accepted: boolean;
    readonly origin?: AggregateId | null;
    readonly idoLinkings?: readonly { readonly idoId: number }[];
  },
) {
  requireMaking(ctx);
  if (idoLinkings.length > 0) requireRight(ctx, 'idoList');
  if (origin !== null && !(await seesItem(ctx, origin))) return fail('NOT_FOUND');
  const zone = timeZoneOf(ctx.instance);
  const typeId = given.appointmentType ?? null;
  const type =
    typeId === null ? undefined : (await readTypes(ctx.db, ctx.instance.id)).find((row) => row.type_id === typeId);
  if (typeId !== null && type === undefined) return fail('TYPE_GONE');
  const calendarId = given.calendarId ?? ctx.person.id;
  const shown = type === undefined ? undefined : toType(type);
  const fresh = defaultsOf({ type: shown, calendarId, zone, now: ctx.now() });
  // What is said of the time alone lasts as long as a new one does.
  const said = withPeople(withGiven(fresh, given, { zone, typeColour: shown?.colour ?? '' }), []);
  const judging = { before: undefined, after: said, persons: [], customRule: null };
  const { plain, rule } = await judge(ctx, { ...judging, isAlertSaid: given.alert !== undefined });
  const standing = await makeAppointment(ctx, parts, plain, {
    creatorId: ctx.person.id,
    actorId: ctx.person.id,
    rule,
    accepted,
    write: textWritten(ctx, plain.description),
  });
  const { appointment_id: appointmentId } = standing.row;
  for (const recordId of new Set(idoLinkings.map(({ idoId }) => idoId)))
    await linkItems(ctx, [appointmentId], recordId, { reason: 'hand', detail: '', userId: ctx.person.id });
  if (origin !== null) await noteOrigin(ctx, appointmentId, { originId: origin.entryId, storageKey: '' });
  return { aggregateId: idOf(appointmentId, ctx.person.id) };
}

/** Moves what is meant so many days on. */
async function delay(ctx: CommandContext, parts: KindParts, taken: Taken, days: 1 | 7, saying: Omit<Saying, 'given'>) {
  const zone = timeZoneOf(ctx.instance);
  const slot = delayedSlot(await slotMeant(ctx, taken, saying.scope), days, zone, ctx.now());
  const given = { startDate: slot.start, endDate: slot.end };
  return named(ctx, await writeSaying(ctx, parts, taken, { ...saying, given }));
}

/** What stands there, for who edited what is not there any more. */
function conflict({ row, persons, original }: Taken): never {
  const slot = slotOf(row);
  const plain = plainOf(row, participantsOf(persons));
  const data = savedFields({ ...plain, slot: original === null ? slot : slotAt(slot, original) });
  return fail('APPOINTMENT_CONFLICT', { data: { aggregateVersion: row.edit, ...data } });
}

/** What people do with appointments that they may write in. */
const writingHandlers = (parts: KindParts) =>
  ({
    create: (ctx, { accepted, origin, idoLinkings, ...given }) =>
      create(ctx, parts, given, { accepted, origin, idoLinkings }),

    createMinimal(ctx, { participants, startTimestamp, duration, accepted }) {
      const zone = timeZoneOf(ctx.instance);
      const local = (seconds: number) => localTimeOf(new Date(seconds * 1000).toISOString(), zone);
      const people = participants.map((userId) => ({
        userId,
        resourceId: null,
        address: '',
        name: '',
        role: 'required' as const,
        active: true,
        alert: true,
        write: false,
      }));
      const times = { startDate: local(startTimestamp), endDate: local(startTimestamp + duration * 60) };
      return create(ctx, parts, { ...times, allDay: false, participants: people }, { accepted });
    },

    async changeTimes(ctx, { aggregateId, scope, accepted, ...given }) {
      const taken = await takeToWrite(ctx, aggregateId);
      return named(ctx, await writeSaying(ctx, parts, taken, { given, scope, accepted }));
    },

    async editSingle(ctx, { aggregateId, accepted, ...given }) {
      const taken = await takeToWrite(ctx, aggregateId);
      return named(ctx, await writeSaying(ctx, parts, taken, { given, scope: 'one', accepted }));
    },

    async save(ctx, { aggregateId, aggregateVersion, scope, accepted, ...given }) {
      const taken = await takeToWrite(ctx, aggregateId);
      if (taken.row.edit !== aggregateVersion) return conflict(taken);
      return named(ctx, await writeSaying(ctx, parts, taken, { given, scope, accepted }));
    },

    async delayOneDay(ctx, { aggregateId, ...saying }) {
      return delay(ctx, parts, await takeToWrite(ctx, aggregateId), 1, saying);
    },
    async delayOneWeek(ctx, { aggregateId, ...saying }) {
      return delay(ctx, parts, await takeToWrite(ctx, aggregateId), 7, saying);
    },

    async delete(ctx, { aggregateId, scope, takesBack }) {
      if (takesBack) await takeBack(ctx, parts, { aggregateId, scope });
      else await removeAppointment(ctx, parts, { aggregateId, scope });
      return {};
    },

    async restoreOccurrence(ctx, { aggregateId }) {
      await restoreOccurrence(ctx, aggregateId);
      return {};
    },
  }) satisfies Partial<CommandHandlers<typeof appointmentCommands>>;

/** What they do with those that they take part in. */
const ownHandlers = (parts: KindParts) =>
  ({
    async answer(ctx, { aggregateId, state, comment, scope }) {
      const taken = await takeAppointment(ctx, aggregateId);
      const { row, own } = taken;
      if (own === undefined) return fail('RIGHT_MISSING');
      const meant = scope === 'all' ? { row, own } : await ownOccurrence(ctx, parts, taken);
      await answerAs(ctx, parts, meant.row, meant.own, { state, comment });
      return {};
    },

    async myAlert(ctx, { aggregateId, alert }) {
      const { row, own } = await takeAppointment(ctx, aggregateId);
      if (own === undefined) return fail('RIGHT_MISSING');
      const { zone, current } = await standingOf(ctx, row.appointment_id);
      if (alert !== null && !isRightAlert(current, alert, zone, ctx.now()))
        return fail('REMINDER_PAST', { data: { field: 'alert' } });
      await putPersons(ctx.db, ctx.instance.id, [{ ...own, own_alert: alert }]);
      await settle(ctx, row.appointment_id, { accepted: true, spans: 'none', isQuiet: true });
      return {};
    },

    async hide(ctx, { aggregateId, isHidden }) {
      const { row, own } = await takeAppointment(ctx, aggregateId);
      if (own === undefined) return fail('RIGHT_MISSING');
      await putPersons(ctx.db, ctx.instance.id, [{ ...own, is_hidden: isHidden }]);
      await settle(ctx, row.appointment_id, { accepted: true, spans: 'none' });
      return {};
    },

    async sendAgain(ctx, { aggregateId, memberId }) {
      const { row } = await takeToWrite(ctx, aggregateId);
      return (await inviteAgain(ctx, row, memberId)) ? {} : fail('NOT_FOUND');
    },
  }) satisfies Partial<CommandHandlers<typeof appointmentCommands>>;

export const commandHandlers = (parts: KindParts): CommandHandlers<typeof appointmentCommands> => ({
  ...writingHandlers(parts),
  ...ownHandlers(parts),
  ...settingHandlers,
  ...resourceHandlers(parts),
  ...setHandlers,
  ...bookingCommandHandlers,
});
