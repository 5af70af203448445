import type { RecordInstance } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { importDesk } from './testing/desk.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

test('fields that are not for everybody are neither guessed, nor filled, nor taken out; what is done stands in the change log', async () => {
  const instance = await server.instance('rechte');
  await server.person(instance, 'anna');
  const anna = await server.client(instance, 'anna');
  const desk = importDesk(server, instance, anna, await anna.query<RecordInstance[]>('record.instances'));
  const { kindId, bring, undo, standing, begin, preview, bytes } = desk;
  const content = 'Name;Ort;Notizen\nWerft;Kiel;geheim\n';
  const done = await bring(content, { keys: [] });
  const [werft] = await standing();
  const log = async () =>
    anna.query<{ cause: string }[]>('record.changes', {
      idoId: werft?.idoId,
      idoInstanceId: kindId('Kunden'),
    });
  expect((await log()).map(({ cause }) => cause)).toEqual(['import']);
  const { owner } = server.platform.database;
  await sql`update record_kind set fields = replace(fields::text, '"key": "notes"',
      '"rights": {"others": "none", "groups": []}, "key": "notes"')::jsonb
      where instance_id = ${instance.id} and kind_id = ${kindId('Kunden')}`.execute(owner);
  const importId = await begin(content);
  const { setup } = await preview(importId);
  expect(setup.targets).toEqual({ c0: 'name', c1: 'city' });
  const { body } = await anna.tryCommand('record.importDryRun', {
    importId,
    setup: { ...setup, targets: { c0: 'name', c2: 'notes' }, keys: [] },
  });
  expect(body).toMatchObject({ data: { faults: [{ target: 'notes', why: 'unknown' }] } });
  for (const format of ['csv', 'vcf']) {
    const taken = await bytes('record.export', { idoInstanceId: kindId('Kunden'), format });
    expect([taken.includes('Kiel'), taken.includes('geheim')]).toEqual([true, false]);
  }
  expect(await undo(done.importId)).toMatchObject({ taken: 1, left: 0 });
});
