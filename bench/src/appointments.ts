import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { measure, quantile } from './measure.ts';
import { PASSWORD, READER, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const INSTANCE = 'kalender';
const PEOPLE = 500;
const SERIES = 5000;
/** Weeks that a series has begun before now, and that it is kept ahead. */
const WEEKS = { before: 52, ahead: 104 } as const;
/** Years that single appointments are spread over. */
const YEARS = 5;
const CALENDARS = 20;
/** People who take part in the series that is made, and times that it is. */
const TAKING_PART = 20;
const TURNS = 5;

/** What a week reads, as it would be written by hand. */
const BY_HAND = `select s.*, t.access, t.calendar_id as owner_id, a.information as title, t.location, t.color, t.type_id,
    t.rule is not null as repeats, a.ido_count, p.state, p.is_hidden,
    (select count(*) from appointment_person n where n.instance_id = t.instance_id and n.appointment_id = t.appointment_id) as participants,
    exists (select from activity_user u where u.instance_id = t.instance_id and u.user_id = $2 and u.activity_id = t.appointment_id) as is_seen
  from unnest($3::int[]) as c (id) cross join lateral (
    select w.calendar_id, w.appointment_id, w.original_min, w.starts_at, w.ends_at, w.mode, w.kind from appointment_span w
      where w.instance_id = $1 and w.calendar_id = c.id and w.ends_at - w.starts_at <= interval '1 day'
        and w.starts_at < $5 and w.starts_at > $4::timestamptz - interval '1 day' and w.ends_at > $4
    union all
    select w.calendar_id, w.appointment_id, w.original_min, w.starts_at, w.ends_at, w.mode, w.kind from appointment_span w
      where w.instance_id = $1 and w.calendar_id = c.id and w.ends_at - w.starts_at > interval '1 day' and w.ends_at > $4 and w.starts_at < $5
  ) s
  join appointment t on t.instance_id = $1 and t.appointment_id = s.appointment_id
  join activity a on a.instance_id = $1 and a.activity_id = s.appointment_id
  left join appointment_person p on p.instance_id = $1 and p.appointment_id = s.appointment_id and p.user_id = s.calendar_id
  order by s.starts_at`;

/** Calendars of an instance with 5,000 series and `singles` appointments: a week of twenty people, and the saving of a series. */
export async function benchAppointments(
  kontor: KontorProcess,
  singles: number,
  say: (text: string) => void,
): Promise<Line[]> {
  say(`${SERIES.toLocaleString('en')} series and ${singles.toLocaleString('en')} appointments of ${PEOPLE} people …`);
  kontor.cli(['instance', 'create', INSTANCE]);
  kontor.cli(['person', 'add', INSTANCE, READER, '--password-file', '-'], PASSWORD);
  return withDatabase(kontor, async (client) => {
    const filled = await fill(client, Math.round(singles / 10));
    const reader = await new TestClient(`http://127.0.0.1:${kontor.port}`, INSTANCE).signIn(READER, PASSWORD);
    const calendars = filled.people.slice(0, CALENDARS);
    const [from, to] = [inDays(0), inDays(7)];
    const week = () => reader.query('appointment.range', { calendars, from, to, zone: 'Europe/Berlin' });
    const byHand = () =>
      client.query({ name: 'week', text: BY_HAND, values: [filled.instanceId, filled.readerId, calendars, from, to] });
    const [little, hand] = [await measure(week), await measure(byHand)];
    await fillSingles(client, filled, singles - Math.round(singles / 10));
    const [much, handOfMuch] = [await measure(week), await measure(byHand)];
    const saved = await measureSaving(client, reader, filled);
    return [
      ms(`a week of ${CALENDARS} calendars`, much.p50, ['the same SQL, prepared', handOfMuch.p50], 1.5),
      ms('the same', much.p50, ['with a tenth of the history', little.p50], 1.1),
      ms('the same SQL by hand', handOfMuch.p50, ['with a tenth of the history', hand.p50]),
      ms(
        `saving a daily series of ${TAKING_PART} people`,
        saved.ours,
        [`its ${saved.rows} spans by one INSERT`, saved.anchor],
        2,
      ),
    ];
  });
}

const ms = (name: string, ours: number, [against, anchor]: readonly [string, number], most?: number): Line => ({
  name,
  unit: 'ms',
  ours,
  against,
  anchor,
  ...(most === undefined ? {} : { aim: { most } }),
});

const DAY_MS = 86_400_000;
/** The midnight, as if in UTC, so many days from today. */
const inDays = (days: number): string => new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS).toISOString();

interface Filled {
  readonly instanceId: number;
  readonly readerId: number;
  readonly people: readonly number[];
}

async function fill(client: pg.Client, singles: number): Promise<Filled> {
  const { rows } = await client.query<{ instance_id: number; user_id: number }>(
    'select u.instance_id, u.user_id from app_user u join instance i using (instance_id) where i.name = $1 and u.user_name = $2',
    [INSTANCE, READER],
  );
  const { instance_id: instanceId = 0, user_id: readerId = 0 } = rows[0] ?? {};
  const made = await client.query<{ user_id: number }>(
    `insert into app_user (instance_id, user_name, rights)
      select $1, 'k' || n, (select rights from app_user where user_id = $2 and instance_id = $1) from generate_series(1, $3::int) n returning user_id`,
    [instanceId, readerId, PEOPLE],
  );
  const people = made.rows.map((row) => row.user_id);
  await client.query(
    "insert into calendar_right (instance_id, owner_id, level) select $1, p, 'read' from unnest($2::int[]) p",
    [instanceId, people],
  );
  const filled = { instanceId, readerId, people };
  await insert(client, filled, {
    count: SERIES,
    rule: "'FREQ=WEEKLY'",
    // On workdays from eight to four.
    begin: `date_trunc('week', now()) - interval '${WEEKS.before} weeks' + (g % 5) * interval '1 day' + (7 + g % 8) * interval '1 hour'`,
    times: `generate_series(0, ${WEEKS.before + WEEKS.ahead - 1})`,
    step: "interval '1 week'",
  });
  await fillSingles(client, filled, singles);
  return filled;
}

/** Single appointments over some years, one in twenty of which takes some days. */
async function fillSingles(client: pg.Client, filled: Filled, count: number): Promise<void> {
  await insert(client, filled, {
    count,
    rule: 'null',
    begin: `date_trunc('hour', now()) - (g::float8 / ${count} * ${YEARS * 365} - 30) * interval '1 day'`,
    times: 'generate_series(0, 0)',
    step: "interval '0'",
  });
  await client.query('analyze activity, appointment, appointment_person, appointment_span');
}

interface Given {
  readonly count: number;
  readonly rule: string;
  readonly begin: string;
  readonly times: string;
  readonly step: string;
}

async function insert(client: pg.Client, { instanceId, people }: Filled, given: Given): Promise<void> {
  await client.query('begin');
  // Nothing is checked that is made here: what refers to what is known.
  await client.query("set local session_replication_role = 'replica'");
  await client.query(
    `create temp table made on commit drop as
      select nextval(pg_get_serial_sequence('activity', 'activity_id')) as id, g, ($1::int[])[1 + g % ${people.length}] as person,
        ${given.begin} as begun, case when g % 20 = 19 and ${given.rule} is null then interval '3 days' else interval '1 hour' end as takes
      from generate_series(1, ${given.count}) g`,
    [people],
  );
  const local = (moment: string) => `to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;
  await client.query(
    `insert into activity (activity_id, ts, instance_id, module, direction, contact, information)
      select id, begun, ${instanceId}, 7, 2, '', 'Besprechung ' || g from made`,
  );
  await client.query(
    `insert into appointment (instance_id, appointment_id, calendar_id, creator_id, created_at, location, time_mode, starts_local, ends_local,
        zone, access, rule, uid, horizon_at)
      select ${instanceId}, id, person, person, 0, 'Büro', 'fixedTime', ${local('begun')}, ${local('begun + takes')}, 'UTC', 'public',
        ${given.rule}, 'u' || id, case when ${given.rule} is null then null else now() + interval '24 months' end
      from made`,
  );
  await client.query(
    `insert into appointment_person (instance_id, appointment_id, member_id, user_id, state, accepts, is_confirmed)
      select ${instanceId}, id, 1, person, 'accepted', true, true from made`,
  );
  await client.query(
    `insert into appointment_span (instance_id, appointment_id, calendar_id, original_min, starts_at, ends_at, mode, kind)
      select ${instanceId}, id, person, case when ${given.rule} is null then 0 else extract(epoch from begun + n * ${given.step})::bigint / 60 end,
        begun + n * ${given.step}, begun + n * ${given.step} + takes, 0, 1
      from made cross join ${given.times} n`,
  );
  await client.query('commit');
}

/** Making a series of every day with twenty people, beside writing its spans once more. */
async function measureSaving(client: pg.Client, reader: TestClient, { instanceId, readerId, people }: Filled) {
  const times: { readonly ours: number[]; readonly anchor: number[] } = { ours: [], anchor: [] };
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
    await client.query('begin');
    await client.query(
      'create temp table kept on commit drop as select * from appointment_span where instance_id = $1 and appointment_id = $2'
        .replace('$1', String(instanceId))
        .replace('$2', String(id)),
    );
    await client.query('delete from appointment_span where instance_id = $1 and appointment_id = $2', [instanceId, id]);
    const from = performance.now();
    rows = (await client.query('insert into appointment_span select * from kept')).rowCount ?? 0;
    times.anchor.push(performance.now() - from);
    await client.query('rollback');
  }
  return { ours: quantile(times.ours, 0.5), anchor: quantile(times.anchor, 0.5), rows };
}
