import type { EntryRow } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import {
  phonecallExtras,
  phonecallQueries,
  type PhonecallDetail,
  type PhonecallExtras,
} from '@kontor/contract/phonecall';
import { aRow } from './fake-lists.ts';
import type { FakeServer } from './fake-server.ts';

/** A call of this number, as lists have it: one that Anna took, but for `extras` and `part`. */
export const aCall = (
  entryId: number,
  reason: string,
  extras: Partial<PhonecallExtras> = {},
  part: Partial<EntryRow> = {},
): EntryRow =>
  aRow(entryId, {
    moduleName: 'phonecall',
    boxId: 5,
    information: reason,
    contact: 'Werft Neumann',
    contactPicture: null,
    channel: 'Zentrale',
    direction: 'incoming',
    status: 1,
    ...part,
    extras: phonecallExtras({
      callerName: 'Werft Neumann',
      callerNumber: '+49 431 123456',
      duration: 252,
      receivedByCompleteName: 'Anna Berger',
      receivedByInitial: 'AB',
      ...extras,
    }),
  });

export const callId = (entryId: number): string => formatAggregateId({ module: 'phonecall', entryId, userId: 1 });
export const callAddress = (entryId: number): string =>
  `/phoneCall/${encodeURIComponent(callId(entryId))}/module/view/false`;

/** These calls are in the list, and are opened as they are listed, with `part` of each other than the example. No telephone system is silent. */
export function answerCalls(
  server: FakeServer,
  rows: readonly EntryRow[],
  part: Partial<Omit<PhonecallDetail, 'aggregateId' | 'entry'>> = {},
): void {
  const { items, details, lineFaults, running } = phonecallQueries;
  server.list(items, rows);
  server.answer(lineFaults, []);
  server.answer(running, []);
  server.answer(details, ({ aggregateId }) => {
    const row = rows.find(({ entryId }) => entryId === aggregateId.entryId);
    if (row === undefined)
      return Response.json({ type: 'about:blank', title: 'no', status: 404, code: 'NOT_FOUND' }, { status: 404 });
    return {
      ...details.example.result,
      callReason: row.information,
      ...part,
      aggregateId: formatAggregateId(aggregateId),
      entry: { ...row, userList: [[1, row.status]] as [number, 1 | 2 | 3][] },
    };
  });
}
