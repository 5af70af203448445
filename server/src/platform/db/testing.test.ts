import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from './testing.ts';

it('gives every test a database of its own', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(one.url).not.toBe(other.url);
  const client = new pg.Client({ connectionString: one.url });
  client.on('error', () => {});
  await client.connect();
  await client.query('create table only_here (n int)');
  await one.drop();
  await other.drop();
  await expect(createTestDatabase()).resolves.toHaveProperty('url');
});
