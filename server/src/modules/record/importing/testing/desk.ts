import type { ImportSetup, RecordImport, RecordInstance, RecordModel, RowFault } from '@kontor/contract/record';
import { expect } from 'vitest';
import type { Instance } from '../../../../platform/operation/context.ts';
import type { TestClient } from '../../../../testing/client.ts';
import type { TestServer } from '../../../../testing/server.ts';
import { upload } from '../../../../testing/upload.ts';

export interface Preview {
  readonly setup: ImportSetup;
  readonly columns: readonly { readonly column: string; readonly name: string; readonly samples: readonly string[] }[];
  readonly rows: readonly (readonly string[])[];
  readonly isMore: boolean;
}
export type OneImport = RecordImport & {
  readonly faults: readonly { readonly row: number; readonly faults: readonly RowFault[] }[];
};

/** What a person does with imports, and what they see of it. */
export function importDesk(server: TestServer, instance: Instance, by: TestClient, kinds: readonly RecordInstance[]) {
  const kindId = (name: string): number => kinds.find((kind) => kind.Name === name)?.ID ?? 0;
  const readImport = (importId: number) => by.query<OneImport>('record.import', { importId });
  const until = async (importId: number, ...states: readonly string[]): Promise<OneImport> => {
    await expect.poll(async () => states.includes((await readImport(importId)).state)).toBe(true);
    return readImport(importId);
  };
  const begin = async (content: string | Uint8Array, name = 'Kunden.csv', kind = 'Kunden'): Promise<number> => {
    const { id } = await upload(by, content, name);
    const about = { attachmentId: id, idoInstanceId: kindId(kind) };
    return (await by.command<{ importId: number }>('record.beginImport', about)).importId;
  };
  const preview = (importId: number, said: object = {}) =>
    by.query<Preview>('record.importPreview', { importId, ...said });
  const dryRun = async (importId: number, more: Partial<ImportSetup> = {}): Promise<OneImport> => {
    const { encoding, delimiter, hasHeader } = more;
    const { setup } = await preview(importId, { encoding, delimiter, hasHeader });
    await by.command('record.importDryRun', { importId, setup: { ...setup, ...more } });
    return until(importId, 'checked', 'failed');
  };
  const run = async (importId: number): Promise<OneImport> => {
    await by.command('record.startImport', { importId });
    return until(importId, 'done', 'failed');
  };
  /** A file becomes records; what a dry run said of it comes true. */
  const bring = async (
    content: string | Uint8Array,
    more: Partial<ImportSetup> & { readonly name?: string; readonly kind?: string } = {},
  ): Promise<OneImport> => {
    const { name, kind, ...setup } = more;
    const importId = await begin(content, name, kind);
    const tried = await dryRun(importId, setup);
    expect(tried.why).toBeNull();
    const done = await run(importId);
    const counts = ({ made, changed, skipped, faulty, joined }: RecordImport) => ({
      made,
      changed,
      skipped,
      faulty,
      joined,
    });
    expect(counts(done)).toEqual(counts(tried));
    expect(done.faults).toEqual(tried.faults);
    return done;
  };
  const undo = async (importId: number): Promise<OneImport> => {
    await by.command('record.undoImport', { importId });
    return until(importId, 'undone', 'failed');
  };
  const bytes = async (query: string, params: object): Promise<string> => {
    const search = new URLSearchParams({ query, parameters: JSON.stringify(params) });
    const answer = await fetch(`${server.base}/query?${search.toString()}`, { headers: by.headers() });
    expect(answer.status).toBe(200);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  };
  /** The records of a kind as they stand: values and contact persons, by title. */
  const standing = async (kind = 'Kunden') => {
    const { owner } = server.platform.database;
    const rows = await owner
      .selectFrom('record')
      .select(['record_id', 'title', 'fields'])
      .where('instance_id', '=', instance.id)
      .where('kind_id', '=', kindId(kind))
      .where('deleted_at', 'is', null)
      .orderBy('title')
      .orderBy('record_id')
      .execute();
    const persons = await owner
      .selectFrom('record_person')
      .select(['record_id', 'fields'])
      .where('instance_id', '=', instance.id)
      .orderBy('place')
      .orderBy('person_id')
      .execute();
    return rows.map(({ record_id, title, fields }) => ({
      idoId: record_id,
      title,
      fields,
      persons: persons.filter((one) => one.record_id === record_id).map((one) => one.fields),
    }));
  };
  const model = async (idoId: number, kind = 'Kunden') =>
    (await by.query<RecordModel>('record.model', { idoId, idoInstanceId: kindId(kind) })).jsonModel;
  return { by, kindId, readImport, until, begin, preview, dryRun, run, bring, undo, bytes, standing, model };
}
export type ImportDesk = ReturnType<typeof importDesk>;
