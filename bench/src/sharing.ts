import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { formatAggregateId, kindNumber } from '@kontor/contract/kernel';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const INSTANCE = 'teilen';
const PASSWORD = 'messen und vergleichen';
const PEOPLE = 200;
const ITEMS = 500;
/** Items that the dialog shares with so many people by one command. */
const AT_ONCE = 50;
const TURNS = 3;
const AGAIN_MS = 200;
const MODULE_TASK = kindNumber('task');

/** What has to be written, and nothing of who is told: rows of the shares, of who sees the items, and who finds them. */
const ANCHOR = [
  `insert into share (instance_id, activity_id, by_user, to_user, message, shared_at, changed_at)
    select $1, activity_id, $2, user_id, 'Bitte ansehen', now(), now() from activity cross join app_user u
    where activity.instance_id = $1 and u.instance_id = $1 and u.user_id <> $2`,
  `insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction, ways)
    select activity_id, ts, $1, user_id, 0, module, 1, direction, 2 from activity cross join app_user u
    where activity.instance_id = $1 and u.instance_id = $1 and u.user_id <> $2`,
  `update activity set is_shared = true, version = version + 1 where instance_id = $1 and $2 > 0`,
  `update activity_search s set viewers = (select array_agg(user_id) from activity_user v
    where v.instance_id = $1 and v.activity_id = s.activity_id) where s.instance_id = $1 and $2 > 0`,
];
const BACK = [
  'delete from share where instance_id = $1 and by_user = $2',
  'delete from activity_user where instance_id = $1 and user_id <> $2',
  'update activity set is_shared = false, version = version + 1 where instance_id = $1 and $2 > 0',
  'update activity_search set viewers = array[$2::int] where instance_id = $1',
];

/** 500 items shared with 200 people, and taken back, over HTTP in the steps that the dialog takes; beside the same rows written by SQL alone. */
export async function benchSharing(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  say(`${ITEMS} items shared with ${PEOPLE} people …`);
  await withDatabase(kontor, async (client) => {
    const isFilling = "select from instance where settings ? 'demoSince'";
    while (((await client.query(isFilling)).rowCount ?? 0) > 0) await sleep(500);
  });
  kontor.cli(['instance', 'create', INSTANCE]);
  const names = ['--first-name', 'Anna', '--last-name', 'Berger', '--administrator'];
  kontor.cli(['person', 'add', INSTANCE, 'anna', ...names, '--password-file', '-'], PASSWORD);
  return withDatabase(kontor, async (client) => {
    const { id, ownId, items, people } = await fill(client);
    const anna = await new TestClient(`http://127.0.0.1:${kontor.port}`, INSTANCE).signIn('anna', PASSWORD);
    const aggregateIds = items.map((entryId) => formatAggregateId({ module: 'task', entryId, userId: ownId }));
    const times: Record<'set' | 'remove' | 'write' | 'erase', number[]> = { set: [], remove: [], write: [], erase: [] };
    const run = async (statements: readonly string[]): Promise<void> => {
      await client.query('begin');
      for (const statement of statements) await client.query(statement, [id, ownId]);
      await client.query('commit');
    };
    const inSteps = async (command: string, more: object): Promise<void> => {
      for (let from = 0; from < ITEMS; from += AT_ONCE)
        await untilDone(anna, command, {
          aggregateIds: aggregateIds.slice(from, from + AT_ONCE),
          userIds: people,
          ...more,
        });
    };
    for (let turn = 0; turn < TURNS; turn += 1) {
      times.set.push(await timed(() => inSteps('globalization.set', { message: 'Bitte ansehen' })));
      times.remove.push(await timed(() => inSteps('globalization.remove', {})));
      times.write.push(await timed(() => run(ANCHOR)));
      times.erase.push(await timed(() => run(BACK)));
    }
    const best = (all: readonly number[]): number => Math.min(...all);
    const what = `${ITEMS} items with ${PEOPLE} people`;
    const line = { unit: 'ms', against: 'the same rows by SQL' } as const;
    return [
      { ...line, name: `sharing ${what}`, ours: best(times.set), anchor: best(times.write) },
      { ...line, name: `taking ${what} back`, ours: best(times.remove), anchor: best(times.erase) },
    ];
  });
}

async function fill(client: pg.Client) {
  const instance = await client.query<{ id: number }>('select instance_id as id from instance where name = $1', [
    INSTANCE,
  ]);
  const id = instance.rows[0]?.id;
  const own = await client.query<{ id: number }>('select user_id as id from app_user where instance_id = $1', [id]);
  const ownId = own.rows[0]?.id;
  if (id === undefined || ownId === undefined) throw new Error('The instance was not made');
  const made = await client.query<{ id: number }>(
    `insert into app_user (instance_id, user_name, rights) select $1, 'p' || n, 131071 from generate_series(1, $2::int) n
      returning user_id as id`,
    [id, PEOPLE],
  );
  const items = await client.query<{ id: string }>(
    `with items as (
      insert into activity (instance_id, ts, module, information, extras)
      select $1, now(), ${MODULE_TASK}, 'Angebot ' || n, '{}' from generate_series(1, $3::int) n returning activity_id, ts, module, information
    ), seen as (
      insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction)
      select activity_id, ts, $1, $2, 0, module, 1, 0 from items
    ), searched as (
      insert into activity_search (activity_id, ts, instance_id, module, viewers, tsv, form)
      select activity_id, ts, $1, module, array[$2::int], to_tsvector('kontor', information), 1 from items
    )
    select activity_id as id from items order by 1`,
    [id, ownId, ITEMS],
  );
  await client.query('analyze activity, activity_user, activity_search, app_user');
  return { id, ownId, items: items.rows.map((row) => Number(row.id)), people: made.rows.map((row) => row.id) };
}

/** Sends a command as the app's queue does: where the server has too much to do, it comes again. */
async function untilDone(client: TestClient, command: string, parameters: object): Promise<void> {
  for (;;) {
    const { status } = await client.tryCommand(command, parameters);
    if (status === 200) return;
    if (status !== 503) throw new Error(`${command} answered ${status}`);
    await sleep(AGAIN_MS);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
