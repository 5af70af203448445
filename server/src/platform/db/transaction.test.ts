import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogContext, withLogContext } from '../log/log-context.ts';
import type { Instance } from '../operation/context.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { countWaits } from '../../testing/waits.ts';
import type { Db } from './database.ts';
import { hasBegun, staysWhile } from './instance-lock.ts';
import { inTransaction, sent, type PipelinedClient } from './transaction.ts';

let server: TestServer;
let instance: Instance;

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
  instance = await server.instance('zusammen');
});
afterAll(() => server?.close());

/** Notes something that a transaction leaves behind. */
const note = (db: Db, word: string): Promise<unknown> =>
  sql`insert into command_log (instance_id, user_id, process_id, command, request_hash, state)
    values (${instance.id}, 1, ${randomUUID()}, ${word}, '', 'done')`.execute(db);

const notedOf = async (word: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from command_log where instance_id = ${instance.id} and command = ${word}`.execute(
    server.platform.database.owner,
  );
  return rows[0]?.n ?? 0;
};

const transaction = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  server.platform.database.transaction(instance.id, work);

const divideByNothing = (db: Db): Promise<unknown> => sql`select 1 / 0`.execute(db);
const DIVISION_BY_ZERO = { code: '22012' };

test('what is sent without waiting is one way to the database, with the beginning and the end', async () => {
  const counter = await countWaits();
  try {
    await withLogContext(createLogContext('1', 'together'), () =>
      transaction(async (db) => {
        const [one, two] = await Promise.all([sql`select 1 as n`.execute(db), sql`select 2 as n`.execute(db)]);
        expect([one.rows, two.rows]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
        sent(note(db, 'together'));
      }),
    );
    const { ways, flushes } = counter.of('together');
    expect(ways).toEqual([
      ['begin', 'select 1 as n', 'select 2 as n'],
      [expect.stringContaining('insert into command_log'), 'commit'],
    ]);
    expect(flushes).toEqual(['commit']);
    expect(await notedOf('together')).toBe(1);
  } finally {
    await counter.close();
  }
});

test('nothing stays where a statement has failed that nobody waited for: the end of the transaction says so', async () => {
  const work = transaction(async (db) => {
    sent(note(db, 'unseen'));
    sent(divideByNothing(db));
    sent(note(db, 'unseen'));
  });
  await expect(work).rejects.toMatchObject(DIVISION_BY_ZERO);
  expect(await notedOf('unseen')).toBe(0);
});

test('an end that PostgreSQL calls ROLLBACK is none, whatever else was heard', async () => {
  const statements: string[] = [];
  let isDiscarded: boolean | undefined;
  const ending: PipelinedClient = {
    query: async (text) => {
      statements.push(text);
      return { command: text === 'commit' ? 'ROLLBACK' : text.toUpperCase() };
    },
    release: (discard) => void (isDiscarded = discard),
  };
  await expect(inTransaction(ending, async () => 'done')).rejects.toThrow('ended by ROLLBACK');
  expect([statements, isDiscarded]).toEqual([['begin', 'commit', 'rollback'], false]);
});

test('nothing stays where work takes no notice of a failure', async () => {
  const work = transaction(async (db) => {
    await note(db, 'ignored');
    await divideByNothing(db).catch(() => {});
    return 'done';
  });
  await expect(work).rejects.toMatchObject(DIVISION_BY_ZERO);
  expect(await notedOf('ignored')).toBe(0);
});

test('each statement behind one that failed fails with what was first', async () => {
  const work = transaction(async (db) => {
    const answers = await Promise.allSettled([divideByNothing(db), note(db, 'behind'), divideByNothing(db)]);
    expect(answers).toEqual(
      answers.map(() => ({ status: 'rejected', reason: expect.objectContaining(DIVISION_BY_ZERO) })),
    );
    throw new Error('as work says');
  });
  await expect(work).rejects.toThrow('as work says');
  expect(await notedOf('behind')).toBe(0);
});

test('a statement that comes when all is over is refused, and stands for nothing', async () => {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  const failing = transaction(async (db) => {
    late = over.then(() => note(db, 'late'));
    late.catch(() => {});
    await note(db, 'late');
    throw new Error('as work says');
  });
  await expect(failing).rejects.toThrow('as work says');
  resolve();
  await expect(late).rejects.toThrow('after its transaction');
  expect(await notedOf('late')).toBe(0);
});

test('where a transaction does not begin, nothing of it is done that asks for that', async () => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    let isDiscarded: boolean | undefined;
    const failing: PipelinedClient = {
      query: (text, values) => client.query(text === 'begin' ? 'begin nonsense' : text, [...(values ?? [])]),
      release: (discard) => void (isDiscarded = discard),
    };
    const work = inTransaction(failing, async (db) => {
      sent(staysWhile(db, instance.id));
      await sql`insert into command_log (instance_id, user_id, process_id, command, request_hash, state)
        select ${instance.id}::int, 1, ${randomUUID()}::uuid, 'unbegun', '', 'done' where ${hasBegun}`.execute(db);
      throw new Error('this is not reached');
    });
    await expect(work).rejects.toMatchObject({ code: '42601' });
    expect(isDiscarded).toBe(false);
    expect(await notedOf('unbegun')).toBe(0);
  } finally {
    await client.end();
  }
});

test('a connection that dies is not used again', async () => {
  const work = transaction((db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
  await expect(work).rejects.toThrow();
  await transaction((db) => note(db, 'after'));
  expect(await notedOf('after')).toBe(1);
});
