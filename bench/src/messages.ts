import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { benchTold } from './announcements.ts';
import { queryUrl, send } from './http.ts';
import { measure, quantile } from './measure.ts';
import { benchScreens, type Pair } from './message-screens.ts';
import { withDatabase } from './seed.ts';
import { signInAll } from './sign-in-all.ts';
import type { Line } from './table.ts';

const INSTANCE = 'nachrichten';
const PASSWORD = 'messen und vergleichen';
const MANY = 2000;
const SOME = 50;
/** People of the open conversation, and texts that are said in it in a second. */
const TALKING = 200;
const A_SECOND = 20;
/** Texts of the long thread and of the short one. */
const LONG = 100_000;
const SHORT = 100;
const PAGE = 50;
const TURNS = 5;
const AGAIN_MS = 100;

/** A text in a pair, announcements, pages of a long thread, and lists while many texts are said for `talkSeconds`; each beside the same rows by SQL, a broker, or itself. */
export async function benchMessages(
  kontor: KontorProcess,
  talkSeconds: number,
  say: (text: string) => void,
): Promise<Line[]> {
  say(`${(MANY + 1).toLocaleString('en')} people who write to each other …`);
  kontor.cli(['instance', 'create', INSTANCE]);
  const names = ['--first-name', 'Anna', '--last-name', 'Berger', '--administrator'];
  kontor.cli(['person', 'add', INSTANCE, 'anna', ...names, '--password-file', '-'], PASSWORD);
  const base = `http://127.0.0.1:${kontor.port}`;
  return withDatabase(kontor, async (client) => {
    const isFilling = "select from instance where settings ? 'demoSince'";
    while (((await client.query(isFilling)).rowCount ?? 0) > 0) await sleep(500);
    const people = await fill(client);
    const anna = await new TestClient(base, INSTANCE).signIn('anna', PASSWORD);
    const [own] = await rowsOf<{ instance: number; id: number }>(
      client,
      'select instance_id as instance, user_id as id from app_user join instance i using (instance_id) where i.name = $1 and user_name = $2',
      [INSTANCE, 'anna'],
    );
    if (own === undefined) throw new Error('The instance was not made');
    const desk: Desk = { client, anna, base, people, instanceId: own.instance, ownId: own.id };
    return [
      await benchPair(desk),
      ...(await benchAnnouncement(desk, SOME)),
      ...(await benchAnnouncement(desk, MANY)),
      ...(await benchTold(kontor.port, await receiversOf(desk, SOME), () => compose(desk, people.slice(0, SOME)))),
      ...(await benchTold(kontor.port, await receiversOf(desk, MANY), () => compose(desk, people))),
      ...(await benchScreens(await pairOf(desk, kontor.port), say)),
      ...(await benchThreads(desk, say)),
      await benchConversation(desk, talkSeconds, say),
    ];
  });
}

interface Desk {
  readonly client: pg.Client;
  readonly anna: TestClient;
  readonly base: string;
  /** Numbers of all but Anna. */
  readonly people: readonly number[];
  readonly instanceId: number;
  readonly ownId: number;
}

async function rowsOf<R extends pg.QueryResultRow>(client: pg.Client, text: string, values: unknown[]): Promise<R[]> {
  return (await client.query<R>(text, values)).rows;
}

/** Gives the instance its people; all of them sign in with Anna's password. */
async function fill(client: pg.Client): Promise<readonly number[]> {
  const rows = await rowsOf<{ id: number }>(
    client,
    `insert into app_user (instance_id, user_name, first_name, last_name, rights, password_hash)
      select own.instance_id, 'p' || n, 'Person', to_char(n, '0000'), own.rights, own.password_hash
      from app_user own join instance i using (instance_id), generate_series(1, $1::int) n where i.name = $2
      returning user_id as id`,
    [MANY, INSTANCE],
  );
  await client.query('analyze app_user');
  return rows.map(({ id }) => id);
}

/** Sends a message as the app's queue does: where the server has too much to do, it comes again. Returns its id. */
async function compose({ anna }: Desk, addressee: readonly number[], more: object = {}): Promise<string> {
  for (;;) {
    const { status, body } = await anna.tryCommand<{ aggregateId: string }>('message.composeSend', {
      addressee,
      message: '<p>Wie besprochen schicke ich euch die Liste, bitte einmal ansehen.</p>',
      ...more,
    });
    if (status === 200) return body.data.aggregateId;
    if (status !== 503) throw new Error(`message.composeSend answered ${status}`);
    await sleep(AGAIN_MS);
  }
}

const numberOf = (aggregateId: string): number => parseAggregateId(aggregateId)?.entryId ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function transaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await work();
  await client.query('commit');
}

/** What a text in a pair has to write: itself, its number, two rows of lists, and the item's version. */
const TEXT_ROWS = [
  {
    name: 'segment',
    text: `update message_segment set last_no = last_no + 1, last_at = $3, last_by = $4, preview = 'Ja, passt.'
      where instance_id = $1 and message_id = $2 and segment_id = $5 returning last_no`,
  },
  {
    name: 'text',
    text: `insert into message_text (instance_id, message_id, segment_id, no, sent_by, sent_at, content)
      select $1, $2, $5, last_no, $4, $3, '<p>Ja, passt.</p>' from message_segment
      where instance_id = $1 and message_id = $2 and segment_id = $5`,
  },
  {
    name: 'rows',
    text: `update activity_user set ts = to_timestamp($3::bigint / 1000.0), status = 1
      where instance_id = $1 and activity_id = $2 and user_id in ($4, $5)`,
  },
  {
    name: 'version',
    text: `update activity set version = version + 1
      where instance_id = $1 and activity_id = $2 and $3::bigint > 0 and $4::int > 0 and $5::int > 0`,
  },
];

async function benchPair(desk: Desk): Promise<Line> {
  const { client, anna, people, instanceId, ownId } = desk;
  const partner = people[0] ?? 0;
  const aggregateId = await compose(desk, [partner]);
  await client.query('analyze');
  // As the thread's screen has it sent.
  const text = { aggregateId, communicationPartnerUserId: partner, messageContent: '<p>Ja, passt.</p>' };
  const ours = await measure(() => anna.command('message.send', text), { ms: 6000 });
  const values = [instanceId, numberOf(aggregateId), Date.now(), ownId, partner];
  const anchor = await measure(
    () =>
      transaction(client, async () => {
        for (const statement of TEXT_ROWS) await client.query({ ...statement, values });
      }),
    { ms: 6000 },
  );
  return {
    name: 'a text in a pair, answered',
    unit: 'ms',
    ours: ours.p50,
    against: 'its rows by SQL',
    anchor: anchor.p50,
    aim: { most: 3 },
  };
}

/** What an announcement has to write: the item, its text, and for each receiver who they are and a row of their list. */
async function announceBySql({ client, instanceId, ownId }: Desk, to: readonly number[]): Promise<void> {
  const words = 'Wie besprochen schicke ich euch die Liste, bitte einmal ansehen.';
  await transaction(client, async () => {
    const [made] = await rowsOf<{ id: string }>(
      client,
      `insert into activity (instance_id, ts, module, direction, contact, information) values ($1, now(), 6, 1, 'Anna Berger', $2)
        returning activity_id as id`,
      [instanceId, words],
    );
    const about = [instanceId, made?.id, ownId, to];
    await client.query(
      `insert into message (instance_id, message_id, begun_by, created_at, receivers, sent_at, addressee)
        values ($1, $2, $3, 0, cardinality($4::int[]), 0, to_jsonb($4::int[]))`,
      about,
    );
    await client.query(
      `insert into message_segment (instance_id, message_id, segment_id, last_at, last_by, preview) values ($1, $2, 0, 0, $3, $4)`,
      [instanceId, made?.id, ownId, words],
    );
    await client.query(
      `insert into message_text (instance_id, message_id, segment_id, no, sent_by, sent_at, content) values ($1, $2, 0, 0, $3, 0, $4)`,
      [instanceId, made?.id, ownId, words],
    );
    await client.query(
      `insert into message_member (instance_id, message_id, user_id, segment_id)
        select $1, $2, id, id from unnest($4::int[]) as u (id) where id <> $3`,
      about,
    );
    await client.query(
      `insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction, segment_id, is_apart)
        select $2, now(), $1, id, 0, 6, 1, 0, id, true from unnest($4::int[] || $3::int) as u (id)`,
      about,
    );
    await client.query(
      `insert into activity_search (activity_id, ts, instance_id, module, viewers, tsv, form)
        values ($2, now(), $1, 6, $4::int[] || $3::int, to_tsvector('kontor', $5), 1)`,
      [...about, words],
    );
  });
}

/** Whether a message is not in the lists of all whom it goes to. */
const UNLISTED = 'select 1 from message_member where instance_id = $1 and message_id = $2 and not is_listed limit 1';

/** Anna and another person, in a message of theirs. */
const pairOf = async (desk: Desk, port: number): Promise<Pair> => ({
  port,
  instance: INSTANCE,
  password: PASSWORD,
  aggregateId: await compose(desk, desk.people.slice(0, 1)),
  writer: 'anna',
  reader: 'p1',
});

const receiversOf = ({ client, base, instanceId, people }: Desk, count: number) =>
  signInAll(client, base, { id: instanceId, name: INSTANCE }, people.slice(0, count));

async function benchAnnouncement(desk: Desk, count: number): Promise<Line[]> {
  const { client, people } = desk;
  const to = people.slice(0, count);
  const times: Record<'ours' | 'anchor', number[]> = { ours: [], anchor: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    times.ours.push(
      await timed(async () => {
        const aggregateId = await compose(desk, to);
        const about = [desk.instanceId, numberOf(aggregateId)];
        while ((await client.query({ name: 'unlisted', text: UNLISTED, values: about })).rows.length > 0)
          await sleep(5);
      }),
    );
    times.anchor.push(await timed(() => announceBySql(desk, to)));
  }
  return [
    {
      name: `an announcement in the lists of ${count.toLocaleString('en')}`,
      unit: 'ms',
      ours: quantile(times.ours, 0.5),
      against: 'its rows by SQL',
      anchor: quantile(times.anchor, 0.5),
      aim: { most: 1.5 },
    },
  ];
}

/** A message to one person with so many texts, one in a thousand of which has a word that no other has. */
async function fillThread(desk: Desk, count: number): Promise<{ aggregateId: string; partner: number }> {
  const { client, people, instanceId, ownId } = desk;
  const partner = people[1] ?? 0;
  const aggregateId = await compose(desk, [partner]);
  const about = [instanceId, numberOf(aggregateId), partner];
  await client.query(
    `insert into message_text (instance_id, message_id, segment_id, no, sent_by, sent_at, content)
      select $1, $2, $3, n, case when n % 2 = 0 then $4::int else $3 end, 1790000000000 + n::bigint * 60000,
        '<p>Text ' || n || ' über Ventile und Dichtungen' || case when n % 1000 = 1 then ' mit Seltenheit' else '' end || '</p>'
      from generate_series(1, $5::int) n`,
    [...about, ownId, count],
  );
  await client.query(
    `insert into message_segment (instance_id, message_id, segment_id, last_no, last_at, last_by) values ($1, $2, $3, $5, 0, $4)`,
    [...about, ownId, count],
  );
  await transaction(client, async () => {
    await client.query("select set_config('app.instance', $1, true)", [String(instanceId)]);
    await client.query(
      `select put_part_texts($2, $3, $4, array_agg(no order by no), array_agg('Person'::text order by no),
          array_agg(regexp_replace(content, '<[^>]*>', ' ', 'g') order by no))
        from message_text where instance_id = $1 and message_id = $2 and segment_id = $3`,
      [...about, ownId],
    );
  });
  await client.query('analyze message_text, activity_part');
  return { aggregateId, partner };
}

async function benchThreads(desk: Desk, say: (text: string) => void): Promise<Line[]> {
  const { client, anna, base, instanceId } = desk;
  say(`A thread of ${LONG.toLocaleString('en')} texts …`);
  const [long, short] = [await fillThread(desk, LONG), await fillThread(desk, SHORT)];
  const agent = new Agent({ keepAlive: true });
  const ask = (query: string, params: object) => send(agent, queryUrl(base, query, params, {}), anna.headers());
  // Another place each time, so that no answer is taken from memory.
  let position = 0;
  const page = ({ aggregateId }: { aggregateId: string }, most: number) =>
    measure(() => {
      position = (position + 7919) % (most - PAGE);
      return ask('message.texts', { aggregateId, before: position + PAGE, limit: PAGE });
    });
  const [inLong, inShort] = [await page(long, LONG), await page(short, SHORT)];
  const bySql = await measure(() => {
    position = (position + 7919) % (LONG - PAGE);
    return client.query({
      name: 'page',
      text: `select no, sent_by, sent_at, written_at, reply_to, content, edit, edited_at, taken_back_at from message_text
        where instance_id = $1 and message_id = $2 and segment_id = $3 and no < $4 order by no desc limit $5`,
      values: [instanceId, numberOf(long.aggregateId), long.partner, position + PAGE, PAGE],
    });
  });
  const found = await measure(() => {
    position = (position + 7919) % (LONG / 2);
    return ask('message.find', { aggregateId: long.aggregateId, searchTerm: 'seltenheit', before: LONG - position });
  });
  const read = await measure(() => {
    position = (position + 7919) % (LONG / 2);
    return client.query({
      name: 'find',
      text: `select no, content from message_text where instance_id = $1 and message_id = $2 and segment_id = $3 and no < $4
        and content ilike '%seltenheit%' order by no desc limit 20`,
      values: [instanceId, numberOf(long.aggregateId), long.partner, LONG - position],
    });
  });
  const name = `a page of ${PAGE} in a thread of ${LONG.toLocaleString('en')}`;
  return [
    { name, unit: 'ms', ours: inLong.p50, against: 'the same by SQL', anchor: bySql.p50 },
    { name, unit: 'ms', ours: inLong.p50, against: `a thread of ${SHORT}`, anchor: inShort.p50, aim: { most: 1.1 } },
    {
      name: `20 of a hundred texts found among ${LONG.toLocaleString('en')}`,
      unit: 'ms',
      ours: found.p50,
      against: 'the texts read by SQL until there are as many',
      anchor: read.p50,
      aim: { most: 1 },
    },
  ];
}

/** A page of messages while many texts are said in a conversation of many, of whom the person is one. */
async function benchConversation(desk: Desk, talkSeconds: number, say: (text: string) => void): Promise<Line> {
  const { anna, base, people } = desk;
  say(`${A_SECOND} texts a second in a conversation of ${TALKING} …`);
  const talking = people.slice(0, TALKING - 1);
  const aggregateId = await compose(desk, talking, { isOpen: true });
  const agent = new Agent({ keepAlive: true });
  const list = () =>
    send(
      agent,
      queryUrl(base, 'message.items', { view: 'all' }, { page: '1', limit: '100', format: 'rows' }),
      anna.headers(),
    );
  const quiet = await measure(list);
  const writer = await new TestClient(base, INSTANCE).signIn('p1', PASSWORD);
  const open = new Set<Promise<unknown>>();
  let said = 0;
  const timer = setInterval(() => {
    const one = writer.tryCommand('message.send', { aggregateId, messageContent: `<p>Text ${(said += 1)}</p>` });
    open.add(one);
    void one.finally(() => open.delete(one));
  }, 1000 / A_SECOND);
  const meanwhile = await measure(list, { ms: talkSeconds * 1000 });
  clearInterval(timer);
  await Promise.all(open);
  return {
    name: `a page of messages while ${A_SECOND} texts a second are said to ${TALKING} for ${talkSeconds} s`,
    unit: 'ms',
    ours: meanwhile.p50,
    against: 'the same while nobody says anything',
    anchor: quiet.p50,
    aim: { most: 2 },
  };
}
