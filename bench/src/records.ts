import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { measure } from './measure.ts';
import { PASSWORD, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

/** Cards of the board that is measured. */
const CARDS = 10_000;
const PAGE = 20;
const AT_ONCE = 100_000;
const STATES = ['Aktiv', 'Ruhend', 'Interessent', 'Geplant', 'Offen'];
const TEAMS = ['Nord', 'Süd', 'West', 'Ost'];

interface Kind {
  readonly ID: number;
  readonly Name: string;
  readonly fields: Readonly<Record<'leftColumn' | 'rightColumn', readonly { readonly key: string }[]>>;
}
interface Fixture {
  readonly instanceId: number;
  readonly kind: Kind;
}

const keysOf = ({ fields }: Kind): readonly string[] =>
  [...fields.leftColumn, ...fields.rightColumn].map(({ key }) => key);

/** Lists, counts and search of `records` records of one kind, and a board of 10,000, beside the same SQL by hand. */
export async function benchRecords(
  kontor: KontorProcess,
  records: number,
  say: (text: string) => void,
): Promise<Line[]> {
  say(`${records.toLocaleString('en')} records …`);
  const anna = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('anna', PASSWORD);
  const kinds = await anna.query<Kind[]>('record.instances');
  const kindOf = (name: string): Kind => kinds.find(({ Name }) => Name === name) ?? kinds[0] ?? missing();
  return withDatabase(kontor, async (client) => {
    const { rows } = await client.query<{ instance_id: number }>(
      "select instance_id from instance where name = 'demo'",
    );
    const instanceId = rows[0]?.instance_id ?? missing();
    const [many, board] = [
      { instanceId, kind: kindOf('Kunden') },
      { instanceId, kind: await kindOfBoard(anna) },
    ];
    await fill(client, many, records);
    await fill(client, board, CARDS);
    await client.query('analyze record, record_cell, record_search, record_count');
    return [...(await measureLists(anna, client, many)), ...(await measureBoard(anna, client, board))];
  });
}

/** Makes the kind whose records stand on the board: by a state, and in lanes by a team. */
async function kindOfBoard(anna: TestClient): Promise<Kind> {
  const choice = (key: string, choices: readonly string[]) => ({
    key,
    label: key,
    kind: 'singleChoiceSelect',
    choices,
  });
  const { idoInstanceId } = await anna.command<{ idoInstanceId: number }>('record.saveKind', {
    idoInstanceId: null,
    version: 0,
    name: 'Gemessene',
    color: '#2f6f4f',
    fields: {
      leftColumn: [
        { key: 'name', label: 'Name', kind: 'textField', isTitle: true },
        choice('status', STATES),
        choice('team', TEAMS),
      ],
      rightColumn: [],
      contactPerson: [],
    },
    columns: [],
    tabs: [],
  });
  const kinds = await anna.query<Kind[]>('record.instances');
  return kinds.find(({ ID }) => ID === idoInstanceId) ?? missing();
}

const missing = (): never => {
  throw new Error('The demo instance has no kinds of records');
};

const line = (name: string, ours: number, anchor: number, most?: number): Line => ({
  name,
  unit: 'ms',
  ours,
  against: 'the same SQL',
  anchor,
  ...(most === undefined ? {} : { aim: { most } }),
});

async function measureLists(anna: TestClient, client: pg.Client, { instanceId, kind }: Fixture): Promise<Line[]> {
  const by = async (name: string, text: string, values: readonly unknown[]): Promise<number> =>
    (await measure(() => client.query({ name, text, values: [...values] }))).p50;
  const items = async (params: object): Promise<number> =>
    (
      await measure(() =>
        anna.query(
          'record.items',
          { idoInstanceId: kind.ID, ...params },
          { limit: PAGE, sort: [{ property: 'city', direction: 'ASC' }] },
        ),
      )
    ).p50;
  const at = [instanceId, kind.ID];
  const cell = (key: string, where = '') => `select r.record_id, r.fields from record_cell c
    join record r on r.instance_id = c.instance_id and r.record_id = c.record_id
    where c.instance_id = $1 and c.kind_id = $2 and c.key = '${key}' ${where}`;
  const has = (key: string, value: string) => `and exists (select from record_cell f
    where f.instance_id = c.instance_id and f.record_id = c.record_id and f.key = '${key}' and f.value = '${value}')`;
  const idsOf = (status: string, more = '') => `select c.record_id from record_cell c
    where c.instance_id = $1 and c.kind_id = $2 and c.key = 'status' and c.value = '${status}' ${more}`;
  const byCity = 'order by c.value, c.record_id limit 20';
  const is = (key: string, value: string) => ({ key, operator: 'is', value });
  const where = (...conditions: readonly object[]) => ({ detailsSearch: JSON.stringify(conditions) });
  const some = is('status', 'Aktiv');
  const counts = await measure(() => anna.query('record.counts', {}));
  const countsOfWord = await measure(() => anna.query('record.counts', { fulltextSearch: 'wort7' }));
  const found = await measure(() => anna.query('record.search', { query: 'wort7 kunde' }));
  const words = `select record_id from record_search where instance_id = $1 and kind_id = $2 and tsv @@ 'wort7:*'::tsquery`;
  const firstWords = `${words} limit 20`;
  const total = (found: string) => `select count(*) from (${found} limit 10001) h`;
  /** A page and how many there are in all, as ours tells with it. */
  const both = async (name: string, page: string, all: string): Promise<number> =>
    (await by(name, page, at)) + (await by(`${name}-all`, total(all), at));
  return [
    line('first page by a field', await items({}), await by('page', cell('city', byCity), at), 10),
    line(
      'the same, of those with a choice that a fifth has',
      await items(where(some)),
      await both('page-choice', cell('city', `${has('status', 'aktiv')} ${byCity}`), idsOf('aktiv')),
      10,
    ),
    line(
      'the same, with a postcode too, that one in a thousand has',
      await items(where(some, is('zip', '10007'))),
      await both(
        'page-two',
        cell('city', `${has('status', 'aktiv')} ${has('zip', '10007')} ${byCity}`),
        idsOf('aktiv', has('zip', '10007')),
      ),
      10,
    ),
    line(
      'words whose beginning a tenth has, by a field',
      await items({ fulltextSearch: 'wort7' }),
      await both('page-word', firstWords, words),
    ),
    line(
      'how many of each kind there are',
      counts.p50,
      await by(
        'count',
        'select count(*) from record where instance_id = $1 and kind_id = $2 and deleted_at is null',
        at,
      ),
      1,
    ),
    line('how many of each kind a word finds', countsOfWord.p50, await by('count-word', total(words), at)),
    line('the record picker, two words', found.p50, await by('word', firstWords, at)),
  ];
}

async function measureBoard(anna: TestClient, client: pg.Client, { instanceId, kind }: Fixture): Promise<Line[]> {
  const boardOf = async (laneKey: string | null): Promise<number> => {
    const id = randomUUID();
    await anna.command('record.saveQuery', {
      id,
      parentId: null,
      name: 'Gemessen',
      isFolder: false,
      idoInstanceId: kind.ID,
      fulltextSearch: '',
      serializedIdoIdoListToolbarHiddenDetailsSearchString: '',
      serializedFilterMemento: '',
      board: { columnKey: 'status', laneKey, cardKeys: [], sumKeys: [], hidden: [] },
      sharedWith: { everybody: false, userIds: [], groupIds: [] },
    });
    return (await measure(() => anna.query('record.board', { queryId: id }))).p50;
  };
  /** `lane`: where a second value of a card comes from, and how it is told. */
  const byHand = async (name: string, lane: { readonly join: string; readonly value: string }): Promise<number> => {
    const text = `select ${lane.value}, count(*), (array_agg(r.title order by c.record_id))[1:50] from record_cell c
      join record r on r.instance_id = c.instance_id and r.record_id = c.record_id ${lane.join}
      where c.instance_id = $1 and c.kind_id = $2 and c.key = 'status' group by ${lane.value}`;
    return (await measure(() => client.query({ name, text, values: [instanceId, kind.ID] }))).p50;
  };
  const ofTeam = `join record_cell l on l.instance_id = c.instance_id and l.record_id = c.record_id and l.key = 'team'`;
  return [
    line(
      'a board of 10,000 cards, 50 of each column',
      await boardOf(null),
      await byHand('board', { join: '', value: 'c.value' }),
      4,
    ),
    line(
      'the same in four lanes, 50 of each column of each',
      await boardOf('team'),
      await byHand('board-lanes', { join: ofTeam, value: 'c.value, l.value' }),
      4,
    ),
  ];
}

/** Records of a kind with all that lists read of them: a name, one of 500 towns, of 1,000 postcodes, of five states and four teams, and nothing else. */
async function fill(client: pg.Client, { instanceId, kind }: Fixture, count: number): Promise<void> {
  const keys = keysOf(kind);
  for (let from = 1; from <= count; from += AT_ONCE) {
    const to = Math.min(count, from + AT_ONCE - 1);
    await client.query('begin');
    // Nothing is checked that is made here: what refers to what is known.
    await client.query("set local session_replication_role = 'replica'");
    await client.query(
      `create temp table made on commit drop as
        select nextval(pg_get_serial_sequence('record', 'record_id')) as id, g,
          'Kunde ' || g || ' Wort' || g % 1000 as name, 'Stadt ' || (g::bigint * 7919) % 500 as city, (10000 + g % 1000)::text as zip,
          ($1::text[])[1 + g % 5] as status, ($2::text[])[1 + g / 5 % 4] as team
        from generate_series(${from}, ${to}) g`,
      [STATES, TEAMS],
    );
    await client.query(
      `insert into record (record_id, instance_id, kind_id, title, subtitle, fields, created_by, created_at, changed_at, has_cells)
        select id, ${instanceId}, ${kind.ID}, name, city, jsonb_build_object('name', name, 'city', city, 'zip', zip, 'status', status, 'team', team),
          0, 0, 0, true from made`,
    );
    await client.query(
      `insert into record_cell (instance_id, kind_id, key, record_id, value)
        select ${instanceId}, ${kind.ID}, k.key, id, case k.key when 'name' then lower(name) when '*title' then lower(name)
          when 'city' then lower(city) when '*subtitle' then lower(city) when 'zip' then zip when 'status' then lower(status)
          when 'team' then lower(team) else '' end
        from made cross join unnest($1::text[]) k (key)`,
      [[...new Set([...keys, '*title', '*subtitle'])]],
    );
    await client.query(
      `insert into record_search (instance_id, record_id, kind_id, changed_at, title, tsv)
        select ${instanceId}, id, ${kind.ID}, 0, lower(name),
          ('kunde:1A ' || g || ':2A wort' || g % 1000 || ':3A stadt:4')::tsvector from made`,
    );
    await client.query(
      `insert into record_count (instance_id, kind_id, records) values (${instanceId}, ${kind.ID}, ${to - from + 1})`,
    );
    await client.query('commit');
  }
}
