import type pg from 'pg';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import { upload } from '../../server/src/testing/upload.ts';
import { PASSWORD, withDatabase } from './seed.ts';
import type { Line } from './table.ts';

/** Enough that no number of a record is met. */
const APART = 1_000_000_000;
/** What is made of a record, and goes with it. */
const MADE_OF = ['record_cell', 'record_address', 'record_phone', 'record_search'] as const;

/** Seconds that some work takes. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** What `rows` rows of a file take to become records, and to be taken back, beside the same rows by SQL. */
export async function benchRecordImport(
  kontor: KontorProcess,
  rows: number,
  say: (text: string) => void,
): Promise<Line[]> {
  const many = rows.toLocaleString('en');
  say(`An import of ${many} rows …`);
  const anna = await new TestClient(`http://127.0.0.1:${kontor.port}`, 'demo').signIn('anna', PASSWORD);
  const kinds = await anna.query<{ ID: number; Name: string }[]>('record.instances');
  const idoInstanceId = kinds.find(({ Name }) => Name === 'Kunden')?.ID ?? 0;
  const { id: attachmentId } = await upload(anna, fileOf(rows), 'bench.csv');
  const { importId } = await anna.command<{ importId: number }>('record.beginImport', { attachmentId, idoInstanceId });
  const until = async (...states: string[]): Promise<void> => {
    for (;;) {
      const { state, why } = await anna.query<{ state: string; why: string | null }>('record.import', { importId });
      if (states.includes(state)) return;
      if (state === 'failed') throw new Error(`The import failed: ${why}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const { setup } = await anna.query<{ setup: object }>('record.importPreview', { importId });
  await anna.command('record.importDryRun', { importId, setup });
  await until('checked');
  return withDatabase(kontor, async (client) => {
    const imported = await secondsOf(async () => {
      await anna.command('record.startImport', { importId });
      await until('done');
    });
    const { rows: made } = await client.query<{ record_id: number }>(
      "select record_id from record_import_row where import_id = $1 and outcome = 'made'",
      [importId],
    );
    if (made.length !== rows) throw new Error(`${made.length} records were made`);
    const ids = made.map(({ record_id }) => record_id);
    const inserted = await undone(client, () => insertLike(client, ids));
    const removed = await undone(client, () => removeAll(client, ids));
    const taken = await secondsOf(async () => {
      await anna.command('record.undoImport', { importId });
      await until('undone');
    });
    const line = (name: string, ours: number, anchor: number): Line => ({
      name,
      unit: 'a second',
      ours: rows / ours,
      against: 'the same rows by SQL',
      anchor: rows / anchor,
    });
    return [line(`rows of an import of ${many}`, imported, inserted), line('the same, taken back', taken, removed)];
  });
}

const fileOf = (rows: number): string => {
  const lines = Array.from(
    { length: rows },
    (_, n) => `Bench ${n} Werft;B${n};info@bench${n}.example;+49 431 ${1_000_000 + n};Kiel;Dockstraße ${n}`,
  );
  return ['Firma;Kundennummer;E-Mail;Telefon;Ort;Straße', ...lines].join('\n');
};

/** Seconds that statements take whose work nobody keeps. */
async function undone(client: pg.Client, work: () => Promise<unknown>): Promise<number> {
  await client.query('begin');
  try {
    return await secondsOf(work);
  } finally {
    await client.query('rollback');
  }
}

/** Inserts records like some others, with all that is made of these. */
async function insertLike(client: pg.Client, ids: readonly number[]): Promise<void> {
  for (const table of ['record', ...MADE_OF, 'record_change']) {
    const { rows } = await client.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1
        and is_generated = 'NEVER' and column_name <> 'change_id'`,
      [table],
    );
    const names = rows.map(({ column_name }) => column_name);
    const values = names.map((name) => (name === 'record_id' ? `record_id + ${APART}` : name));
    await client.query(
      `insert into ${table} (${names.join(', ')}) overriding system value
        select ${values.join(', ')} from ${table} where record_id = any($1::bigint[])`,
      [ids],
    );
  }
}

/** Says of records that they were deleted, and takes away what is made of them. */
async function removeAll(client: pg.Client, ids: readonly number[]): Promise<void> {
  await client.query(
    'update record set deleted_at = 1, changed_at = changed_at + 1 where record_id = any($1::bigint[])',
    [ids],
  );
  for (const table of MADE_OF) await client.query(`delete from ${table} where record_id = any($1::bigint[])`, [ids]);
  await client.query(
    `insert into record_change (instance_id, record_id, by_user, at, cause, differences)
      select instance_id, record_id, by_user, at, cause, differences from record_change where record_id = any($1::bigint[])`,
    [ids],
  );
}
