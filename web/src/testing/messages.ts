import type { EntryRow } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import {
  messageExtras,
  messageQueries,
  type MessageDetail,
  type MessageExtras,
  type MessageText,
  type Receiver,
} from '@kontor/contract/message';
import { aRow } from './fake-lists.ts';
import type { FakeServer } from './fake-server.ts';

/** A message that lists have so: by Ben to Anna, who has read none of it. */
export const aMessage = (
  entryId: number,
  information: string,
  extras: Partial<MessageExtras> = {},
  part: Partial<EntryRow> = {},
): EntryRow =>
  aRow(entryId, {
    moduleName: 'message',
    boxId: 0,
    information,
    contact: 'Ben Kurz',
    channel: '',
    status: 1,
    userList: [
      [1, 1],
      [2, 2],
    ],
    ...part,
    extras: messageExtras({ lastBy: 2, lastText: information, partner: 2, unread: 1, ...extras }),
  });

export const messageId = (entryId: number): string => formatAggregateId({ module: 'message', entryId, userId: 1 });

/** A text of Anna's (1), or of Ben's (2), of a minute on 23 November 2026. */
export const aText = (no: number, sendBy: 1 | 2 | 3, words: string, part: Partial<MessageText> = {}): MessageText => ({
  no,
  sendBy,
  sendByName: { 1: 'Anna Berger', 2: 'Ben Kurz', 3: 'Cem Aydin' }[sendBy],
  sendDate: new Date(Date.UTC(2026, 10, 23, 9, no)).toISOString(),
  replyTo: null,
  message: `<p>${words}</p>`,
  files: [],
  edit: 0,
  editedAt: null,
  takenBackAt: null,
  reactions: [],
  receiverData: sendBy === 1 ? { readAt: null } : null,
  writtenAt: null,
  ...part,
});

export const aReceiver = (userId: number, name: string, part: Partial<Receiver> = {}): Receiver => ({
  userId,
  name,
  status: 1,
  readAt: null,
  confirmedAt: null,
  lastNo: null,
  unread: null,
  ...part,
});

/** What somebody has begun to write, to be sent as anybody sends it. */
export const aDraft = (
  messageContent: string,
  part: Partial<NonNullable<MessageDetail['draft']>> = {},
): NonNullable<MessageDetail['draft']> => ({
  messageContent,
  files: [],
  isOpen: false,
  seeEachOther: false,
  confirm: false,
  ...part,
});

/** What the details say of a message that is listed so, with the texts of its only thread. */
export function messageDetails(
  row: EntryRow,
  texts: readonly MessageText[],
  part: Partial<MessageDetail> = {},
): MessageDetail {
  const lastNo = texts.at(-1)?.no ?? -1;
  return {
    ...(messageQueries.details.example.result as MessageDetail),
    aggregateId: messageId(row.entryId),
    texts: [...texts],
    hasMore: (texts[0]?.no ?? 0) > 0,
    lastNo,
    readNo: lastNo,
    unread: 0,
    entry: { ...row, userList: row.userList.map(([id, status]) => [id, status]) },
    ...part,
  };
}

/** Has the server list a message, and tell of it. */
export function answerMessage(server: FakeServer, details: MessageDetail): void {
  server.list(messageQueries.items, [details.entry]);
  server.answer(messageQueries.details, details);
  server.answer(messageQueries.texts, []);
}
