import type { ListEntry } from '@kontor/contract/activity';
import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { measure } from './measure.ts';
import { PASSWORD, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

/** Items of the record whose history is read. */
const ITEMS = 50_000;
/** Records that the same items are linked with beside it. */
const OTHERS = 1000;
const PAGE = 100;

/** What a page of the history reads, as it would be written by hand. */
const BY_HAND = `select l.activity_id, l.ts, a.contact, a.information, a.extras, au.status, o.user_ids
  from activity_record l
  join activity_user au on au.instance_id = l.instance_id and au.user_id = $2 and au.activity_id = l.activity_id and not au.trashed
  join activity a on a.instance_id = l.instance_id and a.activity_id = l.activity_id
  cross join lateral (select array_agg(x.user_id) as user_ids from activity_user x
    where x.instance_id = l.instance_id and x.activity_id = l.activity_id) o
  where l.instance_id = $1 and l.record_id = $3 order by l.ts desc, l.activity_id desc limit ${PAGE}`;

interface Filled {
  readonly instanceId: number;
  readonly userId: number;
  readonly record: { readonly idoId: number; readonly instanceId: number };
}

/** Pages of the history of a record with 50,000 items, where there are `links` links in all, beside the same SQL by hand. */
export async function benchRecordHistory(
  kontor: KontorProcess,
  links: number,
  say: (text: string) => void,
): Promise<Line[]> {
  say(`A record with ${ITEMS.toLocaleString('en')} items among ${links.toLocaleString('en')} links …`);
  const anna = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('anna', PASSWORD);
  const kinds = await anna.query<{ ID: number }[]>('record.instances');
  const idoInstanceId = kinds[0]?.ID ?? 0;
  const { idoId } = await anna.command<{ idoId: number }>('record.create', {
    idoInstanceId,
    jsonPayload: { values: { name: 'Werft' } },
  });
  return withDatabase(kontor, async (client) => {
    const filled = await fill(client, { idoId, instanceId: idoInstanceId }, links);
    const ask = (page: number, params: object = {}) =>
      anna.query<ListEntry[]>('record.activities', { ...filled.record, ...params }, { page, limit: PAGE });
    const first = await measure(() => ask(1));
    for (let page = 1; page <= 101; page += 1) await ask(page);
    const far = await measure(() => ask(101));
    const found = await measure(() => ask(1, { search: 'Wartung' }));
    const values = [filled.instanceId, filled.userId, idoId];
    const byHand = await measure(() => client.query({ name: 'by-hand', text: BY_HAND, values }));
    const line = (name: string, ours: number, against: string, anchor: number): Line => ({
      name,
      unit: 'ms',
      ours,
      against,
      anchor,
    });
    return [
      line('history of a record with 50,000 items, page 1', first.p50, 'the same SQL', byHand.p50),
      { ...line('the same, page 101', far.p50, 'page 1', first.p50), aim: { most: 2 } },
      line('the same, a word of one in a hundred', found.p50, 'page 1', first.p50),
    ];
  });
}

async function fill(client: pg.Client, record: Filled['record'], links: number): Promise<Filled> {
  const { rows } = await client.query<{ instance_id: number; user_id: number }>(
    "select instance_id, user_id from app_user where user_name = 'anna' and instance_id = (select instance_id from instance where name = 'demo')",
  );
  const { instance_id: instanceId = 0, user_id: userId = 0 } = rows[0] ?? {};
  await client.query('begin');
  // Nothing is checked that is made here: what refers to what is known.
  await client.query("set local session_replication_role = 'replica'");
  await client.query(
    `create temp table made on commit drop as
      select nextval(pg_get_serial_sequence('activity', 'activity_id')) as id, g, now() - g * interval '13 minutes' as ts
      from generate_series(1, ${ITEMS}) g`,
  );
  await client.query(
    `insert into activity (activity_id, ts, instance_id, module, direction, contact, information, ido_count)
      select id, ts, ${instanceId}, 1, 0, 'Paul Neumann', 'Vorgang ' || g, 1 from made`,
  );
  await client.query(
    `insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, status, direction)
      select id, ts, ${instanceId}, ${userId}, 0, 1, 3, 0 from made`,
  );
  await client.query(
    `insert into activity_search (activity_id, ts, instance_id, module, viewers, tsv, form)
      select id, ts, ${instanceId}, 1, array[${userId}],
        to_tsvector('kontor', 'Vorgang ' || g || case when g % 100 = 0 then ' Wartung' else '' end), 1 from made`,
  );
  await client.query(
    `insert into record (instance_id, kind_id, title, subtitle, fields, created_by, created_at, changed_at)
      select ${instanceId}, ${record.instanceId}, 'Kunde ' || g, '', '{}', 0, 0, 0 from generate_series(1, ${OTHERS}) g`,
  );
  const each = Math.max(0, Math.round(links / ITEMS) - 1);
  await client.query(
    `with other as (select record_id, row_number() over () - 1 as n from
        (select record_id from record where instance_id = ${instanceId} order by record_id desc limit ${OTHERS}) o)
      insert into activity_record (instance_id, activity_id, record_id, reason, linked_at, ts)
      select ${instanceId}, m.id, ${record.idoId}, 1, 0, m.ts from made m
      union all select ${instanceId}, m.id, other.record_id, 1, 0, m.ts from made m
        cross join generate_series(1, ${each}) k join other on other.n = (m.g * 7 + k) % ${OTHERS}`,
  );
  await client.query('commit');
  await client.query('analyze activity, activity_user, activity_record, activity_search');
  return { instanceId, userId, record };
}
