import { Agent } from 'node:http';
import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { personalPeer, times } from './fan-out.ts';
import { queryUrl, send } from './http.ts';
import { measure, quantile } from './measure.ts';
import { pgbench } from './pgbench.ts';
import { PASSWORD, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const INSTANCE = 'telefon';
const NAMES = 1_000_000;
/** Each is heard sixty times a second. */
const LINES = 20;
const AT_ONCE = 4;
const FIRST_NUMBER = 49_431_000_000;
/** What is said of a person to everybody is gathered for a second. */
const PAUSE_MS = 1100;
const STATES = [1, 2] as const;

/** Calls that begin, as telephone systems post them; whose a number is among a million names; and a ring on its way to a screen. */
export async function benchPhone(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  say(`${NAMES.toLocaleString('en')} names of numbers …`);
  kontor.cli(['instance', 'create', INSTANCE]);
  kontor.cli(['person', 'add', INSTANCE, 'anna', '--administrator', '--password-file', '-'], PASSWORD);
  const base = `http://127.0.0.1:${kontor.port}`;
  const anna = await new TestClient(base, INSTANCE).signIn('anna', PASSWORD);
  const people = await anna.query<{ id: number }[]>('presence.onlineUsers', {});
  const { listId } = await anna.command<{ listId: number }>('phoneCall.saveList', {
    name: 'Zentrale',
    memberIds: people.map(({ id }) => id),
  });
  const posts = await Promise.all(Array.from({ length: LINES }, (_, index) => openLine(anna, base, listId, index)));
  await withDatabase(kontor, (client) => fill(client));

  say('Calls that begin …');
  let count = 0;
  const ring = () => {
    count += 1;
    return posts[count % LINES]?.(count) ?? Promise.resolve();
  };
  const pushes = await measure(ring, { atOnce: AT_ONCE });

  say('Whose a number is …');
  const agent = new Agent({ keepAlive: true });
  const numbers = Array.from({ length: 1000 }, (_, index) => `+${FIRST_NUMBER + index * 977}`);
  let turn = 0;
  const whoIs = await measure(() => {
    const number = numbers[(turn += 1) % numbers.length] ?? '';
    return send(agent, queryUrl(base, 'phoneCall.whoIs', { number }), anna.headers());
  });
  const nobody = await measure(() =>
    send(agent, queryUrl(base, 'phoneCall.whoIs', { number: `+4940${(turn += 1) + 1_000_000}` }), anna.headers()),
  );

  say('A ring on its way …');
  const mine = () => personalPeer(anna, kontor.port);
  const rings = await times(1, mine, ring, PAUSE_MS);
  const change = () => anna.command('presence.switchState', { userstateId: STATES[(turn += 1) % STATES.length] ?? 1 });
  const bare = await times(1, mine, change, PAUSE_MS);

  const upsert = await withDatabase(kontor, async (client, url) => {
    const { rows } = await client.query<{ id: number; line: number; call: number }>(
      `select instance_id as id, line_id as line, activity_id as call from phone_call order by activity_id desc limit 1`,
    );
    const { id = 0, line = 0, call = 0 } = rows[0] ?? {};
    return pgbench(
      url,
      `insert into phone_leg (instance_id, line_id, call_ref, terminal, activity_id, group_ref, rung_at)
        values (${id}, ${line}, 'b' || (random() * 1000000000)::int, '', ${call}, 'b', now())
        on conflict (instance_id, line_id, call_ref, terminal) do update set rung_at = least(phone_leg.rung_at, excluded.rung_at)`,
      { atOnce: AT_ONCE },
    );
  });
  return [
    {
      name: 'calls that begin, posted by telephone systems',
      unit: 'a second',
      ours: pushes.perSecond,
      against: 'one prepared upsert of a way of a call',
      ...(upsert && { anchor: upsert.perSecond }),
    },
    {
      name: `whose a number is, among ${NAMES.toLocaleString('en')} names`,
      unit: 'ms',
      ours: whoIs.p50,
      against: 'a number that nobody has',
      anchor: nobody.p50,
      aim: { most: 2 },
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

/** A telephone system; what it returns posts a call of a number of its own. */
async function openLine(anna: TestClient, base: string, listId: number, index: number) {
  const { address } = await anna.command<{ address: string }>('phoneCall.saveLine', {
    kind: 'cti',
    title: `Anlage ${index}`,
    listId,
  });
  return async (count: number): Promise<void> => {
    const call = {
      event: 'newCall',
      callId: `c${count}`,
      from: `${FIRST_NUMBER + count}`,
      to: '4943199',
      direction: 'in',
    };
    const response = await fetch(`${base}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`A call was answered with ${response.status}`);
  };
}

async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `insert into phone_name (instance_id, number, number_text, digits, name, name_key, code, created_at)
      select i.instance_id, $2::bigint + n, '+' || ($2::bigint + n), ($2::bigint + n)::text, 'Firma ' || n, 'firma ' || n, '', now()
      from instance i, generate_series(1, $3::int) n where i.name = $1`,
    [INSTANCE, FIRST_NUMBER, NAMES],
  );
  await client.query('analyze phone_name');
}
