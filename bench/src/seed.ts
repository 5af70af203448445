import type pg from 'pg';

/** Person whose lists are measured: a member of five mailboxes of forty. */
export const READER = 21;
const PEOPLE = 200;
const BOXES = 40;

/** Fills an empty, migrated database with one instance of `items` items, five viewers each, three in a hundred unfinished. */
export async function seed(client: pg.Client, items: number): Promise<void> {
  await client.query("insert into instance (name, title) values ('bench', 'Bench')");
  await client.query(
    `insert into app_user (instance_id, user_name, rights) select 1, 'u' || n, 131071 from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  await client.query(
    `insert into box (instance_id, module, name) select 1, 1, 'box' || n from generate_series(1, $1::int) n`,
    [BOXES],
  );
  await client.query(
    `insert into box_member select distinct 1, b, 1 + ((b * 7 + k * 13) % $1::int) from generate_series(1, $2::int) b, generate_series(1, 5) k`,
    [PEOPLE, BOXES],
  );
  await client.query(
    `insert into activity (ts, instance_id, box_id, module, direction, contact, information, channel, extras)
     select now() - random() * random() * interval '3 years', 1, 1 + n % $2::int, (array[1,1,1,1,2,3,5,6])[1 + n % 8], n % 3,
       'Person ' || n % 5000, 'Betreff zu Vorgang ' || n, 'box' || (1 + n % $2::int),
       '{"preview": "Guten Tag, anbei die Unterlagen wie besprochen.", "hasAttachments": true}'
     from generate_series(1, $1::int) n`,
    [items, BOXES],
  );
  await client.query(
    `insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction, mine)
     select a.activity_id, a.ts, 1, m.user_id, a.box_id, a.module, case when random() < 0.03 then 1 else 3 end, a.direction, random() < 0.2
     from activity a join box_member m on m.instance_id = 1 and m.box_id = a.box_id`,
  );
  await client.query(
    `insert into activity_search select a.activity_id, a.ts, 1, a.module,
       (select array_agg(user_id) from box_member m where m.instance_id = 1 and m.box_id = a.box_id), to_tsvector('kontor', a.information || ' ' || a.contact)
     from activity a`,
  );
  await client.query('vacuum analyze');
}
