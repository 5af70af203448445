import type { messageCommands, messageQueries } from '@kontor/contract/message';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { MAIL, NO, NONE, all, forAdministrators, row, type Row } from '../../../testing/rights/rows.ts';

type Operation =
  | (typeof messageQueries)[keyof typeof messageQueries]['name']
  | (typeof messageCommands)[keyof typeof messageCommands]['name'];

/** What the owner asks somebody; what it says has the word of what mails say. */
const newMessage = async ({ clients, ids, mailWord }: Fixture, more: object = {}): Promise<{ aggregateId: string }> => {
  const { aggregateId } = await clients.owner.command<{ aggregateId: string }>('message.composeSend', {
    addressee: ids.noAccess,
    message: `<p>${mailWord}</p>`,
    ...more,
  });
  return { aggregateId };
};
const thread = async (fixture: Fixture) => ({
  ...(await newMessage(fixture)),
  communicationPartnerUserId: null,
});
const asOwner = async (fixture: Fixture) => ({
  ...(await thread(fixture)),
  // It must be who asks, so it is left out.
  aggregateVersion: 1,
});

/** For the two whose thread it is. */
const both = row([NONE, '200', NONE, '200', NONE], thread);

/** What is of messages: the owner has asked somebody, and an administrator reads nothing of it. */
export const OPERATIONS = {
  'message.items': row([NO, MAIL, NO, MAIL, '200'], async (fixture) => {
    await newMessage(fixture);
    return { view: 'all' };
  }),
  'message.details': row([NONE, MAIL, NONE, MAIL, NONE], thread),
  'message.texts': row([NONE, MAIL, NONE, MAIL, NONE], thread),
  'message.create': row([NO, '200', NO, '200', '200']),
  'message.composeSend': row([NO, '200', NO, '200', '200'], ({ ids }) => ({ addressee: [ids.owner] })),
  'message.send': row([NONE, '200', NONE, '200', NONE], asOwner),
  'message.markRead': both,
  'message.markUnread': both,
  'message.mute': row([NONE, '200', NONE, '200', NONE], (fixture) => newMessage(fixture)),
  'message.receivers': row([NONE, NO, NONE, '200', NONE], async (fixture) => ({
    ...(await newMessage(fixture)),
    only: null,
  })),
  'message.availableReceivers': row([NO, '200', NO, '200', '200'], () => ({ searchTerm: '' })),
  'message.drafts': row([NO, '200', NO, MAIL, '200'], async ({ clients, mailWord }) => {
    await clients.owner.command('message.saveDraft', { messageContent: mailWord });
    return {};
  }),
  'message.rules': all('200'),
  // It is who wrote it that changes a text.
  'message.edit': row([NONE, NO, NONE, '200', NONE], async (fixture) => ({ ...(await thread(fixture)), no: 0 })),
  'message.takeBack': row([NONE, NO, NONE, '200', NONE], async (fixture) => ({ ...(await thread(fixture)), no: 0 })),
  'message.react': both,
  // Receivers are asked, and nobody else.
  'message.confirm': row([NONE, '200', NONE, NO, NONE], async (fixture) => newMessage(fixture, { confirm: true })),
  'message.saveDraft': both,
  'message.discardDraft': both,
  'message.remind': row([NONE, NO, NONE, '200', NONE], async (fixture) => newMessage(fixture)),
  'message.forward': row([NONE, '200', NONE, '200', NONE], async (fixture) => ({
    ...(await thread(fixture)),
    addressee: [fixture.ids.owner],
  })),
  'message.saveRules': forAdministrators('200'),
} satisfies Record<Operation, Row>;
