import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const INSTANCE = 'wecker';
const PEOPLE = 100;
const ITEMS = 100;
const TURNS = 3;
const MAX_MS = 60_000;
/** Alarms of one moment, as those of a morning's appointments are: one each of as many items, in as many calendars as there are people. */
const AT_NINE = 5000;

/**
 * 10,000 alarms of one minute, until all have rung: marked, told and looked at for whom to push to; beside one UPDATE of as many rows. And 5,000 of one moment, of
 * appointments beside tasks.
 */
export async function benchAlarms(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  say(`${PEOPLE * ITEMS} alarms of one minute …`);
  return withDatabase(kontor, async (client) => {
    const id = await makeInstance(kontor, client, INSTANCE);
    await fill(client, id);
    const [ours, anchors]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ours.push(await timed(() => ring(client, id)));
      const all = 'update alarm set rung_at = null where instance_id = $1';
      anchors.push(await timed(() => client.query(all, [id])));
    }
    const [appointments, tasks] = [
      await makeInstance(kontor, client, 'termine'),
      await makeInstance(kontor, client, 'aufgaben'),
    ];
    await fillAtNine(client, appointments, { module: 7, type: 'appointment' });
    await fillAtNine(client, tasks, { module: 3, type: 'task' });
    const [atNine, asTheyAre]: [number[], number[]] = [[], []];
    // The first of each warms up.
    for (let turn = 0; turn <= TURNS; turn += 1)
      for (const [instance, times] of [
        [appointments, atNine],
        [tasks, asTheyAre],
      ] as const) {
        await client.query('update alarm set rung_at = null where instance_id = $1', [instance]);
        const time = await timed(() => ring(client, instance));
        if (turn > 0) times.push(time);
      }
    return [
      {
        name: `${AT_NINE} alarms of appointments at one moment, until all have rung`,
        unit: 'ms',
        ours: Math.min(...atNine),
        against: 'as many alarms of tasks',
        anchor: Math.min(...asTheyAre),
        aim: { most: 1.1 },
      },
      {
        name: `${PEOPLE * ITEMS} due alarms of one minute, until all have rung`,
        unit: 'ms',
        ours: Math.min(...ours),
        against: 'one UPDATE of as many rows',
        anchor: Math.min(...anchors),
      },
    ];
  });
}

async function makeInstance(kontor: KontorProcess, client: pg.Client, name: string): Promise<number> {
  kontor.cli(['instance', 'create', name]);
  const { rows } = await client.query<{ id: number }>('select instance_id as id from instance where name = $1', [name]);
  return rows[0]?.id ?? Promise.reject(new Error('The instance was not made'));
}

async function fill(client: pg.Client, id: number): Promise<void> {
  await client.query(
    `insert into app_user (instance_id, user_name, rights) select $1, 'w' || n, 131071 from generate_series(1, $2::int) n`,
    [id, PEOPLE],
  );
  await client.query(
    `with items as (
      insert into activity (instance_id, ts, module, information, extras)
      select $1, now(), 3, 'Angebot ' || n, '{}' from generate_series(1, $2::int) n returning activity_id, ts, module
    ), seen as (
      insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction)
      select activity_id, ts, $1, user_id, 0, module, 1, 0 from items cross join app_user where instance_id = $1
      returning activity_id, user_id
    )
    insert into alarm (instance_id, activity_id, user_id, type, subject_at, alarm_at, rings_at)
    select $1, activity_id, user_id, 'task', now(), at, at
    from (select *, now() - (row_number() over () % 60) * interval '1 second' as at from seen) s`,
    [id, ITEMS],
  );
  await client.query('analyze alarm, activity, activity_user, app_user');
}

/** Items of one kind, each of one person with an alarm of the same moment. */
async function fillAtNine(
  client: pg.Client,
  id: number,
  { module, type }: { readonly module: number; readonly type: 'appointment' | 'task' },
): Promise<void> {
  const made = await client.query<{ user_id: number }>(
    `insert into app_user (instance_id, user_name, rights) select $1, 'n' || n, 131071 from generate_series(1, $2::int) n returning user_id`,
    [id, PEOPLE],
  );
  await client.query(
    `with items as (
      insert into activity (instance_id, ts, module, information, extras)
      select $1, now(), $4, 'Besprechung ' || n, '{}' from generate_series(1, $2::int) n returning activity_id, ts, module
    ), seen as (
      insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction)
      select activity_id, ts, $1, ($3::int[])[1 + row_number() over () % ${PEOPLE}], 0, module, 1, 0 from items
      returning activity_id, user_id
    )
    insert into alarm (instance_id, activity_id, user_id, type, subject_at, alarm_at, rings_at)
    select $1, activity_id, user_id, $5, now(), at, at from seen cross join (select now() - interval '1 second' as at) m`,
    [id, AT_NINE, made.rows.map((row) => row.user_id), module, type],
  );
  await client.query('analyze alarm, activity, activity_user, app_user');
}

async function ring(client: pg.Client, id: number): Promise<void> {
  await client.query(
    `select graphile_worker.add_job('alarm.ring', json_build_object('instanceId', $1::int, 'until', 0))`,
    [id],
  );
  const waiting = 'select 1 from alarm where instance_id = $1 and rung_at is null limit 1';
  for (const end = Date.now() + MAX_MS; (await client.query(waiting, [id])).rows.length > 0; await sleep(5))
    if (Date.now() > end) throw new Error('The alarms did not ring');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
