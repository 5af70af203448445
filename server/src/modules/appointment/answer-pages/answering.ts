import type { Participation } from '@kontor/contract/appointment';
import type { ChangeContext, InstanceContext } from '../../../platform/operation/context.ts';
import { namesOf, timeZoneOf } from '../../account/index.ts';
import { lockItems } from '../../activity/index.ts';
import { hashToken } from '../guest-tokens.ts';
import { duesOf } from '../inviting/due.ts';
import { writeReplied } from '../inviting/replied.ts';
import { currentSlot } from '../occurrences.ts';
import type { KindParts } from '../parts.ts';
import { changedOccurrences, holdUid, readAppointments, type AppointmentRow } from '../store/appointments.ts';
import { findLink } from '../store/links.ts';
import { readPersons, type PersonRow } from '../store/persons.ts';
import { tellOrganisers } from '../telling.ts';
import { realMoments } from '../times.ts';

/** Somebody outside at the page of their link, and what it is about. */
export interface Guest {
  readonly row: AppointmentRow;
  readonly person: PersonRow;
  /** Name of who invites. */
  readonly organiser: string;
  /** That of the instance. */
  readonly zone: string;
}

/** Whom a link is of, and what it is about; undefined where it is of nobody, or the appointment is over, off, or without them. `now`: in milliseconds since 1970. */
export async function guestOf(
  { db, instance }: Pick<InstanceContext, 'db' | 'instance'>,
  token: string,
  now: number,
): Promise<Guest | undefined> {
  const link = await findLink(db, instance.id, hashToken(token));
  const [row] = link === undefined ? [] : await readAppointments(db, instance.id, [link.appointment_id]);
  if (link === undefined || row === undefined || row.organiser !== null || row.cancelled_at !== null) return undefined;
  const persons = await readPersons(db, instance.id, [row.appointment_id]);
  const person = persons.find((one) => one.member_id === link.member_id);
  if (person === undefined || !person.is_active || person.address === '') return undefined;
  const zone = timeZoneOf(instance);
  const changed = row.rule === null ? [] : await changedOccurrences(db, instance.id, row.appointment_id);
  const originals = changed.flatMap(({ original_local: original }) => original ?? []);
  if (realMoments(currentSlot(row, originals, zone, now), zone).end <= now) return undefined;
  const organiser = (await namesOf(db, instance.id, [row.calendar_id])).get(row.calendar_id) ?? '';
  return { row, person, organiser, zone };
}

/** What somebody says on their page. */
export interface Said {
  readonly state: Exclude<Participation, 'none'>;
  readonly comment: string;
  /** The number of the appointment that they have seen. */
  readonly sequence: number;
}

/**
 * Takes an answer that is given on the page of a link, as one by mail. Returns how it stands then: `changed` where the appointment has become another since the page was
 * shown, and undefined as `guestOf` does.
 */
export async function answerByLink(
  ctx: ChangeContext,
  parts: KindParts,
  token: string,
  { state, comment, sequence }: Said,
): Promise<Guest | 'changed' | undefined> {
  const found = await guestOf(ctx, token, ctx.now());
  if (found === undefined) return undefined;
  const { uid, appointment_id: id } = found.row;
  await holdUid(ctx.db, ctx.instance.id, uid);
  await lockItems(ctx, [id]);
  const guest = await guestOf(ctx, token, ctx.now());
  if (guest === undefined) return undefined;
  if (guest.row.sequence !== sequence) return 'changed';
  const due = (await duesOf(ctx, uid)).find(
    ({ person }) => person.appointment_id === id && person.member_id === guest.person.member_id,
  );
  if (due === undefined) return undefined;
  await writeReplied(ctx, due, { state, comment, stampedAt: ctx.now() });
  await tellOrganisers(ctx, parts, [guest.row]);
  return { ...guest, person: { ...guest.person, state, comment } };
}
