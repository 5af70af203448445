import { ALL_QUERIES } from '@kontor/contract/all';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { TestClient } from '../../../testing/client.ts';

/** What is looked for in answers, and who may be named as a partner of a thread. */
interface Canaries {
  readonly words: readonly string[];
  readonly userIds: readonly number[];
}

/** All that somebody is answered who asks every query about an item, with every partner, and searches for every word. */
export async function answersTo(
  by: TestClient,
  aggregateId: string,
  { words, userIds }: Canaries,
): Promise<ReadonlyMap<string, string>> {
  /** The same question about each of the words. */
  const searching = (about: object): object[] => words.map((searchTerm) => ({ ...about, searchTerm }));
  const answers = new Map<string, string>();
  const partners = [null, ...userIds];
  for (const { name, example } of ALL_QUERIES.values()) {
    const given = example.params as Record<string, unknown>;
    const about = {
      ...given,
      ...('aggregateId' in given ? { aggregateId } : {}),
      ...('aggregateIds' in given ? { aggregateIds: [aggregateId] } : {}),
    };
    const variants: object[] = 'no' in given ? [0, 1].map((no) => ({ ...about, no })) : [about];
    if ('communicationPartnerUserId' in given)
      variants.push(
        ...variants.flatMap((one) => partners.map((partner) => ({ ...one, communicationPartnerUserId: partner }))),
      );
    if (name.endsWith('.items')) variants.push(...searching({ ...about, view: 'all' }));
    else if ('searchTerm' in given) variants.push(...variants.flatMap(searching));
    for (const params of variants) {
      const { body } = await by.tryQuery(name, params);
      answers.set(`${name} ${JSON.stringify(params)}`, JSON.stringify(body));
    }
  }
  return answers;
}

/** Which words somebody hears in all that they are answered, where the question itself does not have them. */
export const heardIn = (answers: ReadonlyMap<string, string>, words: readonly string[]): string[] =>
  words.filter((word) =>
    [...answers].some(([, answer]) => answer.replaceAll(/"searchTerm":"[^"]*"/g, '').includes(word)),
  );

/** The tables in which a text stands anywhere, those of jobs among them. */
export async function tablesWith(owner: Db, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(owner);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ has: boolean }>`
      select exists (select from ${sql.raw(name)} t where t::text like ${`%${text}%`}) as has`.execute(owner);
    if (rows[0]?.has === true) found.push(name);
  }
  return found;
}
