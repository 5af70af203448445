import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { benchCaldav } from './caldav.ts';
import { PEOPLE, SERIES, fillCalendars, fillHistory, type Filled, type Week } from './calendars.ts';
import { measure, quantile } from './measure.ts';
import { pgbench } from './pgbench.ts';
import { PASSWORD, READER, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const INSTANCE = 'kalender';
const CALENDARS = 20;
/** People who take part in the series that is made, and times that it is. */
const TAKING_PART = 20;
const TURNS = 5;

/** What a week reads, as it would be written by hand. */
function byHand({ instanceId, readerId }: Filled, { calendars, from, to }: Week): string {
  const moment = (at: string) => `to_timestamp(${Date.parse(at) / 1000})`;
  const columns = 'w.calendar_id, w.appointment_id, w.original_min, w.starts_at, w.ends_at, w.mode, w.kind';
  const own = `appointment_span w where w.instance_id = ${instanceId} and w.calendar_id = c.id`;
  return `select s.*, t.access, t.calendar_id as owner_id, a.information as title, t.location, t.color, t.type_id,
      t.rule is not null as repeats, a.ido_count, p.state, p.is_hidden,
      (select count(*) from appointment_person n where n.instance_id = t.instance_id and n.appointment_id = t.appointment_id) as participants,
      exists (select from activity_user u where u.instance_id = t.instance_id and u.user_id = ${readerId} and u.activity_id = t.appointment_id) as is_seen
    from unnest('{${calendars.join()}}'::int[]) as c (id) cross join lateral (
      select ${columns} from ${own} and w.ends_at - w.starts_at <= interval '1 day'
        and w.starts_at < ${moment(to)} and w.starts_at > ${moment(from)} - interval '1 day' and w.ends_at > ${moment(from)}
      union all
      select ${columns} from ${own} and w.ends_at - w.starts_at > interval '1 day' and w.ends_at > ${moment(from)} and w.starts_at < ${moment(to)}
    ) s
    join appointment t on t.instance_id = ${instanceId} and t.appointment_id = s.appointment_id
    join activity a on a.instance_id = ${instanceId} and a.activity_id = s.appointment_id
    left join appointment_person p on p.instance_id = ${instanceId} and p.appointment_id = s.appointment_id and p.user_id = s.calendar_id
    order by s.starts_at`;
}

/**
 * Calendars of an instance with 5,000 series and `singles` appointments: a week of twenty people, also over CalDAV, and the saving of a series. The week is the same with a
 * tenth of the appointments, of which the others are history alone.
 */
export async function benchAppointments(
  kontor: KontorProcess,
  singles: number,
  say: (text: string) => void,
): Promise<Line[]> {
  say(`${SERIES.toLocaleString('en')} series and ${singles.toLocaleString('en')} appointments of ${PEOPLE} people …`);
  kontor.cli(['instance', 'create', INSTANCE]);
  kontor.cli(['person', 'add', INSTANCE, READER, '--password-file', '-'], PASSWORD);
  return withDatabase(kontor, async (client, url) => {
    const filled = await fillCalendars(client, INSTANCE, Math.round(singles / 10));
    const reader = await new TestClient(`http://127.0.0.1:${kontor.port}`, INSTANCE).signIn(READER, PASSWORD);
    const week = { calendars: filled.people.slice(0, CALENDARS), from: inDays(0), to: inDays(7) };
    const settings = `-c role=kontor_app -c app.instance=${filled.instanceId}`;
    const figures = async () => ({
      ours: (await measure(() => reader.query('appointment.range', { ...week, zone: 'Europe/Berlin' }))).p50,
      hand: (await pgbench(url, byHand(filled, week), { settings }))?.p50,
    });
    const little = await figures();
    const caldav = await benchCaldav({ client, reader, filled, week, singles: Math.round(singles / 10) }, say);
    const begun = performance.now();
    await fillHistory(client, filled, singles - Math.round(singles / 10));
    say(`The other nine tenths took ${Math.round((performance.now() - begun) / 1000)} s …`);
    const much = await figures();
    const saved = await measureSaving(client, reader, filled);
    const saving = `saving a daily series of ${TAKING_PART} people`;
    return [
      ms(`a week of ${CALENDARS} calendars`, much.ours, ['the same SQL, prepared, through pgbench', much.hand], 1.5),
      ms('the same', much.ours, ['with a tenth of the history', little.ours], 1.1),
      ...(much.hand === undefined
        ? []
        : [ms('the same SQL by hand', much.hand, ['with a tenth of the history', little.hand])]),
      ...caldav,
      ms(saving, saved.ours, [`its ${saved.rows} spans by one INSERT`, saved.inserted]),
      ms(saving, saved.ours, [`its ${saved.rows} spans by COPY`, saved.copied], 2),
    ];
  });
}

const ms = (
  name: string,
  ours: number,
  [against, anchor]: readonly [string, number | undefined],
  most?: number,
): Line => ({
  name,
  unit: 'ms',
  ours,
  against,
  ...(anchor === undefined ? {} : { anchor }),
  ...(most === undefined ? {} : { aim: { most } }),
});

const DAY_MS = 86_400_000;
/** The midnight, as if in UTC, so many days from today. */
const inDays = (days: number): string => new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS).toISOString();

/** Making a series of every day with twenty people, beside writing its spans once more, each with its commit. */
async function measureSaving(client: pg.Client, reader: TestClient, { instanceId, readerId, people }: Filled) {
  const times = { ours: [] as number[], inserted: [] as number[], copied: [] as number[] };
  let rows = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const day = inDays(1).slice(0, 10);
    const given = {
      title: 'Frührunde',
      startDate: `${day}T08:00:00`,
      endDate: `${day}T08:15:00`,
      participants: people.slice(0, TAKING_PART - 1),
      calendarId: readerId,
      repetition: { repetitionType: 'daily' },
      accepted: true,
    };
    const begun = performance.now();
    const { aggregateId } = await reader.command<{ aggregateId: string }>('appointment.create', given);
    times.ours.push(performance.now() - begun);
    const id = (JSON.parse(aggregateId) as { entryId: number }).entryId;
    const spans = `appointment_span where instance_id = ${instanceId} and appointment_id = ${id}`;
    await client.query(`create temp table kept as select * from ${spans}`);
    const text = await textOf(client, 'copy kept to stdout');
    const again = async (write: () => Promise<unknown>) => {
      await client.query(`delete from ${spans}`);
      const from = performance.now();
      await write();
      return performance.now() - from;
    };
    times.inserted.push(
      await again(async () => {
        rows = (await client.query('insert into appointment_span select * from kept')).rowCount ?? 0;
      }),
    );
    const copy = () => pipeline(Readable.from([text]), client.query(copyFrom('copy appointment_span from stdin')));
    times.copied.push(await again(copy));
    await client.query('drop table kept');
  }
  const median = (values: readonly number[]) => quantile(values, 0.5);
  return { ours: median(times.ours), inserted: median(times.inserted), copied: median(times.copied), rows };
}

/** What is copied out of the database. */
async function textOf(client: pg.Client, statement: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyTo(statement))) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
