import type { messageCommands, messageQueries } from '@kontor/contract/message';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { MAIL, NO, NONE, row, type Row } from '../../../testing/rights/rows.ts';

type Operation =
  | (typeof messageQueries)[keyof typeof messageQueries]['name']
  | (typeof messageCommands)[keyof typeof messageCommands]['name'];

/** What the owner asks an administrator; what it says has the word of what mails say. */
const newMessage = async ({ clients, ids, mailWord }: Fixture): Promise<{ aggregateId: string }> => {
  const { aggregateId } = await clients.owner.command<{ aggregateId: string }>('message.composeSend', {
    addressee: ids.admin,
    message: `<p>${mailWord}</p>`,
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
const both = row([NONE, NONE, NONE, '200', '200'], thread);

/** What is of messages: the owner has asked an administrator, who reads nothing that does not go to them. */
export const OPERATIONS = {
  'message.items': row([NO, '200', NO, MAIL, MAIL], async (fixture) => {
    await newMessage(fixture);
    return { view: 'all' };
  }),
  'message.details': row([NONE, NONE, NONE, MAIL, MAIL], thread),
  'message.texts': row([NONE, NONE, NONE, MAIL, MAIL], thread),
  'message.create': row([NO, '200', NO, '200', '200']),
  'message.composeSend': row([NO, '200', NO, '200', '200'], ({ ids }) => ({ addressee: [ids.owner] })),
  'message.send': row([NONE, NONE, NONE, '200', '200'], asOwner),
  'message.markRead': both,
  'message.markUnread': both,
  'message.mute': row([NONE, NONE, NONE, '200', '200'], (fixture) => newMessage(fixture)),
} satisfies Record<Operation, Row>;
