// A message that component tests open.
import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { messageEvents, type MessageDetail } from '@kontor/contract/message';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt, type App } from '../../testing/app.ts';
import { textsOf } from '../../testing/find.ts';
import { aMessage, aReceiver, aText, answerMessage, messageDetails, messageId } from '../../testing/messages.ts';

export const ROW = aMessage(17, 'Wer macht den Stand?');
export const TEXTS = [
  aText(0, 2, 'Wer macht den Stand?'),
  aText(1, 1, 'Ich kann ab neun.', { replyTo: 0, receiverData: { readAt: '2026-11-23T09:05:00.000Z' } }),
  aText(2, 2, 'Gern.'),
  aText(3, 2, 'Bringst du den Wagen mit?'),
];
export const TOLD: MessageDetail = messageDetails(
  aMessage(
    17,
    'Wer macht den Stand?',
    { hasMultipleReceivers: true, partner: null, read: 1, done: 0, lastBy: 2, unread: 1 },
    { contact: 'Vertrieb', status: 2 },
  ),
  [aText(0, 1, 'Wer macht den Stand?', { receiverData: { read: 1, of: 2 } })],
  {
    senderUserId: 1,
    senderName: 'Anna Berger',
    communicationPartnerUserId: null,
    group: 'Vertrieb',
    addressee: [{ groupId: 4 }],
    changeable: false,
    receiverCount: 2,
    receivers: [
      aReceiver(2, 'Ben Kurz', { unread: 1, lastNo: 1 }),
      aReceiver(3, 'Cem Aydin', { unread: 0, lastNo: 0 }),
    ],
    unread: 1,
  },
);

/** One in which everybody reads everything, that Ben has begun. */
export const OPEN: MessageDetail = messageDetails(
  aMessage(17, 'Wer macht den Stand?', { hasMultipleReceivers: true, partner: null, isOpen: true, unread: 0 }),
  TEXTS.slice(0, 1),
  {
    isOpen: true,
    seeEachOther: true,
    communicationPartnerUserId: null,
    addressee: [1, 3],
    receiverCount: 2,
    receivers: [aReceiver(1, 'Anna Berger'), aReceiver(3, 'Cem Aydin')],
  },
);

const [PERSON] = sessionQueries.moduleUsers.example.result as [FilterUser];
export const aUser = (userId: number, fullName: string): FilterUser => ({
  ...PERSON,
  groupId: undefined,
  userId,
  userIds: [userId],
  fullName,
  groupName: '',
  active: true,
});
export const USERS = [aUser(2, 'Ben Kurz'), aUser(3, 'Cem Aydin')];

export const editor = () => page.getByRole('textbox', { name: /^(Ihre Antwort|Antwort an)/ });
export const log = () => page.getByRole('log', { name: 'Texte' });
export const said = () => textsOf('.message-text .message-html');
export const address = (tail = '') => `/message/${encodeURIComponent(messageId(17))}/module/view${tail}`;

export async function openMessage(
  details = messageDetails(ROW, TEXTS),
  given: Parameters<typeof renderAt>[1] = {},
  tail = '',
): Promise<App> {
  const app = await renderAt(address(tail), {
    ...given,
    server: (server) => {
      answerMessage(server, details);
      given.server?.(server);
    },
  });
  await expect.element(log()).toBeVisible();
  await expect.poll(() => said().length).toBe(details.texts.length + details.waiting.length);
  return app;
}
/** Somebody says something in the thread with Ben. */
export const happen = (app: App, no: number, words: string, sendBy: 1 | 2 = 2): void =>
  app.server.happen(messageEvents.texted, [], {
    aggregateId: messageId(17),
    partner: 2,
    no,
    text: aText(no, sendBy, words),
  });
