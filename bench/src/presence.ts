import { Agent } from 'node:http';
import { availableParallelism } from 'node:os';
import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { formatFrame } from '../../server/src/platform/realtime/frames.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { hasRabbit, startRabbit } from '../../server/src/testing/rabbit.ts';
import { bareServer } from './bare.ts';
import { Listener, personalPeer, rabbit, times } from './fan-out.ts';
import { queryUrl, send, textOf } from './http.ts';
import { measure, quantile } from './measure.ts';
import { withDatabase } from './seed.ts';
import type { Line } from './table.ts';

const INSTANCE = 'anwesend';
const PASSWORD = 'messen und vergleichen';
const PEOPLE = 5000;
/** People of whom one a second comes or goes each, so that as many do so a second. */
const MOVING = 50;
/** What is told of people is gathered for a second. */
const PAUSE_MS = 1100;
const TOPIC = '/topic/event.presence.changed';
const STATES = [1, 2] as const;

/** The list of 5,000 people, an inbox while 50 a second come and go, and a change of a state on its way to 5,000 screens. */
export async function benchPresence(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  say(`${PEOPLE.toLocaleString('en')} people …`);
  kontor.cli(['instance', 'create', INSTANCE]);
  const names = ['--first-name', 'Anna', '--last-name', 'Berger', '--administrator'];
  kontor.cli(['person', 'add', INSTANCE, 'anna', ...names, '--password-file', '-'], PASSWORD);
  await withDatabase(kontor, (client) => fill(client));
  const base = `http://127.0.0.1:${kontor.port}`;
  const anna = await new TestClient(base, INSTANCE).signIn('anna', PASSWORD);
  const agent = new Agent({ keepAlive: true });
  const get = (query: string, page: object = {}) =>
    send(agent, queryUrl(base, query, {}, page), { ...anna.headers(), 'Accept-Encoding': 'gzip, br' });

  const list = await measure(() => get('presence.onlineUsers'));
  const bare = await bareServer(await textOf(queryUrl(base, 'presence.onlineUsers', {}), anna.headers()));
  const sameBytes = await measure(() => send(agent, bare.url, {}));
  bare.close();

  say(`${MOVING} a second who come and go …`);
  const inbox = () => get('inbox.items', { page: '1', limit: '100', format: 'rows' });
  const quiet = await measure(inbox);
  const stop = await comeAndGo(kontor, base);
  const meanwhile = await measure(inbox);
  stop();

  say('A state on its way …');
  let turn = 0;
  const change = () => anna.command('presence.switchState', { userstateId: STATES[(turn += 1) % STATES.length] ?? 1 });
  const ours = await times(PEOPLE, () => personalPeer(anna, kontor.port, TOPIC), change, PAUSE_MS);
  const broker = hasRabbit() ? await startRabbit({ threads: availableParallelism() }) : undefined;
  const theirs = broker && (await rabbit(broker, PEOPLE, PAUSE_MS).finally(() => broker.close()));
  return [
    {
      name: `list of ${PEOPLE.toLocaleString('en')} people`,
      unit: 'ms',
      ours: list.p50,
      against: 'a bare server, the same bytes',
      anchor: sameBytes.p50,
      aim: { most: 1.5 },
    },
    {
      name: `inbox page while ${MOVING} a second come and go`,
      unit: 'ms',
      ours: meanwhile.p50,
      against: 'the same while nobody does',
      anchor: quiet.p50,
      aim: { most: 1.05 },
    },
    ...([0.5, 0.99] as const).map((share): Line => ({
      name: `state of one to ${PEOPLE.toLocaleString('en')}, ${share === 0.5 ? 'half' : '99 of 100'} of them within`,
      unit: 'ms',
      ours: quantile(ours, share),
      against: 'RabbitMQ Web STOMP, nothing stored',
      ...(theirs && { anchor: quantile(theirs, share) }),
      aim: { most: 1 },
    })),
  ];
}

/** Gives the instance its people; the first of them sign in with Anna's password. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(
    `insert into app_user (instance_id, user_name, first_name, last_name, rights, password_hash)
      select own.instance_id, 'p' || n, 'Person', to_char(n, '0000'), own.rights, case when n <= $2 then own.password_hash end
      from app_user own join instance i using (instance_id), generate_series(1, $1::int) n where i.name = $3`,
    [PEOPLE - 1, MOVING, INSTANCE],
  );
  await client.query('analyze app_user');
}

/** Has people come and go, one a second each, until the returned function is called. */
async function comeAndGo(kontor: KontorProcess, base: string): Promise<() => void> {
  const listeners: Listener[] = [];
  for (let n = 1; n <= MOVING; n += 1) {
    const client = await new TestClient(base, INSTANCE).signIn(`p${n}`, PASSWORD);
    listeners.push(await Listener.open(await personalPeer(client, kontor.port)));
  }
  let next = 0;
  const there = new Set<Listener>();
  const timer = setInterval(() => {
    const listener = listeners[(next += 1) % MOVING];
    if (listener === undefined) return;
    const isGoing = there.delete(listener);
    if (!isGoing) there.add(listener);
    const frame = isGoing
      ? formatFrame('UNSUBSCRIBE', { id: 'p' }, '')
      : formatFrame('SUBSCRIBE', { id: 'p', destination: TOPIC }, '');
    listener.socket.send(frame);
  }, 1000 / MOVING);
  return () => {
    clearInterval(timer);
    for (const { socket } of listeners) socket.terminate();
  };
}
