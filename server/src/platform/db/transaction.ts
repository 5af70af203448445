import {
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  Transaction,
  type DatabaseConnection,
  type Kysely,
} from 'kysely';
import type { Tables } from './tables.ts';

/** What a connection answers to a statement, as the driver says it. */
interface Answered {
  readonly command?: string;
  readonly rowCount?: number | null;
  readonly rows?: readonly unknown[];
}

/** A connection that sends each statement at once, whatever is still to be answered; the answers come in the order of the statements. */
export interface PipelinedClient {
  query(text: string, values?: readonly unknown[]): Promise<Answered>;
  /** Gives the connection back; `discard` where nobody knows what state it is in. */
  release(discard?: boolean): void;
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction has its connection')) });
const driver = new DummyDriver();
const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();

/** A handle on one connection that makes no statement wait for the one before. */
function handleOn(send: PipelinedClient['query']): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }) {
      const { command = '', rowCount, rows = [] } = await send(sql, parameters);
      return {
        rows: rows as R[],
        ...(CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
      };
    },
    streamQuery() {
      throw new Error('Rows are not streamed out of a transaction');
    },
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(connection) });
  return new Transaction<Tables>({ config: { dialect }, driver, dialect, executor });
}

/** Keeps Node from taking a failure for one that nobody has looked at. */
const looked = <T>(promise: Promise<T>): Promise<T> => {
  promise.catch(() => {});
  return promise;
};

/**
 * Runs work in a transaction of a connection, which is given back. What work sends without waiting in between is one way to the database and back:
 * BEGIN goes with its first statements, COMMIT with the last ones that it did not wait for. Where a statement fails, so do all behind it, each with the
 * first failure: the transaction is taken back, whether work has seen that or not. A statement that is sent when the transaction is over is refused.
 */
export async function inTransaction<T>(client: PipelinedClient, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const failures: unknown[] = [];
  let isOver = false;
  const noted = async (answer: Promise<Answered>): Promise<Answered> => {
    try {
      return await answer;
    } catch (error) {
      failures.push(error);
      throw failures[0];
    }
  };
  const begun = looked(noted(client.query('begin')));
  const send = async (text: string, values?: readonly unknown[]): Promise<Answered> => {
    if (isOver) throw new Error('A statement was sent after its transaction');
    const answer = looked(noted(client.query(text, values)));
    // Where it did not begin, the statement stood for itself.
    await begun;
    return answer;
  };
  const commit = async (): Promise<void> => {
    if (failures.length > 0) throw failures[0];
    isOver = true;
    const { command } = await client.query('commit');
    // PostgreSQL ends a transaction in which a statement has failed by another word, and says nothing else of it.
    if (command !== 'COMMIT') failures.push(new Error(`A transaction was ended by ${command}`));
    if (failures.length > 0) throw failures[0];
  };
  let mayBeKept = true;
  try {
    const result = await work(handleOn(send));
    await commit();
    return result;
  } catch (error) {
    isOver = true;
    // Waited for, so that all that was sent before has been answered when others have the connection.
    mayBeKept = await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!mayBeKept);
  }
}

/**
 * Sends a statement of a transaction whose answer nobody waits for: where it fails, so does the transaction. For what is the last to be done, and
 * for what the next statement waits for in the database anyway.
 */
export const sent = (statement: Promise<unknown>): void => void looked(statement);
