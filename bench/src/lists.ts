import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { formatAggregateId, type ItemKindName, type Rows } from '@kontor/contract/kernel';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { bareServer } from './bare.ts';
import { queryUrl, send, textOf } from './http.ts';
import { measure, neverAsked } from './measure.ts';
import { pgbench } from './pgbench.ts';
import { PASSWORD, READER, type Fixture } from './seed.ts';
import type { Line } from './table.ts';

const STATES = ['ready', 'seen', 'unseen'] as const;

/** Lists, counts, bulk changes and search over HTTP, each against the same SQL through pgbench. */
export async function benchLists(
  kontor: KontorProcess,
  fixture: Fixture,
  say: (text: string) => void,
): Promise<Line[]> {
  const base = `http://127.0.0.1:${kontor.port}`;
  const reader = await new TestClient(base, 'bench').signIn(READER, PASSWORD);
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const addressOf = (query: string, parameters: object = {}, page = 1, limit = 100) =>
    queryUrl(base, query, parameters, { page: String(page), limit: String(limit), format: 'rows' });
  const get = (...params: Parameters<typeof addressOf>) =>
    send(agent, addressOf(...params), { ...reader.headers(), 'Accept-Encoding': 'gzip, br' });
  /** By hand: what `fetch` and `FormData` leave to do would be counted as the server's in the answer that follows. */
  const sendCommand = (command: string, parameters: object) => {
    const fields = { command, processId: randomUUID(), parameters: JSON.stringify(parameters) };
    const part = ([name, value]: [string, string]) =>
      `--part\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const body = `${Object.entries(fields).map(part).join('')}--part--\r\n`;
    const type = { 'Content-Type': 'multipart/form-data; boundary=part', 'Content-Length': Buffer.byteLength(body) };
    return send(agent, `${base}/command`, { ...reader.headers(), ...type }, body);
  };
  const settings = `-c role=kontor_app -c app.instance=${fixture.instanceId}`;
  const sql = sqlOf(fixture);
  const lines: Line[] = [];
  const rows = (await reader.query<Rows>('filter.items', { view: 'all' }, { format: 'rows', page: 1, limit: 100 }))
    .rows;
  const ids = (rows as [number, number, number, ItemKindName][]).map(([entryId, , , module]) => ({ entryId, module }));
  const aggregateIds = ids.map((id) => formatAggregateId({ ...id, userId: fixture.readerId }));
  let turn = 0;
  const setState = (some: readonly string[]) =>
    sendCommand('activity.setState', { aggregateIds: some, state: STATES[(turn += 1) % 3] });

  say('Inbox and counts …');
  const inboxSql = await pgbench(fixture.url, sql.inbox, { settings });
  const inbox = await measure(() => get('inbox.items'));
  lines.push(ratio('inbox page of 100', inbox.p50, 'its SQL', inboxSql?.p50, 1.5));
  const unseen = neverAsked();
  const fresh = await measure(() => get('filter.items', { view: 'open', searchTerm: unseen() }));
  lines.push(ratio('the same, not from memory', fresh.p50, 'its SQL', inboxSql?.p50, 2));
  const changed = await measure(() => get('inbox.items'), { before: () => setState(aggregateIds.slice(0, 1)) });
  lines.push(ratio('the same right after a change', changed.p50, 'its SQL', inboxSql?.p50, 1.5));
  const many = await measure(() => get('inbox.items'), { atOnce: 16 });
  const manySql = await pgbench(fixture.url, sql.inbox, { settings, atOnce: 16 });
  lines.push({
    name: 'inbox pages at 16 connections',
    unit: 'a second',
    ours: many.perSecond,
    against: 'its SQL',
    ...(manySql && { anchor: manySql.perSecond }),
    aim: { least: 0.6 },
  });
  const bare = await bareServer(await textOf(addressOf('inbox.items'), reader.headers()));
  const nothing = await measure(() => send(agent, bare.url, {}));
  const nothingMany = await measure(() => send(agent, bare.url, {}), { atOnce: 16 });
  bare.close();
  lines.push(
    {
      name: 'inbox page of 100',
      unit: 'ms',
      ours: inbox.p50,
      against: 'a bare server, the same bytes',
      anchor: nothing.p50,
    },
    {
      name: 'inbox pages at 16 connections',
      unit: 'a second',
      ours: many.perSecond,
      against: 'a bare server, the same bytes',
      anchor: nothingMany.perSecond,
    },
  );
  const counts = await measure(() => get('session.unfinishedCounts'));
  lines.push(
    ratio('unfinished counts', counts.p50, 'their SQL', (await pgbench(fixture.url, sql.counts, { settings }))?.p50, 2),
  );
  const first = await measure(() => get('filter.items', { view: 'all' }, 1, 99), {
    before: () => setState(aggregateIds.slice(0, 1)),
  });
  for (const page of [50, 1000]) {
    await get('filter.items', { view: 'all' }, page - 1);
    const deep = await measure(() => get('filter.items', { view: 'all' }, page), {
      before: () => setState(aggregateIds.slice(0, 1)),
    });
    lines.push(ratio(`page ${page} of all items, page ${page - 1} known`, deep.p50, 'page 1', first.p50, 2));
  }

  say('Changes …');
  const bulk = await measure(() => setState(aggregateIds));
  const oneUpdate = await pgbench(fixture.url, sql.setState(ids.map(({ entryId }) => entryId)), { settings });
  lines.push(ratio('state of 100 items, five people each', bulk.p50, 'one UPDATE', oneUpdate?.p50, 2));

  say('Search …');
  for (const [name, text, term] of [
    ['search: two words of a few', 'vorgang 91234', "'vorgang':* & '91234':*"],
    ['search: beginning of a number', '9123', "'9123':*"],
    ['search: a word of every item', 'betreff', "'betreff':*"],
  ] as const) {
    const found = await measure(() => get('filter.items', { view: 'all', searchTerm: text + unseen() }));
    lines.push(
      ratio(name, found.p50, 'its SQL', (await pgbench(fixture.url, sql.search(term), { settings }))?.p50, 1.5),
    );
  }
  agent.destroy();
  return lines;
}

const ratio = (name: string, ours: number, against: string, anchor: number | undefined, most: number): Line => ({
  name,
  unit: 'ms',
  ours,
  against,
  ...(anchor !== undefined && { anchor }),
  aim: { most },
});

/** The same work as SQL, as one would write it by hand. */
const sqlOf = ({ instanceId: i, readerId: u }: Fixture) => {
  const entries = (page: string) =>
    `select a.activity_id, a.version, a.contact, a.information, a.channel, a.context, a.extras, p.ts, p.status, p.direction,
      (select array_agg(o.user_id) from activity_user o where o.instance_id = ${i} and o.activity_id = p.activity_id) as users
    from (${page}) p join activity a on a.instance_id = ${i} and a.activity_id = p.activity_id
    order by p.ts desc, p.activity_id desc`;
  return {
    inbox: entries(
      `select * from activity_user where instance_id = ${i} and user_id = ${u} and status < 3 and not trashed order by ts desc, activity_id desc limit 100`,
    ),
    counts: `select module, count(*) from activity_user where instance_id = ${i} and user_id = ${u} and status < 3 and not trashed group by module`,
    setState: (ids: readonly number[]) =>
      `update activity_user set status = 1 + status % 3 where instance_id = ${i} and activity_id = any('{${ids.join()}}'::bigint[])`,
    search: (term: string) =>
      entries(
        `select au.* from search_items(${u}, to_tsquery('kontor', '${term.replaceAll("'", "''")}'), null, null, null, 10001) f
         join activity_user au on au.instance_id = ${i} and au.user_id = ${u} and au.activity_id = f.activity_id
         where not au.trashed order by au.ts desc, au.activity_id desc limit 100`,
      ),
  };
};
