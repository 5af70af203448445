import { cleanNote } from '../../platform/html/index.ts';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { namesOf, timeZoneOf } from '../account/index.ts';
import { copyPictures, insertItem, takeWritten } from '../activity/index.ts';
import { putOffFor } from './inbox.ts';
import type { KindParts } from './parts.ts';
import { viewersFor } from './people.ts';
import { personsAfter } from './people-rules.ts';
import { valuesOf, type Plain } from './rules.ts';
import { settle, type Standing } from './settling.ts';
import { insertAppointment, writeDescription, type AppointmentMarks } from './store/appointments.ts';
import { putPersons, type PersonRow } from './store/persons.ts';
import { realMoments } from './times.ts';
import type { OutsideOrganiser } from './tables.ts';

/** How an appointment is made. */
export interface Making {
  readonly creatorId: number;
  /** Who makes it, and takes part by that where they are entered. */
  readonly actorId: number;
  readonly rule: string | null;
  readonly accepted: boolean;
  readonly marks?: Partial<AppointmentMarks>;
  /** Those who take part as they stood in the series that it was a part of, with what they have said; left out: they are entered now. */
  readonly persons?: readonly PersonRow[];
  /** They are asked anew, since it is at another time than that was. */
  readonly asksAnew?: boolean;
  /** It takes what it took as a part of that: what was booked beside something else stays so. */
  readonly booksAlike?: boolean;
  /** Takes its text, when its number is known, and returns it as it is kept; left out: what the fields say, which is our own. */
  readonly write?: (id: number) => Promise<string>;
  readonly organiser?: OutsideOrganiser | null;
  /** Left out: of its own. An occurrence bears that of its series. */
  readonly uid?: string;
  /** What has to be there before its spans are written. */
  readonly beforeSettling?: (id: number) => Promise<void>;
}

const NO_MARKS: AppointmentMarks = {
  series_id: null,
  original_local: null,
  group_id: null,
  cut_local: null,
  excluded: [],
  sequence: 0,
  cancelled_at: null,
  stamped_at: 0,
  ical_extra: null,
};

/** Takes what somebody has written for an appointment, with the pictures of that of which it was a part. Fails as `takeWritten` does. */
export const textWritten =
  (ctx: CommandContext, description: string, fromId?: number) =>
  async (id: number): Promise<string> => {
    if (fromId !== undefined) await copyPictures(ctx, fromId, id);
    return (await takeWritten(ctx, id, description)).html;
  };

/** Makes an appointment of fields that were judged before. Fails with APPOINTMENT_COLLIDES and SERIES_TOO_LONG, and as its text is taken. */
export async function makeAppointment(
  ctx: ChangeContext,
  parts: KindParts,
  plain: Plain,
  making: Making,
): Promise<Standing> {
  const { db, instance } = ctx;
  const { creatorId, actorId, rule, marks = {}, persons: known = [], asksAnew = false, write } = making;
  const zone = timeZoneOf(instance);
  const about = { actorId, needsConfirmation: plain.needsConfirmation, asksAnew };
  const personsFor = (appointmentId: number) =>
    personsAfter(
      plain.participants,
      known.map((one) => ({ ...one, appointment_id: appointmentId })),
      { ...about, appointmentId },
    );
  const owner = (await namesOf(db, instance.id, [plain.calendarId])).get(plain.calendarId) ?? '';
  const id = await insertItem(ctx, {
    module: 'appointment',
    ts: new Date(realMoments(plain.slot, zone).start),
    boxId: 0,
    direction: 'bidirectional',
    contact: owner,
    information: plain.title,
    channel: '',
    extras: {},
    viewers: viewersFor(personsFor(0), creatorId),
    search: { title: plain.title, senders: owner, receivers: '', body: '' },
  });
  await insertAppointment(db, instance.id, {
    ...valuesOf({ ...plain, description: '' }, rule),
    ...NO_MARKS,
    ...marks,
    appointment_id: id,
    creator_id: creatorId,
    created_at: ctx.now(),
    uid: making.uid ?? ctx.newId(),
    organiser: making.organiser ?? null,
  });
  if (plain.description !== '') {
    const description = write === undefined ? cleanNote(plain.description).html : await write(id);
    await writeDescription(db, instance.id, id, description);
  }
  const persons = personsFor(id);
  await putPersons(db, instance.id, persons);
  await making.beforeSettling?.(id);
  const standing = await settle(ctx, id, {
    accepted: making.accepted,
    setBy: actorId,
    ...(making.booksAlike === true ? { onBeside: () => undefined } : {}),
  });
  await putOffFor(ctx, parts, standing);
  return standing;
}
