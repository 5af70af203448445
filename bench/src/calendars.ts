import type pg from 'pg';
import { withoutIndexes } from './bulk.ts';
import { READER } from './seed.ts';

export const PEOPLE = 500;
export const SERIES = 5000;
/** Weeks that a series has begun before now, and that it is kept ahead. */
const WEEKS = { before: 52, ahead: 104 } as const;
/** Years that single appointments are spread over, and days that they reach ahead; what is history alone ends as many days before now. */
const YEARS = 5;
const DAYS_AHEAD = 30;
const DAYS_OVER = 60;
/** Appointments from which on indexes are built behind them, which takes less time. */
const MANY = 1_000_000;

/** An instance whose calendars are read, and the person who reads them all. */
export interface Filled {
  readonly instanceId: number;
  readonly readerId: number;
  readonly people: readonly number[];
}

/** What is read of it. */
export interface Week {
  readonly calendars: readonly number[];
  /** Moments in UTC. */
  readonly from: string;
  readonly to: string;
}

/** Fills an instance with people, 5,000 weekly series and some single appointments. */
export async function fillCalendars(client: pg.Client, instance: string, singles: number): Promise<Filled> {
  const { rows } = await client.query<{ instance_id: number; user_id: number }>(
    'select u.instance_id, u.user_id from app_user u join instance i using (instance_id) where i.name = $1 and u.user_name = $2',
    [instance, READER],
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
  await fillSingles(client, filled, singles, DAYS_AHEAD);
  return filled;
}

/** Adds single appointments that are over, and so are in no week that is read. */
export const fillHistory = (client: pg.Client, filled: Filled, count: number): Promise<void> =>
  fillSingles(client, filled, count, -DAYS_OVER);

/** Single appointments over some years, the last of them so many days ahead; one in twenty of them takes some days. */
async function fillSingles(client: pg.Client, filled: Filled, count: number, ahead: number): Promise<void> {
  const work = () =>
    insert(client, filled, {
      count,
      rule: 'null',
      begin: `date_trunc('hour', now()) - (g::float8 / ${count} * ${YEARS * 365} - (${ahead})) * interval '1 day'`,
      times: 'generate_series(0, 0)',
      step: "interval '0'",
    });
  await (count > MANY ? withoutIndexes(client, work) : work());
  await client.query('vacuum analyze activity, appointment, appointment_person, appointment_span');
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
