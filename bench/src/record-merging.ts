import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { measure } from './measure.ts';
import { PASSWORD, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

/** What is looked for by title, address and number, as it would be written by hand. */
const BY_HAND = `select a.record_id, r.title, r.subtitle from (
    select record_id from record_address where instance_id = $1 and address = $3
    union select record_id from record_phone where instance_id = $1 and e164 = $4
    union (select record_id from record_search where instance_id = $1 and kind_id = $2 and tsv @@ $5::tsquery limit 40)
  ) a join record r on r.instance_id = $1 and r.record_id = a.record_id and r.deleted_at is null`;

/** Eight signs that are others for each record. */
const SIGNS = 'substr(md5(g::text), 1, 8)';

/** What is told while somebody types a record of a kind that has `records` of them, beside the same SQL by hand. */
export async function benchRecordMerging(
  kontor: KontorProcess,
  records: number,
  say: (text: string) => void,
): Promise<Line[]> {
  say(`A kind with ${records.toLocaleString('en')} records …`);
  const anna = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('anna', PASSWORD);
  const kinds = await anna.query<{ ID: number; Name: string }[]>('record.instances');
  const idoInstanceId = kinds.find(({ Name }) => Name === 'Kunden')?.ID ?? 0;
  return withDatabase(kontor, async (client) => {
    const { instanceId, signs } = await fill(client, idoInstanceId, records);
    const email = `info@${signs}.example`;
    const phone = '+4943112345678';
    const similar = (values: Record<string, string>) =>
      anna.query<unknown[]>('record.similar', { idoInstanceId, idoId: null, values });
    const typed = { name: `${signs} Werf`, email, phone };
    if ((await similar(typed)).length === 0) throw new Error('Nothing is told');
    const all = await measure(() => similar(typed));
    const title = await measure(() => similar({ name: `${signs} Werf` }));
    const nothing = await measure(() => similar({ name: 'Niemand sonst so' }));
    const form = `${signs}werf`;
    const halves = [form.length - 1, form.length, form.length + 1].flatMap((length) => {
      const half = Math.floor(length / 2);
      return [`'<${length}:${form.slice(0, half)}'`, `'>${length}:${form.slice(form.length - (length - half))}'`];
    });
    const values = [instanceId, idoInstanceId, email, phone, halves.join(' | ')];
    const byHand = await measure(() => client.query({ name: 'by-hand', text: BY_HAND, values }));
    const line = (name: string, ours: number): Line => ({
      name,
      unit: 'ms',
      ours,
      against: 'the same SQL',
      anchor: byHand.p50,
    });
    return [
      line(`who may be meant among ${records.toLocaleString('en')} records, by title, address and number`, all.p50),
      line('the same, by title alone', title.p50),
      line('the same, nobody', nothing.p50),
    ];
  });
}

async function fill(client: pg.Client, kindId: number, records: number) {
  const { rows } = await client.query<{ instance_id: number; signs: string }>(
    "select instance_id, substr(md5('77'), 1, 8) as signs from instance where name = 'demo'",
  );
  const { instance_id: instanceId = 0, signs = '' } = rows[0] ?? {};
  await client.query('begin');
  // Nothing is checked that is made here: what refers to what is known.
  await client.query("set local session_replication_role = 'replica'");
  await client.query(
    `create temp table made on commit drop as
      select nextval(pg_get_serial_sequence('record', 'record_id')) as id, g, ${SIGNS} as signs from generate_series(1, ${records}) g`,
  );
  await client.query(
    `insert into record (record_id, instance_id, kind_id, title, subtitle, fields, created_by, created_at, changed_at)
      select id, ${instanceId}, ${kindId}, signs || ' Werft', '', jsonb_build_object('name', signs || ' Werft'), 0, 0, 0 from made`,
  );
  await client.query(
    `insert into record_address (instance_id, address, record_id, person_id, name)
      select ${instanceId}, 'info@' || signs || '.example', id, 0, '' from made`,
  );
  await client.query(
    `insert into record_phone (instance_id, number, record_id, person_id, e164)
      select ${instanceId}, n, id, 0, n from (select id, '+49431' || (10000000 + g) as n from made) m`,
  );
  // A title of thirteen letters and digits: by its halves, as the server keeps them.
  await client.query(
    `insert into record_search (instance_id, record_id, kind_id, changed_at, title, tsv)
      select ${instanceId}, id, ${kindId}, 0, signs || ' werft',
        array_to_tsvector(array[signs, 'werft', '<13:' || substr(signs, 1, 6), '>13:' || substr(signs || 'werft', 7)]) from made`,
  );
  await client.query('commit');
  await client.query('vacuum analyze record, record_address, record_phone, record_search');
  return { instanceId, signs };
}
