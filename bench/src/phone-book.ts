import type { Agent } from 'node:http';
import type pg from 'pg';
import { codeOf, gramsOf, readBookSearch } from '../../server/src/modules/phonecall/book/rules.ts';
import { nameKey } from '../../server/src/modules/phonecall/naming/index.ts';
import type { TestClient } from '../../server/src/testing/client.ts';
import { queryUrl, send } from './http.ts';
import { measure } from './measure.ts';
import { pgbench } from './pgbench.ts';
import type { Line } from './table.ts';

export const FIRST_NUMBER = 49_431_000_000;
/** Between two numbers that are asked for one after the other. */
const STRIDE = 977;
const CHUNK = 20_000;

const FIRST_NAMES =
  'Anna Ben Christian Dörte Erik Frauke Gesa Hauke Inga Jan Kathrin Lars Meike Nils Ole Petra Rolf Silke Thies Ute'.split(
    ' ',
  );
const BEGINNINGS = 'B Br D F G H Hans J K L M N P R S Sch Schm St T W'.split(' ');
const MIDDLES = 'a ei ie au o e u ü i ö'.split(' ');
const ENDS = 'mann er ing hof berg feld ke sen tzel tz ler stein bach dt nes'.split(' ');

/** The name of the nth entry: many have one that sounds like others', few one that is written so. */
function nameOf(n: number): string {
  const random = Math.imul(n + 1, 2_654_435_761) >>> 0;
  const pick = (from: readonly string[], over: number) => from[Math.floor(random / over) % from.length] ?? '';
  const over = FIRST_NAMES.length * BEGINNINGS.length;
  const last = pick(BEGINNINGS, FIRST_NAMES.length) + pick(MIDDLES, over) + pick(ENDS, over * MIDDLES.length);
  return `${pick(FIRST_NAMES, 1)} ${last}`;
}

/** Gives an instance a phone book of so many names, each of a number of its own. To be called without indexes. */
export async function fillBook(client: pg.Client, instanceId: number, names: number): Promise<void> {
  for (let from = 0; from < names; from += CHUNK) {
    const entries = Array.from({ length: Math.min(CHUNK, names - from) }, (_, index) => {
      const name = nameOf(from + index);
      return { number: FIRST_NUMBER + from + index, name, key: nameKey(name) };
    });
    await client.query(
      `with made as (
        insert into phone_name (instance_id, number, number_text, digits, name, name_key, code, created_at)
        select $1, e.number, '+' || e.number, e.number::text, e.name, e.key, e.code, now()
        from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) as e (number, name, key, code)
        returning name_id, number)
      insert into phone_find (instance_id, name_id, grams)
      select $1, m.name_id, string_to_array(g.grams, ' ') from made m join unnest($2::bigint[], $6::text[]) as g (number, grams) using (number)`,
      [
        instanceId,
        entries.map(({ number }) => number),
        entries.map(({ name }) => name),
        entries.map(({ key }) => key),
        entries.map(({ name }) => codeOf(name)),
        entries.map(({ number, key }) => gramsOf(String(number), key).join(' ')),
      ],
    );
  }
  await client.query(
    `insert into phone_sound (instance_id, code, entries)
      select instance_id, code, count(*) from phone_name where instance_id = $1 and code <> '' group by instance_id, code`,
    [instanceId],
  );
}

/** The instance whose phone book it is, and how it is asked. */
export interface BookFixture {
  readonly base: string;
  /** Connection string of the database. */
  readonly url: string;
  readonly agent: Agent;
  readonly anna: TestClient;
  readonly instanceId: number;
  readonly names: number;
}

/** Whose a number is, a number by its last digits, names by their parts, and those that sound alike. */
export async function benchBook(fixture: BookFixture): Promise<Line[]> {
  const { base, url, agent, anna, instanceId, names } = fixture;
  const ask = (query: string, params: object, page: object = {}) =>
    send(agent, queryUrl(base, query, params, page), anna.headers());
  // Another number, name or page each time, so that no answer is taken from memory.
  let turn = 0;
  const numbers = Math.min(1000, Math.floor(names / STRIDE));
  const next = () => FIRST_NUMBER + ((turn += 1) % numbers) * STRIDE;

  const whoIs = await measure(() => ask('phoneCall.whoIs', { number: `+${next()}` }));
  const nobody = await measure(() => ask('phoneCall.whoIs', { number: `+4940${(turn += 1) + 1_000_000}` }));
  const standing = `p.instance_id = ${instanceId} and p.replaced_by is null`;
  const byNumber = await pgbench(
    url,
    `select p.name_id, p.name from phone_name p where ${standing}
      and p.number = (select ${FIRST_NUMBER} + (random() * ${numbers - 1})::int::bigint * ${STRIDE}) order by p.name_key, p.name_id limit 50`,
  );

  const suffixOf = (number: number) => String(number).slice(-6);
  const suffix = await measure(() => ask('phoneBook.items', { searchString: suffixOf(next()) }, { limit: '50' }));
  const wanted = suffixOf(next());
  const grams = readBookSearch(wanted)?.grams.map((gram) => `"${gram}"`) ?? [];
  const bySuffix = await pgbench(
    url,
    `select p.name_id, p.name, p.number_text from phone_name p where ${standing} and p.digits like '%${wanted}%'
      and p.name_id in (select f.name_id from phone_find f where f.instance_id = ${instanceId} and f.grams @> '{${grams.join()}}'::text[])
      order by p.name_key, p.name_id limit 50`,
  );

  const searched = await measure(() => {
    const [first = '', last = ''] = nameOf((turn += 1) * 31).split(' ');
    return ask('phoneBook.items', { searchString: `${first.slice(0, 3)} ${last}` }, { limit: '100' });
  });
  const many = await measure(() => {
    const term = `${ENDS[(turn += 1) % 4]}${' '.repeat(1 + (turn % 100))}`;
    return ask('phoneBook.items', { searchString: term }, { limit: '100' });
  });
  const alike = await measure(() => ask('phoneBook.similar', { page: 1 + ((turn += 1) % 50), limit: 20 }));

  const among = `among ${names.toLocaleString('en')} names`;
  const within = (name: string, ours: number, ms: number): Line => ({
    name,
    unit: 'ms',
    ours,
    against: `${ms} ms`,
    anchor: ms,
    aim: { most: 1 },
  });
  return [
    {
      name: `whose a number is, ${among}`,
      unit: 'ms',
      ours: whoIs.p50,
      against: 'a number that nobody has',
      anchor: nobody.p50,
      aim: { most: 2 },
    },
    {
      name: `whose a number is, ${among}`,
      unit: 'ms',
      ours: whoIs.p50,
      against: 'its SELECT, prepared',
      ...(byNumber && { anchor: byNumber.p50 }),
      aim: { most: 2 },
    },
    {
      name: `a number by its last six digits, ${among}`,
      unit: 'ms',
      ours: suffix.p50,
      against: 'its SELECT, prepared',
      ...(bySuffix && { anchor: bySuffix.p50 }),
      aim: { most: 2 },
    },
    within(`phone book: part of a first name and a last name, ${among}`, searched.p50, 100),
    within(`phone book: a part of one name in fifteen, ${among}`, many.p50, 100),
    within(`phone book: a page of those that sound alike, ${among}`, alike.p50, 50),
  ];
}
