import { savedCommands } from '@kontor/contract/activity';
import type { OperationName } from '@kontor/contract/all';
import { randomUUID } from 'node:crypto';
import { avatarVersion, type House, type Member } from './house.ts';

/**
 * Who gets what. `out` is signed out; `other` has the token of the same person of another instance, in which everything has the same
 * numbers and names; the others are members as in house.ts.
 */
export type Role = 'out' | 'other' | Member;

/** Status and code of the answer. `mail`: it holds what is in a mail of the mailbox; `mailbox`: what that is called. A plain 200 has neither. */
export type Outcome = '200' | '200 mail' | '200 mailbox' | `${number} ${string}`;

export interface Row {
  /** What is asked about, beside the contract's example: things of the house. Asked anew for each who asks. */
  readonly about?: (house: House) => object | Promise<object>;
  readonly is: Readonly<Record<Role, Outcome>>;
}

const SIGN_IN = '401 UNAUTHENTICATED';

/** A row of what is for people who are signed in: what members get, in the order of the table's head. */
const row = (
  [noRights, noAccess, reader, owner, admin]: readonly [Outcome, Outcome, Outcome, Outcome, Outcome],
  about?: Row['about'],
): Row => ({
  ...(about === undefined ? {} : { about }),
  is: { out: SIGN_IN, other: SIGN_IN, noRights, noAccess, reader, owner, admin },
});

const all = (outcome: Outcome, about?: Row['about']): Row => row([outcome, outcome, outcome, outcome, outcome], about);
const NO = '403 RIGHT_MISSING';
const NONE = '404 NOT_FOUND';
const MAIL = '200 mail';
const BOX = '200 mailbox';
const forAdministrators = (outcome: Outcome, about?: Row['about']): Row => row([NO, NO, NO, NO, outcome], about);

const mail = ({ mail: aggregateId }: House) => ({ aggregateId });
const mails = ({ mail: aggregateId }: House) => ({ aggregateIds: [aggregateId] });
const attachment = async ({ mail: aggregateId, mailWord, clients }: House) => {
  const files = await clients.owner.query<{ filename: string; storageKey: string }[]>('mail.attachments', {
    aggregateId,
  });
  return { aggregateId, storageKey: files.find(({ filename }) => filename === `${mailWord}.txt`)?.storageKey };
};
const account = ({ accountId }: House) => ({ accountId });
const imap = (house: House) => ({
  name: house.word,
  email: `${house.boxWord}1@${house.word}.example`,
  host: '127.0.0.1',
  port: 1,
  security: 'none',
  userName: `${house.boxWord}1@${house.word}.example`,
  password: 'geheim',
  memberIds: [house.ids.reader],
});
const newPerson = async (house: House) => ({ userId: await house.newPerson() });

let fresh = 0;
/** A name that nothing bears yet. */
const freshName = () => `frisch${(fresh += 1)}`;

/** A colour scheme that the owner has made. */
async function newScheme({ clients }: House): Promise<string> {
  const scheme = JSON.stringify({ label: '', value: { primary: '#0b6e5f', secondary: '#2f8f9d', dark: '#10151d' } });
  return (await clients.owner.command<{ name: string }>('theme.createColourScheme', { name: freshName(), scheme }))
    .name;
}

/** A saved filter of the owner, shared with the reader. */
async function newFilter({ clients, ids }: House): Promise<{ filterId: string }> {
  const about = { filterId: randomUUID(), name: freshName(), sharedWith: { everybody: false, userIds: [ids.reader] } };
  await clients.owner.command('filter.save', { ...savedCommands.save.example.params, ...about });
  return { filterId: about.filterId };
}

/** An entry of the menu that an administrator has made. */
async function newMenuItem({ clients }: House): Promise<{ ID: number }> {
  const about = { Caption: 'Suche', Name: freshName(), Type: 'predefined', URL: '/filter/all/all/main' };
  const { ID } = await clients.admin.command<{ ID: number }>('account.createMenuItem', {
    ...about,
    Method: 'GET',
    Session: false,
    ResourceId: '',
  });
  return { ID };
}

/** A group that an administrator has made, of the owner. */
async function newGroup({ clients, ids }: House): Promise<{ groupId: number }> {
  const about = { name: freshName(), userIds: [ids.owner] };
  return { groupId: (await clients.admin.command<{ groupId: number }>('account.createGroup', about)).groupId };
}

/** Every query and command of the contract. */
export const OPERATIONS = {
  // Of oneself, and of what everybody in the instance may know.
  'session.user': all('200'),
  'session.configuration': all('200'),
  'session.fromToken': all('200', () => ({ jwtToken: '' })),
  'session.unfinishedCounts': all('200'),
  'module.users': all('200'),
  'module.boxes': row(['200', '200', BOX, BOX, '200'], () => ({ module: 'email' })),
  'account.security': all('200'),
  'account.sessions': all('200'),
  'account.avatar': all('200', async (house) => ({ userId: house.ids.owner, version: await avatarVersion(house) })),
  'account.endSession': row([NONE, NONE, NONE, '200', NONE], async (house) => ({
    sessionId: await house.newSession(),
  })),
  'account.endOtherSessions': all('200'),
  'account.changePassword': all('422 PASSWORD_WRONG'),
  'account.startTwoFactor': all('422 PASSWORD_WRONG'),
  'account.confirmTwoFactor': all('422 TWO_FACTOR_NOT_STARTED'),
  'account.renewBackupCodes': all('422 PASSWORD_WRONG'),
  'account.stopTwoFactor': all('422 PASSWORD_WRONG'),
  'account.renamePasskey': all(NONE),
  'account.removePasskey': all('422 PASSWORD_WRONG'),
  'account.setAvatar': all('200', () => ({ picture: null })),

  // What people set of their own; nobody reaches what another has set.
  'settings.mine': all('200'),
  'settings.change': all('200'),
  'settings.reset': all('200'),
  'app.movedToForeground': all('200'),
  'app.movedToBackground': all('200'),
  'notification.configuration': all('200'),
  'notification.update': all('200'),
  'theme.colourSchemes': all('200'),
  'theme.createColourScheme': all('200', () => ({ name: freshName() })),
  'theme.updateColourScheme': row([NO, NO, NO, '200', '200'], async (house) => ({ name: await newScheme(house) })),
  'theme.deleteColourScheme': row([NO, NO, NO, '200', '200'], async (house) => ({ name: await newScheme(house) })),

  // Saved filters: those who see one pin it, its owner deletes it, for all others it is not there. Each counts what is theirs.
  'filter.saved': all('200'),
  'filter.savedCounts': all('200', async (house) => ({ filterIds: [(await newFilter(house)).filterId] })),
  'filter.save': all('200', () => ({ filterId: randomUUID(), name: freshName() })),
  'filter.delete': row([NONE, NONE, NO, '200', NONE], newFilter),
  'filter.pin': row([NONE, NONE, '200', '200', NONE], newFilter),
  'filter.order': all('200', async (house) => ({ filterIds: [(await newFilter(house)).filterId] })),

  // Entries of the menu: those with the right `addOns` have and open them, administrators make them.
  'session.mainMenuItems': all('200'),
  'session.openMenuItem': row([NO, '200', NO, '200', '200'], newMenuItem),

  // For administrators.
  'account.menuItems': forAdministrators('200'),
  'account.createMenuItem': forAdministrators('200', () => ({ Name: freshName() })),
  'account.changeMenuItem': forAdministrators('200', async (house) => ({
    ...(await newMenuItem(house)),
    Name: freshName(),
  })),
  'account.deleteMenuItem': forAdministrators('200', newMenuItem),
  'account.restoreMenuItem': forAdministrators('200', async (house) => {
    const item = await newMenuItem(house);
    await house.clients.admin.command('account.deleteMenuItem', item);
    return item;
  }),
  'account.orderMenuItems': forAdministrators('200'),
  'account.groups': forAdministrators('200'),
  'account.createGroup': forAdministrators('200', () => ({ name: freshName() })),
  'account.changeGroup': forAdministrators('200', async (house) => ({
    ...(await newGroup(house)),
    name: freshName(),
    userIds: [house.ids.reader],
  })),
  'account.deleteGroup': forAdministrators('200', newGroup),
  'account.restoreGroup': forAdministrators('200', async (house) => {
    const group = await newGroup(house);
    await house.clients.admin.command('account.deleteGroup', group);
    return group;
  }),
  'account.people': forAdministrators('200'),
  'account.instanceSettings': forAdministrators('200'),
  'account.auditLog': forAdministrators(BOX, () => ({ kinds: ['mailbox.changed'], from: null })),
  'account.auditExport': forAdministrators(BOX, () => ({ kinds: ['mailbox.changed'], from: null })),
  'account.auditState': forAdministrators('200'),
  'account.failedJobs': forAdministrators('200'),
  'account.health': forAdministrators('200'),
  'account.retryFailedJobs': forAdministrators('200', ({ jobId }) => ({ jobIds: [jobId] })),
  'account.discardFailedJobs': forAdministrators('200', ({ jobId }) => ({ jobIds: [jobId] })),
  'account.invite': forAdministrators('200', () => ({ userName: freshName(), rights: [] })),
  'account.sendLink': forAdministrators('200', newPerson),
  'account.savePerson': forAdministrators('200', newPerson),
  'account.setUnlocked': forAdministrators('200', newPerson),
  'account.setActive': forAdministrators('200', newPerson),
  'account.endSessionsOf': forAdministrators('200', newPerson),
  'account.resetFactors': forAdministrators('200', newPerson),
  'account.saveInstanceSettings': forAdministrators('200', ({ instance }) => ({ title: instance.title })),

  // Lists: what one is no member of is not in them.
  'inbox.items': row(['200', '200', MAIL, MAIL, '200']),
  'filter.items': row(['200', '200', MAIL, MAIL, '200'], ({ mailWord }) => ({ searchTerm: mailWord })),
  'trash.items': row(['200', '200', MAIL, MAIL, '200']),
  'trash.boxes': row(['200', '200', BOX, BOX, '200']),
  'trash.users': all('200'),

  // Items: what one is no member of is not there.
  'activity.tips': row([NONE, NONE, MAIL, MAIL, NONE], mail),
  'activity.setState': row([NONE, NONE, '200', '200', NONE], mails),
  'activity.archive': row([NONE, NONE, '200', '200', NONE], mails),
  'activity.dearchive': row([NONE, NONE, '200', '200', NONE], mails),
  'activity.delete': row([NONE, NONE, '200', '200', NONE], async (house) => ({
    aggregateIds: [await house.newMail()],
  })),
  'activity.restore': row([NONE, NONE, '200', '200', NONE], async (house) => ({
    aggregateIds: [await house.newTrash()],
  })),
  'activity.spam': row([NONE, NONE, '200', '200', NONE], async (house) => ({ aggregateIds: [await house.newMail()] })),

  // Mails.
  'mail.items': row([NO, '200', MAIL, MAIL, '200'], () => ({ view: 'all' })),
  'mail.boxes': row(['200', '200', BOX, BOX, '200']),
  'mail.details': row([NO, NONE, MAIL, MAIL, NONE], mail),
  'mail.detailsOfMany': row([NO, '200', MAIL, MAIL, '200'], mails),
  'mail.attachments': row([NO, NONE, MAIL, MAIL, NONE], ({ mail: aggregateId }) => ({ aggregateId, storageKeys: [] })),
  'mail.attachmentContent': row([NO, NONE, MAIL, MAIL, NONE], attachment),
  'mail.source': row([NO, NONE, MAIL, MAIL, NONE], mail),
  'mail.headers': row([NO, NONE, MAIL, MAIL, NONE], mail),
  'mail.externalImage': row([NO, NONE, '404 IMAGE_NOT_AVAILABLE', '404 IMAGE_NOT_AVAILABLE', NONE], mail),
  'mail.quarantine': row([NO, '200', '200', '200', '200']),
  'mail.retryUnreadable': row([NO, '200', '200', '200', '200'], mails),

  // Mailboxes: their members know of them, their owner and administrators change them.
  'mail.accountSettings': row(['200', '200', BOX, BOX, BOX]),
  'mail.receiver': row([NO, '200', '200', '200', '200']),
  'mail.testConnection': row([NO, NONE, '200', '200', '200'], (house) => {
    const { host, port, security, userName, password } = imap(house);
    return { host, port, security, userName, password, accountId: house.accountId };
  }),
  'mail.addAccount': row([NO, '200', '200', '200', '200'], (house) => {
    const name = freshName();
    return { ...imap(house), email: `${name}@${house.word}.example`, userName: name };
  }),
  'mail.updateAccount': row([NONE, NONE, NO, '200', '200'], (house) => ({ ...account(house), ...imap(house) })),
  'mail.pauseAccount': row([NONE, NONE, NO, '200', '200'], account),
  'mail.resumeAccount': row([NONE, NONE, NO, '200', '200'], account),
  'mail.syncAccount': row([NONE, NONE, '200', '200', '200'], account),
  'mail.removeAccount': row([NONE, NONE, NO, '200', '200'], async (house) => ({ accountId: await house.newAccount() })),
  'mail.addAddress': row([NO, NO, NO, NO, '200'], (house) => ({
    name: house.word,
    email: `${freshName()}@${house.word}.example`,
  })),
  'mail.updateAddress': row([NONE, NONE, NO, NO, '200'], (house) => ({
    accountId: house.addressId,
    name: house.word,
    email: `post@${house.word}.example`,
    memberIds: [house.ids.owner, house.ids.reader],
  })),
} satisfies Record<OperationName, Row>;
