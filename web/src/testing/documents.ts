import type { EntryRow } from '@kontor/contract/activity';
import { documentQueries, type DocumentDetail } from '@kontor/contract/document';
import { formatAggregateId } from '@kontor/contract/kernel';
import { aRow } from './fake-lists.ts';
import type { FakeServer } from './fake-server.ts';

/** A document of this number, as lists have it. */
export const aDocument = (entryId: number, title: string): EntryRow => {
  const { entry } = documentQueries.details.example.result;
  return aRow(entryId, {
    moduleName: 'document',
    information: title,
    contact: 'Chris Okafor',
    channel: 'Vertrieb',
    extras: { ...entry.extras },
  });
};

/** These documents are in the list, and are opened as they are listed, with `part` of each other than the example. */
export function answerDocuments(
  server: FakeServer,
  rows: readonly EntryRow[],
  part: Partial<Omit<DocumentDetail, 'aggregateId' | 'entry'>> = {},
): void {
  const { items, details, preview } = documentQueries;
  server.list(items, rows);
  server.answer(details, ({ aggregateId }) => {
    const row = rows.find(({ entryId }) => entryId === aggregateId.entryId);
    if (row === undefined)
      return Response.json({ type: 'about:blank', title: 'no', status: 404, code: 'NOT_FOUND' }, { status: 404 });
    return {
      ...details.example.result,
      title: row.information,
      ...part,
      aggregateId: formatAggregateId(aggregateId),
      entry: { ...row, userList: [[1, row.status]] as [number, 1 | 2 | 3][] },
    };
  });
  server.answer(
    preview,
    () => new Response('Der Schlüssel wurde geeicht.', { headers: { 'Content-Type': 'text/plain' } }),
  );
}
