import { RIGHTS } from '@kontor/contract/account';
import type { ListEntry } from '@kontor/contract/activity';
import type { DocumentDetail } from '@kontor/contract/document';
import { parseAggregateId } from '@kontor/contract/kernel';
import { expect } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer } from '../../../testing/server.ts';

export const NO = '403 RIGHT_MISSING';
export const GONE = '404 NOT_FOUND';
export const PDF = Buffer.from('%PDF-1.7\nRahmenvertrag');

/** The number of an item, whoever names it and wherever it lies. */
export const numberOf = (aggregateId: string): number => parseAggregateId(aggregateId)?.entryId ?? 0;

/** Status and code of an answer; a plain 200 where it succeeded. */
export async function codeOf(answer: Promise<{ status: number; body: { code: string } }>): Promise<string> {
  const { status, body } = await answer;
  return status === 200 ? '200' : `${status} ${body.code}`;
}

/** A file as a command has it in itself. */
export const inline = (bytes: string | Buffer, fileName = 'Rahmenvertrag.pdf') => ({
  fileName,
  size: Buffer.byteLength(bytes),
  type: 'application/pdf',
  data: Buffer.from(bytes).toString('base64'),
});

export const details = (by: TestClient, aggregateId: string) =>
  by.query<DocumentDetail>('document.details', { aggregateId });
export const see = (by: TestClient, aggregateId: string) => codeOf(by.tryQuery('document.details', { aggregateId }));
export const content = (by: TestClient, aggregateId: string, version?: number) =>
  by.tryQuery<string>('document.content', { aggregateId, ...(version === undefined ? {} : { version }) });
export const list = (by: TestClient, params: object = {}) =>
  by.query<ListEntry[]>('document.items', { view: 'all', ...params });

/** Saves an edit of a document, from how it stands or from how it stood. */
export async function edit(by: TestClient, aggregateId: string, changes: object = {}, from?: DocumentDetail) {
  const { title, filename, buzzwords, categories, postboxId, aggregateVersion } =
    from ?? (await details(by, aggregateId));
  return by.tryCommand<{ aggregateVersion: number }>('document.process', {
    aggregateId,
    title,
    filename,
    buzzwords,
    categories: categories.map(({ idoInstanceId }) => idoInstanceId),
    postboxId,
    aggregateVersion,
    ...changes,
  });
}

/**
 * Anna administrates; Ben, Carla, Dora, who files none, and Emil, who sees none, are her colleagues; `there` is somebody of another
 * instance. A box is of Anna, Ben and Dora.
 */
export async function openDocuments() {
  const server = await startTestServer();
  const instance = await server.instance('werft');
  const other = await server.instance('fremd');
  const without = (right: string) => RIGHTS.filter((one) => one !== right);
  const ids: Record<string, number> = {};
  const join = async (name: string, more: object = {}): Promise<TestClient> => {
    ids[name] = await server.person(instance, name, more);
    return server.client(instance, name);
  };
  const anna = await join('anna', { isAdministrator: true });
  const saveBox = async (name: string, members: readonly string[], boxId: number | null = null): Promise<number> => {
    const memberIds = members.map((one) => ids[one] ?? 0);
    return (await anna.command<{ boxId: number }>('document.saveBox', { boxId, name, memberIds })).boxId;
  };
  const [ben, carla] = [await join('ben'), await join('carla')];
  const dora = await join('dora', { rights: without('createDocument') });
  const emil = await join('emil', { rights: without('documentList') });
  await server.person(other, 'anna', { isAdministrator: true });
  const there = await server.client(other, 'anna');
  const contracts = await saveBox('Verträge', ['anna', 'ben', 'dora']);
  const tryFile = (by: TestClient, more: object = {}, bytes: string | Buffer = PDF) =>
    by.tryCommand<{ aggregateId: string }>('document.create', { ...inline(bytes), box: contracts, ...more });
  return {
    server,
    instance,
    ids,
    anna,
    ben,
    carla,
    dora,
    emil,
    there,
    contracts,
    saveBox,
    tryFile,
    async file(by: TestClient, more: object = {}, bytes: string | Buffer = PDF): Promise<string> {
      const { status, body } = await tryFile(by, more, bytes);
      expect([status, body.code]).toEqual([200, undefined]);
      return body.data.aggregateId;
    },
    /** The same item as somebody else names it. */
    as(name: string, aggregateId: string): string {
      const { moduleName, entryId, ...rest } = JSON.parse(aggregateId) as Record<string, unknown>;
      return JSON.stringify({ moduleName, entryId, ...rest, userId: ids[name] });
    },
  };
}
