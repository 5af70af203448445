import type { AuditEntry } from '@kontor/contract/account';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditNote } from '../../platform/operation/audit.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { startCliFixture, type CliFixture } from '../../testing/cli.ts';
import type { TestClient } from '../../testing/client.ts';
import { auditFile, verifyChain } from './index.ts';

let fixture: CliFixture;
let instance: Instance;
let anna: TestClient;
let benId: number;

const audit = (...notes: AuditNote[]) =>
  fixture.server.change(instance, async (ctx) => notes.forEach((it) => ctx.audit(it)));
const log = (params: object = {}) =>
  anna.query<{ entries: AuditEntry[]; hasMore: boolean }>('account.auditLog', params);
const subjects = async (params: object) => (await log(params)).entries.map(({ subject }) => subject);

/** A file, which the client does not take apart. */
const textOf = ({ body }: { readonly body: unknown }) => body as string;

beforeAll(async () => {
  fixture = await startCliFixture();
  instance = fixture.work;
  anna = await fixture.server.client(instance, 'anna');
  benId = await fixture.server.person(instance, 'ben');
  const by = { userId: benId, userName: 'ben', address: '192.0.2.7', device: 'Test 1' };
  await audit(
    {
      kind: 'person.changed',
      subject: '=HYPERLINK("http://boese.example")',
      details: { note: 'ein "Zitat"\n100 %' },
      by,
    },
    { kind: 'items.deleted', subject: '3', by },
    { kind: 'rights.changed', subject: 'carla' },
  );
});
afterAll(() => fixture?.close());

test('is read newest first, page by page, by day, person, kind and words', async () => {
  expect((await subjects({})).slice(0, 2)).toEqual(['carla', '3']);
  const first = await log({ most: 1 });
  expect(first.hasMore).toBe(true);
  const [{ entryId } = { entryId: 0 }] = first.entries;
  expect((await log({ most: 1, before: entryId })).entries[0]).toMatchObject({ entryId: entryId - 1, subject: '3' });
  expect(await subjects({ userId: benId, kinds: ['items.deleted'] })).toEqual(['3']);
  expect(await subjects({ search: 'HYPER zitat' })).toHaveLength(1);
  expect(await subjects({ search: '100 %' })).toHaveLength(1);
  expect(await subjects({ search: '1_0' })).toEqual([]);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date());
  expect((await subjects({ from: today, to: today })).length).toBeGreaterThan(2);
  expect(await subjects({ to: '2020-01-01' })).toEqual([]);
  expect(await subjects({ from: '2100-01-01' })).toEqual([]);
});

test('is for administrators, and a try of others stands in it', async () => {
  const ben = await fixture.server.client(instance, 'ben');
  for (const query of ['account.auditLog', 'account.auditState'])
    expect((await ben.tryQuery(query)).body.code).toBe('RIGHT_MISSING');
  expect((await ben.tryQuery('account.auditExport', { format: 'csv' })).body.code).toBe('RIGHT_MISSING');
  expect(await subjects({ kinds: ['access.refused'], userId: benId })).toContain('account.auditExport');
});

test('has the name that was refused where somebody bears it, and else none: it may be a password in the wrong field', async () => {
  const signIn = (username: string) =>
    anna.send('/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Instance': instance.name },
      body: JSON.stringify({ username, password: 'falsch falsch' }),
    });
  for (const name of ['ben', 'mein geheimes wort']) expect((await signIn(name)).status).toBe(404);
  const { entries } = await log({ kinds: ['session.refused'] });
  expect(entries.map(({ userName, subject }) => [userName, subject])).toEqual([
    ['', ''],
    ['ben', 'ben'],
  ]);
  expect(entries[0]?.details).toEqual({ by: 'password', reason: 'LOGIN_FAILED' });
});

test('leaves as CSV in which no cell is a formula, and as JSON lines whose hashes anybody can reckon', async () => {
  const csv = await anna.tryQuery('account.auditExport', { format: 'csv' });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toMatch(/filename="audit-werk-\d{4}-\d\d-\d\d\.csv"/);
  const text = textOf(csv);
  expect(text).toContain('"\'=HYPERLINK(""http://boese.example"")"');
  expect(text).toContain('"note: ein ""Zitat""\n100 %"');
  expect(text.split('\r\n')[0]).toContain('"entry","at","kind","userId"');

  const jsonl = await anna.tryQuery('account.auditExport', { format: 'jsonl' });
  const lines = textOf(jsonl)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { hash: string; details: Record<string, string> });
  let before = '';
  for (const { hash, details, ...rest } of lines) {
    const pairs = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const canonical = JSON.stringify([...Object.values(rest), pairs]);
    expect(createHash('sha256').update(`${before}\n${canonical}`).digest('hex')).toBe(hash);
    before = hash;
  }
  expect(lines.at(-1)).toMatchObject({ kind: 'data.exported', userName: 'anna', subject: 'audit' });
  const filtered = await anna.tryQuery('account.auditExport', { format: 'jsonl', kinds: ['items.deleted'] });
  expect(textOf(filtered).trimEnd().split('\n')).toHaveLength(1);
});

test('an export of many entries is made in pieces, so that it takes little memory', async () => {
  const many = Array.from({ length: 5000 }, (): AuditNote => ({
    kind: 'items.deleted',
    subject: '1',
    details: { operation: 'x'.repeat(1000) },
  }));
  for (let round = 0; round < 4; round += 1) await audit(...many);
  const response = await fetch(
    `${fixture.server.base}/query?query=account.auditExport&parameters=${encodeURIComponent('{"format":"jsonl"}')}`,
    { headers: anna.headers() },
  );
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(24_000_000);

  const all = { from: null, to: null, userId: null, kinds: [], search: '', timeZone: 'UTC' };
  let most = 0;
  for await (const piece of auditFile(
    fixture.server.platform.database.forInstance(instance.id),
    instance.id,
    all,
    'csv',
  ))
    most = Math.max(most, piece.length);
  expect(most).toBeLessThan(2_000_000);
});

test('the command line lists, exports and verifies, and what it does is written down', async () => {
  const entries = await fixture.json<AuditEntry[]>('audit list werk --kind items.deleted --person ben');
  expect(entries.map(({ subject }) => subject)).toEqual(['3']);
  const file = await fixture.kontor('audit export werk --format jsonl --kind rights.changed');
  expect(
    file.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ subject: 'carla' }]);
  expect(await fixture.json('audit verify werk')).toMatchObject({
    brokenAt: null,
    lastHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await fixture.addMailbox('werk', 'ben');
  await fixture.kontor('instance create zwei');
  const acts = await log({ most: 20 });
  expect(acts.entries.find(({ kind }) => kind === 'mailbox.changed')).toMatchObject({
    userId: null,
    subject: 'info@werk.example',
    device: 'kontor',
  });
  const [operator] = acts.entries.filter(({ kind }) => kind === 'data.exported');
  expect(operator?.userName).toBe((await import('node:os')).userInfo().username);
  expect(await fixture.json('audit list zwei')).toMatchObject([
    { kind: 'operator.acted', subject: 'kontor instance create', details: { arguments: 'zwei' } },
  ]);
  for (const [args, fault] of [
    ['audit list werk --from gestern', 'is not a day'],
    ['audit list werk --kind nix', 'There is no kind "nix"'],
    ['audit export werk --format pdf', 'must be csv or jsonl'],
    ['audit list werk --most 0', 'is not a number of entries'],
  ]) {
    const heard = await fixture.kontor(args ?? '');
    expect([heard.code, heard.err]).toEqual([1, expect.stringContaining(fault ?? '')]);
  }
});

/** What only somebody with the whole database in hand can do. */
async function tamper(statement: string): Promise<void> {
  const { owner } = fixture.server.platform.database;
  await sql.raw('alter table audit_entry disable trigger user').execute(owner);
  await sql.raw(statement.replace('$', String(instance.id))).execute(owner);
  await sql.raw('alter table audit_entry enable always trigger stands').execute(owner);
}

test('an entry that was altered, taken out or cut off is found by its number, even by who knows how hashes are made', async () => {
  const db = fixture.server.platform.database.forInstance(instance.id);
  const proof = await verifyChain(db, instance.id);
  expect(proof.brokenAt).toBeNull();
  await tamper(`delete from audit_entry where instance_id = $ and entry_id = ${proof.entries}`);
  expect((await verifyChain(db, instance.id)).brokenAt).toBe(proof.entries);
  await tamper(`delete from audit_entry where instance_id = $ and entry_id = 9000`);
  expect((await verifyChain(db, instance.id)).brokenAt).toBe(9000);
  await tamper(`update audit_entry set subject = '2' where instance_id = $ and entry_id = 700`);
  expect((await verifyChain(db, instance.id)).brokenAt).toBe(700);
  expect(await anna.query('account.auditState')).toMatchObject({ brokenAt: 700, entries: proof.entries });
  await tamper(`update audit_entry set at = at - interval '1 minute' where instance_id = $ and entry_id = 2`);
  expect((await verifyChain(db, instance.id)).brokenAt).toBe(2);
  const heard = await fixture.kontor('audit verify werk');
  expect([heard.code, heard.err]).toEqual([
    1,
    expect.stringContaining('Entry 2 is missing or is not what was written'),
  ]);
});
