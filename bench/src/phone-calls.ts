import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { BULK_LIMIT, formatAggregateId, kindNumber, type ItemKindName } from '@kontor/contract/kernel';
import { OUTCOMES } from '@kontor/contract/phonecall';
import { queryUrl, send } from './http.ts';
import { measure, neverAsked } from './measure.ts';
import { pgbench } from './pgbench.ts';
import { FIRST_NUMBER, type BookFixture } from './phone-book.ts';
import type { Line } from './table.ts';

/** Items of each kind whose state is changed at once. */
const MANY = 10_000;
/** Calls that one robot begins in a minute, of a number that is in nobody's phone book. */
const A_MINUTE = 500;
export const ROBOT_NUMBER = 49_401_234_567;

export interface CallsFixture extends BookFixture {
  /** Whose lists are read. */
  readonly annaId: number;
  readonly listId: number;
}

/** Gives a list of calls its calls, and as many mails as are changed at once beside them; three in a hundred unfinished. To be called without indexes. */
export async function fillCalls(
  client: pg.Client,
  {
    instanceId,
    listId,
    names,
    calls,
  }: Pick<CallsFixture, 'instanceId' | 'listId' | 'names'> & { readonly calls: number },
): Promise<void> {
  for (const [kind, count] of [
    ['phonecall', calls],
    ['email', MANY],
  ] as const)
    await client.query(
      `insert into activity (ts, instance_id, box_id, module, direction, contact, information, extras)
        select now() - random() * random() * interval '3 years', $1, $2, $3, n % 5 / 4, '+' || ($4::bigint + n % $5::int), 'Rückfrage zum Auftrag ' || n, '{}'
        from generate_series(1, $6::int) n`,
      [instanceId, listId, kindNumber(kind), FIRST_NUMBER, names, count],
    );
  await client.query(
    `insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction, mine)
      select a.activity_id, a.ts, a.instance_id, m.user_id, a.box_id, a.module, case when random() < 0.03 then 1 else 3 end, a.direction, false
      from activity a join box_member m on m.instance_id = a.instance_id and m.box_id = a.box_id where a.instance_id = $1`,
    [instanceId],
  );
  await client.query(
    `insert into activity_search (activity_id, ts, instance_id, module, viewers, tsv, form)
      select a.activity_id, a.ts, a.instance_id, a.module, m.viewers, to_tsvector('kontor', a.information), 1
      from activity a join (select box_id, array_agg(user_id) as viewers from box_member where instance_id = $1 group by box_id) m
        on m.box_id = a.box_id where a.instance_id = $1`,
    [instanceId],
  );
  await client.query(
    `insert into phone_call (instance_id, activity_id, direction, number, number_text, started_at, answered_at, ended_at, duration, outcome)
      select a.instance_id, a.activity_id, a.direction, substr(a.contact, 2)::bigint, a.contact, a.ts, a.ts, a.ts + interval '1 minute', 60, $3
      from activity a where a.instance_id = $1 and a.module = $2`,
    [instanceId, kindNumber('phonecall'), OUTCOMES.indexOf('answered')],
  );
}

/** The first page of calls, many calls Done at once, and a robot that dials without end. `robot` posts a call of it that nobody takes. */
export async function benchCalls(
  client: pg.Client,
  fixture: CallsFixture,
  robot: (count: number) => Promise<void>,
  say: (text: string) => void,
): Promise<Line[]> {
  const { url, instanceId, annaId } = fixture;
  const unseen = neverAsked();
  const page = await measure(() => firstPage(fixture, { view: 'all', searchTerm: unseen() }));
  const bySql = await pgbench(
    url,
    `select a.activity_id, a.version, a.contact, a.information, a.channel, a.context, a.extras, p.ts, p.status, p.direction, c.*,
      (select array_agg(o.user_id) from activity_user o where o.instance_id = ${instanceId} and o.activity_id = p.activity_id) as users
      from (select * from activity_user where instance_id = ${instanceId} and user_id = ${annaId} and module = ${kindNumber('phonecall')}
        and not trashed order by ts desc, activity_id desc limit 100) p
      join activity a on a.instance_id = ${instanceId} and a.activity_id = p.activity_id
      join phone_call c on c.instance_id = ${instanceId} and c.activity_id = p.activity_id order by p.ts desc, p.activity_id desc`,
  );
  const kept = await measure(() => firstPage(fixture, { view: 'all' }));
  const list = { unit: 'ms' as const, against: 'its SQL', ...(bySql && { anchor: bySql.p50 }) };

  say(`${MANY.toLocaleString('en')} calls Done at once …`);
  const mails = await allDone(client, fixture, 'email');
  const calls = await allDone(client, fixture, 'phonecall');
  return [
    { ...list, name: 'first page of calls', ours: kept.p50, aim: { most: 1.5 } },
    { ...list, name: 'the same, not from memory', ours: page.p50, aim: { most: 2 } },
    {
      name: `${MANY.toLocaleString('en')} calls Done`,
      unit: 'ms',
      ours: calls,
      against: 'as many mails',
      anchor: mails,
      aim: { most: 1.1 },
    },
    await robotLine(client, fixture, robot, say),
  ];
}

const firstPage = ({ agent, base, anna }: CallsFixture, params: object) =>
  send(agent, queryUrl(base, 'phoneCall.items', params, { page: '1', limit: '100', format: 'rows' }), anna.headers());

/** Milliseconds until the newest items of a kind, which are New, are Done, by as few commands as there may be. */
async function allDone(client: pg.Client, fixture: CallsFixture, module: ItemKindName): Promise<number> {
  const { instanceId, annaId, anna } = fixture;
  const { rows } = await client.query<{ activity_id: string }>(
    `update activity_user set status = 1 where instance_id = $1 and user_id = $2 and activity_id in (
        select activity_id from activity_user where instance_id = $1 and user_id = $2 and module = $3 order by ts desc, activity_id desc limit $4)
      returning activity_id`,
    [instanceId, annaId, kindNumber(module), MANY],
  );
  await client.query('vacuum analyze activity_user');
  const ids = rows.map((row) => formatAggregateId({ module, entryId: Number(row.activity_id), userId: annaId }));
  const began = performance.now();
  for (let from = 0; from < ids.length; from += BULK_LIMIT)
    await anna.command('activity.setState', { aggregateIds: ids.slice(from, from + BULK_LIMIT), state: 'ready' });
  return performance.now() - began;
}

/** A page of calls while a robot calls without end, beside the same while it does not. Throws where that makes more than one call. */
async function robotLine(
  client: pg.Client,
  fixture: CallsFixture,
  robot: (count: number) => Promise<void>,
  say: (text: string) => void,
): Promise<Line> {
  say(`${A_MINUTE} calls a minute from one number …`);
  const quiet = await measure(() => firstPage(fixture, { view: 'open' }), { ms: 8000 });
  let count = 0;
  const dialler = new AbortController();
  // One after the other: calls of one number at the same time may be those of two people of a company.
  const dialling = (async () => {
    const began = performance.now();
    while (!dialler.signal.aborted) {
      await robot((count += 1));
      await sleep(Math.max(0, began + (count * 60_000) / A_MINUTE - performance.now()));
    }
  })();
  await sleep(1000);
  const meanwhile = await measure(() => firstPage(fixture, { view: 'open' }), { ms: 20_000 });
  dialler.abort();
  await dialling;
  const { rows } = await client.query<{ calls: number; tries: number }>(
    `select count(*)::int as calls, max(tries) as tries from phone_call where instance_id = $1 and number = $2`,
    [fixture.instanceId, ROBOT_NUMBER],
  );
  const { calls = 0, tries = 0 } = rows[0] ?? {};
  if (calls !== 1 || tries !== count)
    throw new Error(`${count} calls of a robot are ${calls} items, the longest of ${tries} tries`);
  return {
    name: `a page of calls while a robot makes ${A_MINUTE} calls a minute (one item)`,
    unit: 'ms',
    ours: meanwhile.p50,
    against: 'the same while it makes none',
    anchor: quiet.p50,
    aim: { most: 1.2 },
  };
}
