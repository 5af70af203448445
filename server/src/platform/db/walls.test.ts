import { randomBytes } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillTables, tablesOfInstances } from '../../testing/fill-tables.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addPerson, createInstance } from '../../modules/account/index.ts';
import { testLog } from '../../testing/logged.ts';
import type { Instance } from '../operation/context.ts';
import { openDatabase, type Db } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { runSql } from './testing.ts';

/** Tables without a wall that binds everybody, and why. The role that answers requests may do with them what is said here, and no more. */
const UNWALLED: Readonly<Record<string, { readonly why: string; readonly may: readonly string[] }>> = {
  instance: {
    why: 'read by the owner to tell instances apart; its own row alone is there for a request',
    may: ['SELECT'],
  },
  event_outbox: { why: 'read by the owner, who relays the events of all instances', may: ['INSERT'] },
  activity_search: { why: 'under a wall the index is not used; three functions compare the instance', may: [] },
  activity_part: { why: 'as activity_search; its functions compare the instance', may: [] },
  record_search: { why: 'under a wall the index is not used; seven functions compare the instance', may: [] },
  phone_find: { why: 'under a wall the index is not used; its functions compare the instance', may: [] },
  mail_address: {
    why: 'an address belongs to one instance of the whole server; two functions compare the instance',
    may: [],
  },
  mail_watch: { why: 'server processes share the mailboxes of all instances out by it', may: [] },
  broker_vhost: { why: 'the process that leads takes away by it what removed instances leave', may: [] },
  broker_cursor: { why: 'the process that leads tells the broker of all instances by it', may: [] },
  operation_state: { why: 'of no instance: how the last backup went', may: [] },
  server_process: { why: 'of no instance', may: [] },
  lease: { why: 'of no instance', may: [] },
  used_ticket: { why: 'of no instance: only random ids', may: [] },
};

/** Keys that do not begin with the instance, and why. */
const KEYS_OF_ALL: Readonly<Record<string, string>> = {
  instance_name_key: 'a name stands for one instance of the whole server',
  mail_address_pkey: 'whose address it is, is what is asked',
  phone_line_path: 'the address that a telephone system posts to is its instance, too; the hash of what is random',
  operation_state_pkey: 'the server has one last backup',
  server_process_pkey: 'processes serve all instances',
  lease_pkey: 'what one process alone does, it does for all instances',
  used_ticket_pkey: 'random, and good for a minute',
};

const PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];

let server: TestServer;
let owner: Db;
let db: Db;
let own: Instance;
let other: Instance;

beforeAll(async () => {
  server = await startTestServer();
  owner = server.platform.database.owner;
  own = await server.instance('eigen');
  other = await server.instance('fremd');
  await fillTables(owner, own.id, 'eigen');
  await fillTables(owner, other.id, 'fremd');
  db = server.platform.database.forInstance(own.id);
});
afterAll(() => server?.close());

const walledTables = async () => (await tablesOfInstances(owner)).filter((name) => !(name in UNWALLED));

const rowsOf = async <T>(query: RawBuilder<T>, on = owner): Promise<readonly T[]> => (await query.execute(on)).rows;

/** Does something as the role that answers requests, and takes it back. Returns the rows, or the code of the refusal. */
async function attempt<T>(query: RawBuilder<T>): Promise<readonly T[] | string> {
  const takenBack = new Error('taken back');
  let rows: readonly T[] = [];
  try {
    await db.transaction().execute(async (inner) => {
      ({ rows } = await query.execute(inner));
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) return String((error as { code?: string }).code);
  }
  return rows;
}

describe('the schema', () => {
  test('has a wall that binds the owner too around every table of instances, or a reason', async () => {
    const tables = await rowsOf(sql<{ name: string; enabled: boolean; forced: boolean; policies: string[] }>`
      select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
        array(select pg_get_expr(p.polqual, p.polrelid) from pg_policy p where p.polrelid = c.oid) as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migration'`);
    const walled = tables.filter(({ name }) => !(name in UNWALLED));
    expect(walled.length).toBeGreaterThan(25);
    for (const { name, enabled, forced, policies } of walled) {
      const expected = '(instance_id = ( SELECT app_instance() AS app_instance))';
      expect([name, enabled, forced, policies]).toEqual([name, true, true, [expected]]);
    }
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(UNWALLED)));
  });

  test('lets the role that answers requests do with other tables what is listed', async () => {
    for (const [name, { may }] of Object.entries(UNWALLED)) {
      const held = await rowsOf(sql<{ privilege: string }>`
        select p as privilege from unnest(${PRIVILEGES}::text[]) p where has_table_privilege('kontor_app', ${name}, p)`);
      expect([name, held.map(({ privilege }) => privilege)]).toEqual([name, [...may]]);
    }
    const strange = await rowsOf(sql`select from pg_tables
      where schemaname not in ('public', 'pg_catalog', 'information_schema')
        and has_schema_privilege('kontor_app', schemaname, 'USAGE')`);
    expect(strange).toEqual([]);
  });

  test('has no key that could tell of another instance, but for those that must', async () => {
    const keys = await rowsOf(sql<{ name: string; first: string }>`
      select i.relname as name, a.attname as first from pg_index x join pg_class i on i.oid = x.indexrelid
      join pg_class t on t.oid = x.indrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
      where x.indisunique and t.relnamespace = 'public'::regnamespace and t.relname <> 'migration'`);
    expect(keys.length).toBeGreaterThan(30);
    const strange = keys.filter(({ first }) => first !== 'instance_id').map(({ name }) => name);
    expect(strange.toSorted()).toEqual(Object.keys(KEYS_OF_ALL).toSorted());
  });

  test('has references that cannot lead into another instance', async () => {
    const references = await rowsOf(sql<{ name: string; columns: string[] }>`
      select k.conname as name, array(select a.attname::text from unnest(k.conkey) n join pg_attribute a
        on a.attrelid = k.conrelid and a.attnum = n) as columns
      from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`);
    expect(references.length).toBeGreaterThan(20);
    const strange = references.filter(({ columns }) => !columns.includes('instance_id'));
    // Processes serve all instances.
    expect(strange.map(({ name }) => name).toSorted()).toEqual(['lease_process_id_fkey', 'mail_watch_process_id_fkey']);
  });

  test('has functions that work as their owner only with a fixed path, with the instance compared, and not for everybody', async () => {
    const functions = await rowsOf(sql<{
      name: string;
      settings: string[] | null;
      source: string;
      forAll: boolean;
      isTrigger: boolean;
    }>`
      select p.proname as name, p.proconfig as settings, p.prosrc as source, p.prorettype = 'trigger'::regtype as "isTrigger",
        exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
          where a.grantee = 0 and a.privilege_type = 'EXECUTE') as "forAll"
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`);
    expect(functions.length).toBeGreaterThan(5);
    for (const { name, settings, source, forAll, isTrigger } of functions) {
      expect([name, settings?.some((setting) => /^search_path=.*pg_temp$/.test(setting))]).toEqual([name, true]);
      // A trigger is handed rows that have passed the wall already.
      if (!isTrigger) expect([name, source.includes('app_instance()')]).toEqual([name, true]);
      expect([name, forAll]).toEqual([name, false]);
    }
  });

  test('is nothing that the role which answers requests owns or could get around', async () => {
    const roles =
      await rowsOf(sql`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication
      from pg_roles where rolname = 'kontor_app'`);
    expect(Object.values(roles[0] ?? { none: true })).toEqual([false, false, false, false, false, false]);
    const owned = await rowsOf(sql`select classid::regclass::text, objid from pg_shdepend
      where refobjid = 'kontor_app'::regrole and deptype = 'o'`);
    expect(owned).toEqual([]);
    const memberships = await rowsOf(sql`select from pg_auth_members where member = 'kontor_app'::regrole`);
    expect(memberships).toEqual([]);
    expect(await attempt(sql`create table x (y int)`)).toBe('42501');
    expect(await attempt(sql`alter table activity disable row level security`)).toBe('42501');
    expect(await attempt(sql`set row_security = off; select * from app_user`)).toBe('42501');
  });
});

describe('where the owner may create no roles', () => {
  test('the walls bind the owner itself', async () => {
    const { url, close } = await plainOwner(server.url);
    const log = testLog();
    await migrateDatabase(url);
    const database = await openDatabase({ url, poolSize: 2, log });
    try {
      const [role] = await rowsOf(sql<{ name: string }>`select current_user as name`, database.forInstance(1));
      expect(role?.name).toMatch(/^plain_/);
      const insert = (name: string) => createInstance(database.owner, { name, title: name });
      const [a, b] = [await insert('a'), await insert('b')];
      for (const id of [a, b]) await addPerson(database.forInstance(id), id, { userName: 'anna', password: null });
      const seen = await rowsOf(sql<{ id: number }>`select instance_id as id from app_user`, database.forInstance(a));
      expect(seen).toEqual([{ id: a }]);
      const strange = sql`update app_user set first_name = 'x' where instance_id = ${b}`;
      expect((await strange.execute(database.forInstance(a))).numAffectedRows).toBe(0n);
      await expect(
        sql`insert into box (instance_id, module, name) values (${b}, 1, 'x')`.execute(database.forInstance(a)),
      ).rejects.toThrow(/row-level security/);
      expect(await rowsOf(sql`select from app_user`, database.owner)).toEqual([]);

      // What is written apart stays, within the walls of its instance, and leaves the connection bound to none.
      const takenBack = database.forInstance(a).transaction();
      const undone = takenBack.execute(async () => {
        const rows = await database.apart(a, (beside) =>
          rowsOf(sql<{ id: number }>`update app_user set first_name = 'beside' returning instance_id as id`, beside),
        );
        expect(rows).toEqual([{ id: a }]);
        throw new Error('taken back');
      });
      await expect(undone).rejects.toThrow('taken back');
      const named = sql`select from app_user where first_name = 'beside'`;
      expect(await rowsOf(named, database.forInstance(a))).toHaveLength(1);
      expect(await rowsOf(named, database.forInstance(b))).toEqual([]);
      expect(await rowsOf(sql`select from app_user`, database.owner)).toEqual([]);
    } finally {
      await database.close();
      await close();
    }
  });
});

/** A database whose owner is neither superuser nor a member of the role that answers requests. */
async function plainOwner(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const name = `plain_${randomBytes(6).toString('hex')}`;
  await runSql(url, `create role ${name} login password 'plain'`);
  await runSql(url, `create database ${name} owner ${name} template template0`);
  const own = new URL(url);
  Object.assign(own, { pathname: `/${name}`, username: name, password: 'plain' });
  return {
    url: own.href,
    close: async () => {
      await runSql(url, `drop database ${name} with (force)`);
      await runSql(url, `drop owned by ${name}; drop role ${name}`);
    },
  };
}

describe('without any filter of ours, a request for one instance', () => {
  test('reads no row of another one', async () => {
    for (const name of await walledTables()) {
      const rows = await rowsOf(sql<{ instance_id: number }>`select instance_id from ${sql.table(name)}`, db);
      expect([name, new Set(rows.map((row) => row.instance_id))]).toEqual([name, new Set([own.id])]);
    }
    const instances = await rowsOf(sql<{ name: string }>`select name from instance`, db);
    expect(instances.map(({ name }) => name)).toEqual(['eigen']);
  });

  test('changes and deletes no row of another one', async () => {
    for (const name of await walledTables()) {
      const table = sql.table(name);
      const changed = await attempt(
        sql<{ instance_id: number }>`update ${table} set instance_id = instance_id returning instance_id`,
      );
      const deleted = await attempt(sql<{ instance_id: number }>`delete from ${table} returning instance_id`);
      for (const rows of [changed, deleted]) {
        if (typeof rows === 'string')
          expect([name, ['42501', '23503']]).toEqual([name, expect.arrayContaining([rows])]);
        else expect([name, rows.filter((row) => row.instance_id !== own.id)]).toEqual([name, []]);
      }
    }
  });

  test('puts no row into another one, and gives it none of its own', async () => {
    for (const name of await walledTables()) {
      // Qualified, for there is a type of PostgreSQL's named like one of ours.
      const table = sql.table(`public.${name}`);
      const [row] = await rowsOf(
        sql<Record<string, unknown>>`select row_to_json(t) as row from ${table} t where instance_id = ${other.id}`,
      );
      const text = JSON.stringify(row?.['row']);
      const put = sql`insert into ${table} overriding system value select * from json_populate_record(null::${table}, ${text}::json)`;
      expect([name, await attempt(put)]).toEqual([name, '42501']);
      expect([name, await attempt(sql`update ${table} set instance_id = ${other.id}`)]).toEqual([name, '42501']);
    }
    expect(
      await attempt(sql`insert into event_outbox (instance_id, topic, body) values (${other.id}, 'user.1', '{}')`),
    ).toBe('42501');
    expect(await attempt(sql`select add_job('x', ${JSON.stringify({ instanceId: other.id })}::json)`)).toBe('42501');
    expect(await attempt(sql`select set_own_instance('x', '{}')`)).toEqual([{ set_own_instance: null }]);
  });

  test('sees nothing at all where no instance is set', async () => {
    const none = server.platform.database.forInstance(0);
    for (const name of await walledTables())
      expect([name, await rowsOf(sql`select from ${sql.table(name)}`, none)]).toEqual([name, []]);
  });

  test('reaches what stands outside of the walls by no statement', async () => {
    const statements = [
      sql`select body from event_outbox`,
      sql`delete from event_outbox`,
      sql`update instance set title = 'x'`,
      sql`delete from instance`,
      sql`select * from activity_search`,
      sql`select * from mail_address`,
      sql`select * from migration where name = pg_read_file('/etc/passwd')`,
      sql`select * from graphile_worker._private_jobs`,
      sql`update audit_entry set subject = ''`,
    ];
    for (const statement of statements) expect(await attempt(statement)).toBe('42501');
  });
});
