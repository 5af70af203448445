import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { measure } from './measure.ts';
import { PASSWORD, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const INSTANCE = 'suche';
const PEOPLE = 12;
/** Of ten of them. */
const SERIES = 5000;
const WEEKS = 104;

/** A Monday in the morning, after which the calendars are as full in every week. */
const FIRST = '2031-01-06T06:00:00Z';
const MONTH = { from: '2031-03-01T00:00:00.000Z', to: '2031-03-29T00:00:00.000Z' };

/** Times that twelve people have together in four weeks, and a year of ten people with 5,000 weekly series, each beside the range that the calendar asks for. */
export async function benchFinding(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  say(`${SERIES} series in the calendars of ${PEOPLE} people …`);
  kontor.cli(['instance', 'create', INSTANCE]);
  kontor.cli(['person', 'add', INSTANCE, 'k1', '--password-file', '-'], PASSWORD);
  const people = await withDatabase(kontor, async (client) => {
    await client.query(
      `insert into app_user (instance_id, user_name, rights) select u.instance_id, 'k' || n, u.rights
       from app_user u join instance i on i.instance_id = u.instance_id and i.name = $1 cross join generate_series(2, $2::int) n`,
      [INSTANCE, PEOPLE],
    );
    const { rows } = await client.query<{ instance_id: number; user_id: number }>(
      `select instance_id, user_id from app_user where instance_id = (select instance_id from instance where name = $1) order by user_id`,
      [INSTANCE],
    );
    const ids = rows.map((row) => row.user_id);
    await fill(client, rows[0]?.instance_id ?? 0, ids);
    return ids;
  });
  const reader = await new TestClient(`http://127.0.0.1:${kontor.port}`, INSTANCE).signIn('k1', PASSWORD);
  const ranged = (calendars: readonly number[]) =>
    measure(() => reader.query('appointment.range', { calendars, ...MONTH, zone: 'Europe/Berlin' }));
  const found = await measure(() =>
    reader.query('appointment.findTimes', { must: people, minutes: 60, ...MONTH, zone: 'Europe/Berlin' }),
  );
  const twelve = await ranged(people);
  const ten = people.slice(0, 10);
  const year = { calendars: ten, from: '2031-02-01', to: '2032-01-31', zone: 'Europe/Berlin' };
  const days = await measure(() => reader.query('appointment.days', year));
  const month = await ranged(ten);
  const line = (name: string, ours: number, against: string, anchor: number): Line => ({
    name,
    unit: 'ms',
    ours,
    against,
    anchor,
    aim: { most: 2 },
  });
  return [
    line('times that twelve people have together in four weeks', found.p50, 'the range of these weeks', twelve.p50),
    line('a year of ten people with 5,000 series', days.p50, 'the range of four weeks of them', month.p50),
  ];
}

/** Weekly series in turn over ten people, each hour of five days, and one a day for the others; as many spans as the server keeps. */
async function fill(client: pg.Client, instanceId: number, people: readonly number[]): Promise<void> {
  await client.query(
    `with items as (
      insert into activity (instance_id, ts, module, information, extras)
      select $1, now(), 7, 'Termin ' || n, '{}' from generate_series(1, $2::int + 10) n returning activity_id
    ), numbered as (select activity_id, row_number() over (order by activity_id) as n from items
    ), made as (
      insert into appointment (instance_id, appointment_id, calendar_id, creator_id, created_at, time_mode, starts_local, ends_local, zone, access, rule, horizon_at, uid)
      select $1, activity_id, ($3::int[])[case when n <= $2 then n % 10 + 1 else n % 2 + 11 end], ($3::int[])[1], 0, 'fixedTime',
        '2031-01-06T07:00:00', '2031-01-06T08:00:00', 'UTC', 'public', 'FREQ=WEEKLY', timestamptz '2033-01-06', 'bench-' || n
      from numbered returning appointment_id, calendar_id, uid
    ), persons as (
      insert into appointment_person (instance_id, appointment_id, member_id, user_id, state, accepts, is_confirmed)
      select $1, appointment_id, 1, calendar_id, 'accepted', true, true from made
    )
    insert into appointment_span (instance_id, appointment_id, calendar_id, original_min, starts_at, ends_at, mode, kind)
    select $1, m.appointment_id, m.calendar_id, extract(epoch from s.at)::bigint / 60, s.at, s.at + interval '30 minutes', 0, 1
    from made m cross join lateral (select substring(m.uid from 7)::int as n) k cross join generate_series(0, $4::int - 1) w
    cross join lateral (select timestamptz '${FIRST}' + w * interval '7 days' + (k.n / 10 % 5) * interval '1 day' + (k.n / 50 % 20) * interval '30 minutes' as at) s`,
    [instanceId, SERIES, people, WEEKS],
  );
  await client.query('analyze activity, appointment, appointment_person, appointment_span');
}
