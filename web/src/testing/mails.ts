import { activityQueries, type EntryRow } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { mailQueries, threadQueries } from '@kontor/contract/mail';
import { aRow } from './fake-lists.ts';
import type { FakeServer } from './fake-server.ts';

/** So many mails, the newest first; each is called `Angebot` and its number. */
export const mails = (count: number): readonly EntryRow[] =>
  Array.from({ length: count }, (_, index) => aRow(count - index));

const idOf = ({ entryId, boxId }: EntryRow): string =>
  formatAggregateId({ module: 'email', entryId, userId: 1, sourceContainerId: boxId });

/** These mails are in the inbox and in the list of mails, and are read as they are listed, each in a thread of its own. */
export function answerMails(server: FakeServer, rows: readonly EntryRow[]): void {
  server.list(activityQueries.inboxItems, rows);
  server.list(mailQueries.items, rows);
  const byId = new Map(rows.map((row) => [row.entryId, row]));
  const refusal = (): Response =>
    Response.json({ type: 'about:blank', title: 'no', status: 404, code: 'NOT_FOUND' }, { status: 404 });
  const detailsOf = (row: EntryRow) => ({
    ...mailQueries.details.example.result,
    aggregateId: idOf(row),
    subject: row.information,
    threadId: row.entryId,
    readableContentHTML: `<p>${row.information}</p>`.repeat(60),
    mailModelAttachments: [],
    entry: { ...row, userList: [[1, row.status]] as [number, 1 | 2 | 3][] },
  });
  server.answer(mailQueries.details, ({ aggregateId: { entryId } }) => {
    const row = byId.get(entryId);
    return row === undefined ? refusal() : detailsOf(row);
  });
  server.answer(mailQueries.detailsOfMany, ({ aggregateIds }) =>
    aggregateIds.flatMap(({ entryId }) => {
      const row = byId.get(entryId);
      return row === undefined ? [] : [detailsOf(row)];
    }),
  );
  server.answer(threadQueries.thread, ({ aggregateId: { entryId } }) => {
    const row = byId.get(entryId);
    if (row === undefined) return refusal();
    const { result } = threadQueries.thread.example;
    return { ...result, threadId: entryId, mails: result.mails.map((mail) => ({ ...mail, aggregateId: idOf(row) })) };
  });
}
