import type { messageCommands, messageQueries } from '@kontor/contract/message';
import type { Fixture } from '../../../testing/rights/fixture.ts';
import { upload } from '../../../testing/upload.ts';
import { MAIL, NO, NONE, all, forAdministrators, row, type Row } from '../../../testing/rights/rows.ts';

type Operation =
  | (typeof messageQueries)[keyof typeof messageQueries]['name']
  | (typeof messageCommands)[keyof typeof messageCommands]['name'];

/** What the owner notes for themselves, since people of mailboxes hear nothing of each other here; what it says has the word of what mails say. */
const newMessage = async ({ clients, ids, mailWord }: Fixture, more: object = {}): Promise<{ aggregateId: string }> => {
  const { aggregateId } = await clients.owner.command<{ aggregateId: string }>('message.composeSend', {
    addressee: ids.owner,
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
  files: [],
});

const withFile = async (fixture: Fixture) => {
  const { uploadId } = await upload(fixture.clients.owner, 'Wortlaut');
  return {
    ...(await newMessage(fixture, { files: [{ uploadId }] })),
    communicationPartnerUserId: null,
    no: 0,
    part: 0,
  };
};

/** For those whose thread it is. */
const own = row([NONE, NONE, NONE, '200', NONE], thread);

/** What is of messages: they are the owner's alone, and an administrator reads nothing of them. */
export const OPERATIONS = {
  'message.items': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    await newMessage(fixture);
    return { view: 'all', customFilter: '' };
  }),
  'message.details': row([NONE, NONE, NONE, MAIL, NONE], thread),
  'message.texts': row([NONE, NONE, NONE, MAIL, NONE], thread),
  'message.notice': row([NONE, NONE, NONE, MAIL, NONE], newMessage),
  'message.edits': row([NONE, NONE, NONE, MAIL, NONE], async (fixture) => {
    const own = await thread(fixture);
    const what = { ...own, no: 0 };
    await fixture.clients.owner.command('message.edit', { ...what, edit: 0, message: '<p>Anders</p>' });
    return what;
  }),
  'message.find': row([NONE, NONE, NONE, MAIL, NONE], async (fixture) => ({
    ...(await thread(fixture)),
    searchTerm: fixture.mailWord,
  })),
  'message.file': row([NONE, NONE, NONE, '200', NONE], withFile),
  'message.filePreview': row([NONE, NONE, NONE, '200', NONE], withFile),
  'message.attendance': own,
  'message.attend': row([NONE, NONE, NONE, '200', NONE], thread),
  'message.create': row([NO, '200', NO, '200', '200']),
  'message.composeSend': row([NO, '200', NO, '200', '200'], ({ ids }) => ({ addressee: [ids.owner] })),
  'message.send': row([NONE, NONE, NONE, '200', NONE], asOwner),
  'message.markRead': own,
  'message.markUnread': own,
  'message.mute': row([NONE, NONE, NONE, '200', NONE], (fixture) => newMessage(fixture)),
  'message.receivers': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    ...(await newMessage(fixture)),
    only: null,
  })),
  'message.confirmations': row([NONE, NONE, NONE, '200', NONE], async (fixture) =>
    newMessage(fixture, { confirm: true }),
  ),
  'message.availableReceivers': row([NO, '200', NO, '200', '200'], () => ({ searchTerm: '' })),
  'message.drafts': row([NO, '200', NO, MAIL, '200'], async ({ clients, mailWord }) => {
    await clients.owner.command('message.saveDraft', { messageContent: mailWord });
    return {};
  }),
  'message.rules': all('200'),
  'message.edit': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({ ...(await thread(fixture)), no: 0 })),
  'message.takeBack': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({ ...(await thread(fixture)), no: 0 })),
  'message.react': own,
  // Receivers are asked, and nobody else; the tests of the module have some.
  'message.confirm': row([NONE, NONE, NONE, NO, NONE], async (fixture) => newMessage(fixture, { confirm: true })),
  'message.saveDraft': own,
  'message.discardDraft': own,
  'message.remind': row([NONE, NONE, NONE, '200', NONE], async (fixture) => newMessage(fixture)),
  // Nobody hears of others here: the tests of the module have open ones.
  'message.addPeople': row([NONE, NONE, NONE, '422 MESSAGE_NOT_OPEN', NONE], async (fixture) => ({
    ...(await newMessage(fixture)),
    addressee: [fixture.ids.owner],
  })),
  'message.leave': row([NONE, NONE, NONE, '422 MESSAGE_NOT_OPEN', NONE], (fixture) => newMessage(fixture)),
  'message.unsend': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    ...(await newMessage(fixture, { sendAt: new Date(Date.now() + 3_600_000).toISOString() })),
    waitingId: null,
  })),
  'message.forward': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    ...(await thread(fixture)),
    addressee: [fixture.ids.owner],
  })),
  'message.saveRules': forAdministrators('200'),
} satisfies Record<Operation, Row>;
