import { join } from 'node:path';
import pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { withoutIndexes } from './bulk.ts';
import { reachRunning } from '../../server/src/platform/db/embedded/reach.ts';

export const PASSWORD = 'messen und vergleichen';
export const READER = 'reader';
const PEOPLE = 200;
const BOXES = 40;

/** The instance whose lists are measured, and the person who reads them: a member of five mailboxes of forty. */
export interface Fixture {
  readonly url: string;
  readonly instanceId: number;
  readonly readerId: number;
}

/**
 * Fills an instance `bench` with `items` items, five viewers each, three in a hundred unfinished; one that has as many already is
 * taken as it is.
 */
export async function seedInstance(kontor: KontorProcess, items: number): Promise<Fixture> {
  return withDatabase(kontor, async (client, url) => {
    const { rows: before } = await client.query<{ items: number }>(
      "select count(*)::int as items from activity where instance_id in (select instance_id from instance where name = 'bench')",
    );
    const isFilled = before[0]?.items === items;
    if (!isFilled) {
      kontor.cli(['instance', 'create', 'bench']);
      kontor.cli(['person', 'add', 'bench', READER, '--password-file', '-'], PASSWORD);
    }
    const { rows } = await client.query<{ instance_id: number; user_id: number }>(
      "select instance_id, user_id from app_user where user_name = $1 and instance_id = (select instance_id from instance where name = 'bench')",
      [READER],
    );
    const found = rows[0];
    if (found === undefined) throw new Error('The reader was not made');
    if (!isFilled) await fill(client, found.instance_id, items);
    return { url, instanceId: found.instance_id, readerId: found.user_id };
  });
}

/** Works on the database of a running Kontor as its owner; `url` is its connection string. */
export async function withDatabase<T>(
  kontor: KontorProcess,
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  const running = await reachRunning(join(kontor.folder, 'data'));
  if (running === undefined) throw new Error('The server is gone');
  const client = new pg.Client({ connectionString: running.url });
  await client.connect();
  try {
    return await work(client, running.url);
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client, instance: number, items: number): Promise<void> {
  await client.query(
    `insert into app_user (instance_id, user_name, rights) select $1, 'u' || n, 131071 from generate_series(2, $2::int) n`,
    [instance, PEOPLE],
  );
  await client.query(
    `insert into box (instance_id, module, name) select $1, 1, 'box' || n from generate_series(1, $2::int) n`,
    [instance, BOXES],
  );
  // People and boxes by their place, so that the first person, who reads, is in five boxes.
  await client.query(
    `insert into box_member (instance_id, box_id, user_id)
     select distinct $1::int, b.box_id, u.user_id from (select box_id, row_number() over (order by box_id) n from box where instance_id = $1) b,
       generate_series(1, 5) k, (select user_id, row_number() over (order by user_id) n from app_user where instance_id = $1) u
     where u.n = case when k = 1 and b.n % 8 = 1 then 1 else 2 + (b.n * 7 + k * 13) % $2::int end`,
    [instance, PEOPLE - 1],
  );
  await withoutIndexes(client, () => fillItems(client, instance, items));
  await client.query('vacuum analyze');
}

async function fillItems(client: pg.Client, instance: number, items: number): Promise<void> {
  await client.query(
    `insert into activity (ts, instance_id, box_id, module, direction, contact, information, channel, extras)
     select now() - random() * random() * interval '3 years', $1, (select min(box_id) from box where instance_id = $1) + n % $3::int,
       (array[1,1,1,1,2,3,5,6])[1 + n % 8], n % 3, 'Person ' || n % 5000, 'Betreff zu Vorgang ' || n, 'box' || (1 + n % $3::int),
       '{"preview": "Guten Tag, anbei die Unterlagen wie besprochen.", "hasAttachments": true}'
     from generate_series(1, $2::int) n`,
    [instance, items, BOXES],
  );
  await client.query(
    `insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction, mine)
     select a.activity_id, a.ts, a.instance_id, m.user_id, a.box_id, a.module, case when random() < 0.03 then 1 else 3 end, a.direction, random() < 0.2
     from activity a join box_member m on m.instance_id = a.instance_id and m.box_id = a.box_id where a.instance_id = $1`,
    [instance],
  );
  await client.query(
    `insert into activity_search (activity_id, ts, instance_id, module, viewers, tsv, form)
     select a.activity_id, a.ts, a.instance_id, a.module,
       m.viewers, setweight(to_tsvector('kontor', a.information), 'A') || setweight(to_tsvector('kontor', a.contact), 'B'), 1
     from activity a join (select box_id, array_agg(user_id) as viewers from box_member where instance_id = $1 group by box_id) m
       on m.box_id = a.box_id
     where a.instance_id = $1`,
    [instance],
  );
}
