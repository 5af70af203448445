import type { feedQueries } from '@kontor/contract/appointment';
import type { ParamsOf } from '@kontor/contract/kernel';
import { createHash } from 'node:crypto';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { BytesAnswer } from '../../../platform/operation/manifest.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { localTimeOf } from '../../../platform/recurrence/index.ts';
import { timeZoneOf } from '../../account/index.ts';
import { requireSeeing } from '../access.ts';
import { wholeText } from '../dav/index.ts';
import { edgeOf } from '../reading.ts';
import { readObjects, type ObjectFilter } from '../store/objects.ts';

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2200-01-01';

function filterOf({ from, to }: ParamsOf<typeof feedQueries.export>, zone: string): ObjectFilter {
  if (from === null && to === null) return {};
  const [first, last] = [from ?? FIRST_DAY, to ?? LAST_DAY];
  if (last < first) return fail('APPOINTMENT_TIMES_INVALID');
  const [begin, end] = [new Date(edgeOf(first, zone, false)), new Date(edgeOf(last, zone, true))];
  const local = (at: Date) => new Date(`${localTimeOf(at.toISOString(), zone)}Z`);
  return { within: { from: begin, to: end, localFrom: local(begin), localTo: local(end) } };
}

/** The person's own calendar as a file, with those who take part and their own alarms. What they have hidden is left out. */
export async function exportCalendar(
  ctx: QueryContext,
  params: ParamsOf<typeof feedQueries.export>,
): Promise<BytesAnswer> {
  requireSeeing(ctx);
  const { db, instance, person } = ctx;
  const filter = filterOf(params, timeZoneOf(instance));
  const rows = await readObjects(db, instance.id, person.id, person.id, filter);
  const bytes = Buffer.from(
    await wholeText(
      ctx,
      rows.map(({ appointment_id: id }) => id),
    ),
  );
  const { from, to } = params;
  await ctx.auditNow({
    kind: 'data.exported',
    subject: person.userName,
    details: {
      operation: 'appointment.export',
      items: String(rows.length),
      ...(from === null ? {} : { from }),
      ...(to === null ? {} : { to }),
    },
  });
  return new BytesAnswer({
    type: 'text/calendar',
    fileName: `kalender-${new Date(ctx.now()).toISOString().slice(0, 10)}.ics`,
    size: bytes.length,
    tag: createHash('sha256').update(bytes).digest('hex'),
    read: (range) => (range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)),
    // It is noted above, with what was asked for.
    isShown: true,
  });
}
