import type { ChangeContext } from '../../../platform/operation/context.ts';
import { addressKey } from '../../../platform/address-key.ts';
import { escapeHtml } from '../../../platform/html/index.ts';
import type { PageLanguage } from '../../../platform/pages/index.ts';
import { localTimeOf } from '../../../platform/recurrence/index.ts';
import { lockItems } from '../../activity/index.ts';
import { linkItems, recordsOfAddresses } from '../../record/index.ts';
import { cancel } from '../cancelling.ts';
import { withPeople } from '../editing.ts';
import { inviteNobody, noteKnown } from '../inviting/inviting.ts';
import { makeAppointment } from '../making.ts';
import { defaultsOf, isRightAlert, slotOf, withGiven } from '../rules.ts';
import { readAppointments } from '../store/appointments.ts';
import { holdCalendars } from '../store/spans.ts';
import { readTypes, toType } from '../store/types.ts';
import { realMoments } from '../times.ts';
import type { Guest } from './guest.ts';
import { mailBooking } from './mailing.ts';
import type { BookingParts } from './parts.ts';
import { freeTimes, openPage, possibleHosts, type OpenPage } from './searching.ts';
import {
  cancelHold,
  confirmHold,
  findHold,
  holdsOfAddress,
  insertHold,
  loadOf,
  releaseHolds,
  takeHold,
  type HoldRow,
} from './store/holds.ts';
import { findPage } from './store/pages.ts';
import { hashToken, newGuestToken } from '../guest-tokens.ts';

/** How long a time waits for its confirmation. */
export const HOLD_MS = 10 * 60_000;
/** Times that one address may hold at once. */
const MAX_HOLDS = 3;
const MINUTE_MS = 60_000;

/** What has become of a guest's choice. */
export type Held =
  | { readonly kind: 'held'; readonly until: number }
  | { readonly kind: 'taken' }
  | { readonly kind: 'tooMany' };

/** Holds a time for a guest, and has the link mailed that confirms it. Of several who want it at once, one gets it. */
export async function holdTime(
  ctx: ChangeContext,
  parts: BookingParts,
  page: OpenPage,
  given: Guest & { readonly minutes: number; readonly language: PageLanguage },
): Promise<Held> {
  const { db, instance } = ctx;
  const now = new Date(ctx.now());
  if ((await holdsOfAddress(db, instance.id, given.address, now)) >= MAX_HOLDS) return { kind: 'tooMany' };
  await holdCalendars(db, await possibleHosts(ctx, parts, page));
  await releaseHolds(db, instance.id, now);
  const [slot] = await freeTimes(ctx, parts, page, { minutes: given.minutes, start: given.start });
  if (slot === undefined) return { kind: 'taken' };
  const load = await loadOf(db, instance.id, page.row.page_id, now);
  const [host] = slot.hosts.toSorted((one, other) => (load.get(one) ?? 0) - (load.get(other) ?? 0) || one - other);
  if (host === undefined) return { kind: 'taken' };
  const token = newGuestToken();
  const until = ctx.now() + HOLD_MS;
  const id = await insertHold(db, instance.id, {
    page_id: page.row.page_id,
    host_id: host,
    guest_name: given.name,
    guest_address: given.address,
    words: given.words,
    language: given.language,
    zone: page.zone,
    starts_at: new Date(given.start),
    ends_at: new Date(given.start + given.minutes * MINUTE_MS),
    releases_at: new Date(until),
    confirm_hash: hashToken(token),
  });
  if (id === undefined) return { kind: 'taken' };
  await mailBooking(ctx, 'confirm', id, token);
  return { kind: 'held', until };
}

/** How a booking stands for who has its link. */
export type Standing = 'held' | 'booked' | 'cancelled' | 'expired';

export async function standingOfHold(
  ctx: Pick<ChangeContext, 'db' | 'instance' | 'now'>,
  hold: HoldRow,
): Promise<Standing> {
  const { is_held: isHeld, releases_at: until, cancelled_at: cancelledAt, appointment_id: appointmentId } = hold;
  if (appointmentId === null) return isHeld && until.getTime() > ctx.now() ? 'held' : 'expired';
  if (cancelledAt !== null) return 'cancelled';
  const [row] = await readAppointments(ctx.db, ctx.instance.id, [appointmentId]);
  return row === undefined || row.cancelled_at !== null ? 'cancelled' : 'booked';
}

/** Confirms a hold, once: the appointment is made, and both hear of it. `taken`: something else has the time by now. */
export async function confirmBooking(
  ctx: ChangeContext,
  parts: BookingParts,
  token: string,
): Promise<{ readonly standing: Standing | 'taken'; readonly hold: HoldRow } | undefined> {
  const { db, instance } = ctx;
  const found = await findHold(db, instance.id, 'confirm', hashToken(token));
  const hold = found && (await takeHold(db, instance.id, found.hold_id));
  if (hold === undefined) return undefined;
  const standing = await standingOfHold(ctx, hold);
  if (standing !== 'held') return { standing, hold };
  const page = hold.page_id === null ? undefined : await findPage(db, instance.id, hold.page_id);
  const open = await openPage(ctx, parts, page);
  if (open === undefined || hold.starts_at.getTime() <= ctx.now()) return { standing: 'taken', hold };
  await holdCalendars(db, [hold.host_id]);
  const start = hold.starts_at.getTime();
  const minutes = (hold.ends_at.getTime() - start) / MINUTE_MS;
  const [slot] = await freeTimes(ctx, parts, open, { minutes, hold: { id: hold.hold_id, start } });
  if (slot?.hosts.includes(hold.host_id) !== true) return { standing: 'taken', hold };
  const appointmentId = await enter(ctx, parts, open, hold);
  const cancelToken = newGuestToken();
  await confirmHold(db, instance.id, hold.hold_id, { appointmentId, cancelHash: hashToken(cancelToken) });
  await mailBooking(ctx, 'booked', hold.hold_id, cancelToken);
  await mailBooking(ctx, 'hostBooked', hold.hold_id);
  return { standing: 'booked', hold };
}

const asHtml = (words: string): string => `<p>${escapeHtml(words).replace(/\r?\n/g, '<br>')}</p>`;

/** Makes the appointment of a hold: the host has it in their calendar, the guest takes part from outside. Returns its number. */
async function enter(ctx: ChangeContext, parts: BookingParts, { row, zone }: OpenPage, hold: HoldRow): Promise<number> {
  const { db, instance } = ctx;
  const stored = (await readTypes(db, instance.id)).find(({ type_id: id }) => id === row.type_id);
  const type = stored && toType(stored);
  const fresh = defaultsOf({ type, calendarId: hold.host_id, zone, now: ctx.now() });
  const local = (at: Date) => localTimeOf(at.toISOString(), zone);
  const guest = {
    userId: null,
    resourceId: null,
    address: hold.guest_address,
    name: hold.guest_name,
    role: 'required' as const,
    accept: undefined,
    active: true,
    alert: false,
    write: false,
  };
  const said = withGiven(
    fresh,
    {
      title: `${row.title} · ${hold.guest_name}`.slice(0, 200),
      location: row.location,
      description: hold.words === '' ? fresh.description : `${fresh.description}${asHtml(hold.words)}`,
      startDate: local(hold.starts_at),
      endDate: local(hold.ends_at),
      allDay: false,
      zone,
      isFree: false,
      alert: row.alert ?? 'none',
    },
    { zone, typeColour: type?.colour ?? '' },
  );
  const plain = withPeople({ ...said, participants: [...fresh.participants, guest] }, []);
  const alert = isRightAlert(plain.slot, plain.alert, zone, ctx.now()) ? plain.alert : 'none';
  const making = { creatorId: hold.host_id, actorId: hold.host_id, rule: null, accepted: true };
  // The guest is told by a mail of the booking; what becomes of it later they hear as others do.
  inviteNobody(ctx);
  const { row: made } = await makeAppointment(ctx, parts, { ...plain, alert }, making);
  await noteKnown(ctx, made);
  const id = made.appointment_id;
  ctx.news([{ userId: hold.host_id, module: 'appointment', entryId: id }]);
  const known = await recordsOfAddresses(db, instance.id, [hold.guest_address]);
  const [record, ...others] = known.get(addressKey(hold.guest_address)) ?? [];
  // Of several nobody knows which one is meant.
  if (record !== undefined && others.length === 0) {
    await lockItems(ctx, [id]);
    const why = { reason: 'rule', detail: row.title, userId: 0 } as const;
    await linkItems(ctx, [id], record.recordId, why, { archives: false });
  }
  return id;
}

/** Cancels a booking for the guest who has its link, until it begins. Returns how it stands then. */
export async function cancelBooking(
  ctx: ChangeContext,
  token: string,
): Promise<{ readonly standing: Standing | 'over'; readonly hold: HoldRow } | undefined> {
  const { db, instance } = ctx;
  const found = await findHold(db, instance.id, 'cancel', hashToken(token));
  const hold = found && (await takeHold(db, instance.id, found.hold_id));
  if (hold === undefined || hold.appointment_id === null) return undefined;
  await lockItems(ctx, [hold.appointment_id]);
  const standing = await standingOfHold(ctx, hold);
  if (standing !== 'booked') return { standing, hold };
  const [row] = await readAppointments(db, instance.id, [hold.appointment_id]);
  if (row === undefined) return { standing: 'cancelled', hold };
  if (realMoments(slotOf(row), hold.zone).start <= ctx.now()) return { standing: 'over', hold };
  inviteNobody(ctx);
  await cancel(ctx, row);
  await noteKnown(ctx, row);
  await cancelHold(db, instance.id, hold.hold_id, new Date(ctx.now()));
  await mailBooking(ctx, 'cancelled', hold.hold_id);
  await mailBooking(ctx, 'hostCancelled', hold.hold_id);
  return { standing: 'cancelled', hold };
}
