import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { withoutIndexes } from './bulk.ts';
import { personalPeer, times } from './fan-out.ts';
import { measure, quantile } from './measure.ts';
import { pgbench } from './pgbench.ts';
import { benchBook, fillBook, FIRST_NUMBER } from './phone-book.ts';
import { benchCalls, fillCalls, ROBOT_NUMBER, type CallsFixture } from './phone-calls.ts';
import { PASSWORD, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const INSTANCE = 'telefon';
const COLLEAGUES = 4;
/** Each is heard sixty times a second. */
const LINES = 20;
const AT_ONCE = 4;
/** What is said of a person to everybody is gathered for a second. */
const PAUSE_MS = 1100;
const STATES = [1, 2] as const;

/** How much there is. */
export interface PhoneSizes {
  readonly names: number;
  readonly calls: number;
}

/** Calls that begin, as telephone systems post them; a ring on its way to a screen; the phone book; lists of calls. */
export async function benchPhone(
  kontor: KontorProcess,
  sizes: PhoneSizes,
  say: (text: string) => void,
): Promise<Line[]> {
  say(`${sizes.names.toLocaleString('en')} names of numbers, ${sizes.calls.toLocaleString('en')} calls …`);
  kontor.cli(['instance', 'create', INSTANCE]);
  kontor.cli(['person', 'add', INSTANCE, 'anna', '--administrator', '--password-file', '-'], PASSWORD);
  return withDatabase(kontor, async (client, url) => {
    const isFilling = "select from instance where settings ? 'demoSince'";
    while (((await client.query(isFilling)).rowCount ?? 0) > 0) await sleep(500);
    const fixture = await open(kontor, client, url, sizes);
    const { anna, base, listId } = fixture;
    const posts = await Promise.all(Array.from({ length: LINES }, (_, index) => openLine(anna, base, listId, index)));
    let count = 0;
    const ring = () => {
      count += 1;
      return posts[count % LINES]?.begin(count, FIRST_NUMBER + count) ?? Promise.resolve();
    };
    const robot = async (call: number) => {
      const [post] = posts;
      await post?.begin(1_000_000 + call, ROBOT_NUMBER);
      await post?.giveUp(1_000_000 + call, ROBOT_NUMBER);
    };
    say('The phone book …');
    const book = await benchBook(fixture);
    say('Calls …');
    const calls = await benchCalls(client, fixture, robot, say);
    return [...(await benchRings(kontor, client, url, fixture, ring, say)), ...book, ...calls];
  });
}

/** Fills the instance, and signs Anna in, who is in the list of calls with her colleagues. */
async function open(kontor: KontorProcess, client: pg.Client, url: string, sizes: PhoneSizes): Promise<CallsFixture> {
  const base = `http://127.0.0.1:${kontor.port}`;
  const { rows } = await client.query<{ id: number }>(
    `insert into app_user (instance_id, user_name, first_name, last_name, rights)
      select own.instance_id, 'p' || n, 'Person', n::text, own.rights
      from app_user own join instance i using (instance_id), generate_series(1, $1::int) n where i.name = $2 returning user_id as id`,
    [COLLEAGUES, INSTANCE],
  );
  const own = await client.query<{ instance: number; id: number }>(
    `select instance_id as instance, user_id as id from app_user join instance i using (instance_id) where i.name = $1 and user_name = 'anna'`,
    [INSTANCE],
  );
  const { instance: instanceId = 0, id: annaId = 0 } = own.rows[0] ?? {};
  const anna = await new TestClient(base, INSTANCE).signIn('anna', PASSWORD);
  const { listId } = await anna.command<{ listId: number }>('phoneCall.saveList', {
    name: 'Zentrale',
    memberIds: [annaId, ...rows.map(({ id }) => id)],
  });
  await withoutIndexes(client, async () => {
    await fillBook(client, instanceId, sizes.names);
    await fillCalls(client, { instanceId, listId, ...sizes });
  });
  await client.query('vacuum analyze');
  const agent = new Agent({ keepAlive: true });
  return { base, url, agent, anna, annaId, instanceId, listId, names: sizes.names };
}

/** Calls that begin a second, and one on its way to the screen. */
async function benchRings(
  kontor: KontorProcess,
  client: pg.Client,
  url: string,
  { anna, instanceId }: CallsFixture,
  ring: () => Promise<void>,
  say: (text: string) => void,
): Promise<Line[]> {
  say('Calls that begin …');
  const pushes = await measure(ring, { atOnce: AT_ONCE });
  const { rows } = await client.query<{ line: number; call: number }>(
    `select line_id as line, activity_id as call from phone_call where instance_id = $1 and line_id is not null order by activity_id desc limit 1`,
    [instanceId],
  );
  const { line = 0, call = 0 } = rows[0] ?? {};
  const upsert = await pgbench(
    url,
    `insert into phone_leg (instance_id, line_id, call_ref, terminal, activity_id, group_ref, rung_at)
      values (${instanceId}, ${line}, 'b' || (random() * 1000000000)::int, '', ${call}, 'b', now())
      on conflict (instance_id, line_id, call_ref, terminal) do update set rung_at = least(phone_leg.rung_at, excluded.rung_at)`,
    { atOnce: AT_ONCE },
  );

  say('A ring on its way …');
  const mine = () => personalPeer(anna, kontor.port);
  const rings = await times(1, mine, ring, PAUSE_MS);
  let turn = 0;
  const change = () => anna.command('presence.switchState', { userstateId: STATES[(turn += 1) % STATES.length] ?? 1 });
  const bare = await times(1, mine, change, PAUSE_MS);
  return [
    {
      name: 'calls that begin, posted by telephone systems',
      unit: 'a second',
      ours: pushes.perSecond,
      against: 'one prepared upsert of a way of a call',
      ...(upsert && { anchor: upsert.perSecond }),
      aim: { least: 0.6 },
    },
    {
      name: 'a ring, from its post to the screen',
      unit: 'ms',
      ours: quantile(rings, 0.95),
      against: 'a state of one’s own, from the command to the screen',
      anchor: quantile(bare, 0.95),
      aim: { most: 3 },
    },
  ];
}

/** A telephone system that posts its calls. */
async function openLine(anna: TestClient, base: string, listId: number, index: number) {
  const { address } = await anna.command<{ address: string }>('phoneCall.saveLine', {
    kind: 'cti',
    title: `Anlage ${index}`,
    listId,
  });
  const post = async (event: object): Promise<void> => {
    const response = await fetch(`${base}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`A call was answered with ${response.status}`);
  };
  const callOf = (call: number, from: number) => ({
    callId: `c${call}`,
    from: String(from),
    to: '4943199',
    direction: 'in',
  });
  return {
    /** A call begins. */
    begin: (call: number, from: number) => post({ ...callOf(call, from), event: 'newCall' }),
    /** Nobody took it. */
    giveUp: (call: number, from: number) => post({ ...callOf(call, from), event: 'hangup', cause: 'cancel' }),
  };
}
