import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const compiled = (limit: number, skip?: number): [string, readonly unknown[]] => {
  const { sql: text, parameters } = sql`limit ${atMost(limit, skip)}`.compile(db);
  return [text, parameters];
};

test.each([
  [1, undefined, 'limit 1', []],
  [100, 0, 'limit 100', []],
  [10_001, undefined, 'limit 10001', []],
  [37, undefined, 'limit $1', [37]],
  [137, undefined, 'limit $1', [137]],
  [100, 300, 'limit 100 offset $1', [300]],
  [37, 74, 'limit $1 offset $2', [37, 74]],
])('at most %s behind %s is %s', (limit, skip, text, parameters) =>
  expect(compiled(limit, skip)).toEqual([text, parameters]),
);

test('what clients may ask for makes few texts', () => {
  const texts = new Set(Array.from({ length: 1000 }, (_, n) => compiled(n + 1)[0]));
  expect(texts.size).toBeLessThan(80);
});

test.each([[-1], [1.5], [Number.NaN], [Number.POSITIVE_INFINITY]])('%s is no number of rows', (rows) => {
  expect(() => atMost(rows)).toThrow(RangeError);
  expect(() => atMost(1, rows)).toThrow(RangeError);
});

test('no statement binds its limit by itself', () => {
  const folder = join(import.meta.dirname, '..', '..');
  const faults = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) =>
      /\blimit \$\{(?!atMost\()|\.limit\((?!atMost\(|1\))/.test(readFileSync(join(folder, path), 'utf8')),
    );
  expect(faults).toEqual([]);
});
