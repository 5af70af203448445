import { expect, it } from 'vitest';
import { createTestDatabase, runSql } from './testing.ts';

it('gives every test a database of its own, with the schema and nothing in it', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await runSql(one.url, 'create table only_here (n int)');
    const tables = `select to_regclass('only_here') is not null as mine, to_regclass('activity') is not null as ours`;
    expect(await runSql(one.url, tables)).toEqual([{ mine: true, ours: true }]);
    expect(await runSql(other.url, tables)).toEqual([{ mine: false, ours: true }]);
    expect(await runSql(other.url, 'select from instance')).toEqual([]);
  } finally {
    await Promise.all([one.drop(), other.drop()]);
  }
  await expect(runSql(one.url, 'select 1')).rejects.toThrow(/does not exist/);
});
