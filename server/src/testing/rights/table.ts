import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import {
  mail,
  mails,
  newMails,
  newComment,
  absence,
  newAbsence,
  rule,
  newRule,
  attachment,
  account,
  imap,
  newPerson,
  freshName,
  newScheme,
  newFilter,
  tomorrow,
  newLetter,
  newOutgoing,
  newDkimKey,
  newMenuItem,
  senderOf,
  written,
  draftParams,
  newDraft,
  newTemplate,
  newSender,
  newGroup,
  mailAndRecord,
  newContactPerson,
  removedContactPerson,
  newRecord,
  deletedRecord,
  newRecordToDelete,
  recordChange,
} from './given.ts';
import { avatarVersion } from './fixture.ts';
import { BOX, MAIL, NO, NONE, all, forAdministrators, row, type Row } from './rows.ts';

/** Rows of what no file of a module's own has. */
const COMMON: Readonly<Record<string, Row>> = {
  // Of oneself, and of what everybody in the instance may know.
  'session.user': all('200'),
  'session.configuration': all('200'),
  'session.fromToken': all('200', () => ({ jwtToken: '' })),
  'session.unfinishedCounts': all('200'),
  'module.users': all('200'),
  'module.boxes': row(['200', '200', BOX, BOX, '200'], () => ({ module: 'email' })),
  'account.security': all('200'),
  'account.sessions': all('200'),
  'account.avatar': all('200', async (fixture) => ({
    userId: fixture.ids.owner,
    version: await avatarVersion(fixture),
  })),
  'account.endSession': row([NONE, NONE, NONE, '200', NONE], async (fixture) => ({
    sessionId: await fixture.newSession(),
  })),
  'account.endOtherSessions': all('200'),
  'account.changePassword': all('422 PASSWORD_TOO_EASY', () => ({ newPassword: '123456789012' })),
  // Before anybody has begun.
  'account.confirmTwoFactor': all('422 TWO_FACTOR_NOT_STARTED'),
  'account.startTwoFactor': all('200'),
  'account.renewBackupCodes': all('422 TWO_FACTOR_OFF'),
  'account.stopTwoFactor': all('422 TWO_FACTOR_OFF'),
  'account.renamePasskey': all(NONE),
  'account.removePasskey': all(NONE),
  'account.appPasswords': all('200'),
  'account.createAppPassword': all('200', () => ({ name: freshName() })),
  'account.removeAppPassword': all(NONE, () => ({ appPasswordId: 999_999 })),
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
  'theme.updateColourScheme': row([NO, NO, NO, '200', '200'], async (fixture) => ({ name: await newScheme(fixture) })),
  'theme.deleteColourScheme': row([NO, NO, NO, '200', '200'], async (fixture) => ({ name: await newScheme(fixture) })),

  // Saved filters: those who see one pin it, its owner deletes it, for all others it is not there. Each counts what is theirs.
  'filter.saved': all('200'),
  'filter.savedCounts': all('200', async (fixture) => ({ filterIds: [(await newFilter(fixture)).filterId] })),
  'filter.save': all('200', () => ({ filterId: randomUUID(), name: freshName() })),
  'filter.delete': row([NONE, NONE, NO, '200', NONE], newFilter),
  'filter.pin': row([NONE, NONE, '200', '200', NONE], newFilter),
  'filter.order': all('200', async (fixture) => ({ filterIds: [(await newFilter(fixture)).filterId] })),

  // Entries of the menu: those with the right `addOns` have and open them, administrators make them.
  'session.mainMenuItems': all('200'),
  'session.openMenuItem': row([NO, '200', NO, '200', '200'], newMenuItem),

  // For administrators.
  'account.menuItems': forAdministrators('200'),
  'account.createMenuItem': forAdministrators('200', () => ({ Name: freshName() })),
  'account.changeMenuItem': forAdministrators('200', async (fixture) => ({
    ...(await newMenuItem(fixture)),
    Name: freshName(),
  })),
  'account.deleteMenuItem': forAdministrators('200', newMenuItem),
  'account.restoreMenuItem': forAdministrators('200', async (fixture) => {
    const item = await newMenuItem(fixture);
    await fixture.clients.admin.command('account.deleteMenuItem', item);
    return item;
  }),
  'account.orderMenuItems': forAdministrators('200'),
  'account.groups': forAdministrators('200'),
  'account.createGroup': forAdministrators('200', () => ({ name: freshName() })),
  'account.changeGroup': forAdministrators('200', async (fixture) => ({
    ...(await newGroup(fixture)),
    name: freshName(),
    userIds: [fixture.ids.reader],
  })),
  'account.deleteGroup': forAdministrators('200', newGroup),
  'account.restoreGroup': forAdministrators('200', async (fixture) => {
    const group = await newGroup(fixture);
    await fixture.clients.admin.command('account.deleteGroup', group);
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
  // A task is the owner's alone.
  'activity.due': row(['200', '200', '200', MAIL, '200'], async ({ clients, mailWord }) => {
    const about = { title: mailWord, fixedMaturityDate: '2027-03-01' };
    await clients.owner.command('task.create', { moduleLayout: 'task', inactive: false, ...about });
    return { from: '2027-03-01', to: '2027-03-01', zone: 'Europe/Berlin' };
  }),
  'activity.attend': row([NONE, NONE, '200', '200', NONE], (fixture) => ({ ...mail(fixture), doing: 'reading' })),
  'activity.attendance': row([NONE, NONE, '200', '200', NONE], mail),
  'activity.setState': row([NONE, NONE, '200', '200', NONE], mails),
  'activity.snooze': row([NONE, NONE, '200', '200', NONE], mails),
  'activity.snoozed': row(['200', '200', '200 mail', '200 mail', '200'], async (fixture) => {
    // Whoever may see it has put it off.
    for (const client of [fixture.clients.reader, fixture.clients.owner])
      await client.command('activity.snooze', { ...mails(fixture), untilAnswered: true });
    return { view: 'all' };
  }),
  'activity.wake': row([NONE, NONE, '200', '200', NONE], mails),
  'activity.archive': row([NONE, NONE, '200', '200', NONE], mails),
  'activity.dearchive': row([NONE, NONE, '200', '200', NONE], mails),
  'activity.delete': row([NONE, NONE, '200', '200', NONE], async (fixture) => ({
    aggregateIds: [await fixture.newMail()],
  })),
  'activity.restore': row([NONE, NONE, '200', '200', NONE], async (fixture) => ({
    aggregateIds: [await fixture.newTrash()],
  })),
  'activity.spam': row([NONE, NONE, '200', '200', NONE], async (fixture) => ({
    aggregateIds: [await fixture.newMail()],
  })),

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
  'mail.retryUnreadable': row([NO, NONE, '200', '200', NONE], mails),
  'mail.thread': row([NO, NONE, MAIL, MAIL, NONE], mail),
  'mail.splitThread': row([NO, NONE, '200', '200', NONE], mail),
  'mail.mergeThreads': row([NO, NONE, '200', '200', NONE], async (fixture) => ({
    aggregateIds: [await fixture.newMail(), await fixture.newMail()],
  })),
  'mail.resetThread': row([NO, NONE, '200', '200', NONE], mail),
  'mail.checkAgain': row([NO, NONE, '200', '200', NONE], mail),
  'mail.answerInvitation': row([NO, NONE, NO, '422 INVITATION_NOT_FOR_YOU', NONE], mail),
  'mail.proposeTime': row([NO, NONE, NO, '422 INVITATION_NOT_FOR_YOU', NONE], mail),
  'mail.unsubscribe': row([NO, NONE, NO, '422 UNSUBSCRIBE_NOT_OFFERED', NONE], mail),
  'mail.authorities': forAdministrators('200'),
  'mail.addAuthority': forAdministrators('422 CERTIFICATE_INVALID'),
  'mail.removeAuthority': forAdministrators(NONE),
  'mail.attachmentsOfRecord': row([NO, '200', NO, MAIL, '200'], async (fixture) => {
    const named = await newRecord(fixture);
    await fixture.clients.owner.command('record.link', { ...mail(fixture), ...named });
    return named;
  }),
  'mail.attachmentPreview': row([NO, NONE, MAIL, MAIL, NONE], attachment),
  'mail.attachedMail': row([NO, NONE, '422 PREVIEW_NOT_AVAILABLE', '422 PREVIEW_NOT_AVAILABLE', NONE], attachment),
  'mail.attachedEvents': row([NO, NONE, '422 PREVIEW_NOT_AVAILABLE', '422 PREVIEW_NOT_AVAILABLE', NONE], attachment),
  'mail.attachedContacts': row([NO, NONE, '422 PREVIEW_NOT_AVAILABLE', '422 PREVIEW_NOT_AVAILABLE', NONE], attachment),
  'mail.attachmentsArchive': row([NO, NONE, MAIL, MAIL, NONE], ({ mail: aggregateId }) => ({ aggregateId })),

  // Mailboxes: their members know of them, their owner and administrators change them.
  'mail.accountSettings': row(['200', '200', BOX, BOX, BOX]),
  'mail.receiver': row([NO, '200', '200', '200', '200']),
  'mail.testConnection': row([NO, NONE, '200', '200', '200'], (fixture) => {
    const { host, port, security, userName, password } = imap(fixture);
    return { host, port, security, userName, password, accountId: fixture.accountId };
  }),
  'mail.addAccount': row([NO, '200', '200', '200', '200'], (fixture) => {
    const name = freshName();
    return { ...imap(fixture), email: `${name}@${fixture.word}.example`, userName: name };
  }),
  'mail.updateAccount': row([NONE, NONE, NO, '200', '200'], (fixture) => ({ ...account(fixture), ...imap(fixture) })),
  'mail.pauseAccount': row([NONE, NONE, NO, '200', '200'], account),
  'mail.resumeAccount': row([NONE, NONE, NO, '200', '200'], account),
  'mail.syncAccount': row([NONE, NONE, '200', '200', '200'], account),
  'mail.removeAccount': row([NONE, NONE, NO, '200', '200'], async (fixture) => ({
    accountId: await fixture.newAccount(),
  })),
  'mail.addAddress': row([NO, NO, NO, NO, '200'], (fixture) => ({
    name: fixture.word,
    email: `${freshName()}@${fixture.word}.example`,
  })),
  // Writing: each their own, in mailboxes whose mails they see, with the right to write any. Administrators change addresses, and read nothing.
  'mail.accounts': row([NO, '200', NO, BOX, '200']),
  'mail.draftOrTemplate': row([NO, NONE, NO, '200', NONE], newDraft),
  'mail.prepareAnswer': row([NO, NONE, NO, MAIL, NONE], mail),
  'mail.fillTemplate': row([NO, NONE, NO, '200', NONE], newTemplate),
  'mail.saveDraft': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...written(),
    senderAccountId: await senderOf(fixture),
  })),
  'mail.saveTemplate': row([NO, '200', NO, '200', '200'], written),
  'mail.deleteDraftOrTemplate': row([NO, NONE, NO, '200', NONE], newDraft),
  'mail.restoreDraft': row([NO, NONE, NO, '200', NONE], async (fixture) => {
    const draft = await newDraft(fixture);
    await fixture.clients.owner.command('mail.deleteDraftOrTemplate', { ...draft, type: 'draft' });
    return draft;
  }),
  'mail.saveSignature': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    sendingAccountId: await senderOf(fixture),
  })),
  'mail.deleteSignature': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    signatureId: (
      await fixture.clients.owner.command<{ signatureId: number }>('mail.saveSignature', {
        sendingAccountId: await senderOf(fixture),
        name: fixture.word,
        signature: fixture.mailWord,
      })
    ).signatureId,
  })),
  'mail.saveSender': row([NO, NONE, NO, '200', '200'], ({ accountId, word }) => ({
    accountId,
    email: `${freshName()}@${word}.example`,
  })),
  'mail.removeSender': row([NO, NONE, NO, '200', '200'], newSender),
  'mail.chooseSender': row([NO, NONE, NO, '200', NONE], newSender),
  'mail.addressSuggestions': row([NO, '200', NO, '200', '200'], ({ word }) => ({ searchTerm: word })),
  'mail.updateAddress': row([NONE, NONE, NO, NO, '200'], (fixture) => ({
    accountId: fixture.addressId,
    name: fixture.word,
    email: `post@${fixture.word}.example`,
    memberIds: [fixture.ids.owner, fixture.ids.reader],
  })),

  'mail.send': row([NO, NONE, NO, '200', NONE], newLetter),
  'mail.outbox': row([NO, '200', '200', BOX, '200'], async (fixture) => {
    await newOutgoing(fixture);
    return {};
  }),
  'mail.sendingLog': row([NONE, NONE, NONE, '200', '200'], newOutgoing),
  'mail.cancelSending': row([NONE, NONE, NONE, '200', '200'], newOutgoing),
  'mail.changeSending': row([NONE, NONE, NONE, '200', '200'], async (fixture) => ({
    ...(await newOutgoing(fixture)),
    sendAt: tomorrow(),
  })),
  'mail.settleSending': row([NONE, NONE, NONE, '409 MAIL_NOT_UNSURE', '409 MAIL_NOT_UNSURE'], newOutgoing),
  'mail.copyToAccount': row([NO, NONE, NO, '200', NONE], (fixture) => ({
    ...mail(fixture),
    destinationAccountIdConfiguration: fixture.accountId,
  })),
  'mail.testSending': row([NO, NONE, '200', '200', '200'], (fixture) => ({
    ...account(fixture),
    host: '127.0.0.1',
    port: 1,
    security: 'none',
  })),
  'mail.updateSending': row([NONE, NONE, NO, '200', '200'], (fixture) => ({ ...account(fixture), sending: null })),
  'mail.rights': row([NONE, NONE, NO, '200', '200'], account),
  'mail.saveRights': row([NONE, NONE, NO, '200', '200'], async (fixture) => {
    const { version } = await fixture.clients.owner.query<{ version: number }>('mail.rights', account(fixture));
    const rights = [{ subject: 'person', subjectId: fixture.ids.reader, sends: true, manages: false }];
    return { ...account(fixture), rights, aggregateVersion: version };
  }),
  'mail.attend': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await draftParams(fixture)),
    doing: 'reading',
  })),
  'mail.attendance': row([NO, NONE, NO, '200', NONE], draftParams),
  'mail.comments': row([NO, NONE, '200', '200', NONE], mail),
  'mail.addComment': row([NO, NONE, '200', '200', NONE], mail),
  'mail.editComment': row([NO, NONE, NO, '200', NONE], newComment),
  'mail.deleteComment': row([NO, NONE, NO, '200', NONE], newComment),
  'mail.rules': row([NO, NONE, '200', '200', '200'], account),
  'mail.saveRule': row([NO, NONE, NO, '200', '200'], (fixture) => rule(fixture)),
  'mail.deleteRule': row([NO, NONE, NO, '200', '200'], newRule),
  'mail.orderRules': row([NO, NONE, NO, '200', '200'], async (fixture) => ({
    ...account(fixture),
    ruleIds: [(await newRule(fixture)).ruleId],
  })),
  'mail.tryRule': row([NO, NONE, MAIL, MAIL, '200'], account),
  'mail.applyRule': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await newRule(fixture)),
    aggregateIds: [await fixture.newMail()],
  })),
  'mail.ruleLog': row([NO, NONE, NO, '200', '200'], account),
  'mail.absences': row([NO, '200', '200', '200', '200']),
  'mail.absenceAnswers': row([NO, NO, NO, '200', '200'], ({ ids }) => ({ userId: ids.owner })),
  'mail.saveAbsence': row([NO, NO, NO, '200', '200'], absence),
  'mail.endAbsence': row([NO, NO, NO, '200', '200'], newAbsence),
  'mail.handover': row([NO, NO, NO, '200', '200'], ({ ids }) => ({ userId: ids.owner })),
  'mail.claim': row([NO, NONE, '200', '200', NONE], newMails),
  'mail.release': row([NO, NONE, '200', '200', NONE], newMails),
  'mail.dkimKeys': forAdministrators('200'),
  'mail.addDkimKey': forAdministrators('200', () => ({ domain: 'nordwerk.invalid', selector: freshName() })),
  'mail.checkDkimKey': forAdministrators('200', newDkimKey),
  'mail.switchDkimKey': forAdministrators('200', async (fixture) => ({ ...(await newDkimKey(fixture)), isOn: false })),
  'mail.removeDkimKey': forAdministrators('200', newDkimKey),

  // Taking mails out and in: whoever manages the mailbox. Administrators do not read the mails of others.
  'mail.export': row([NO, NONE, NO, MAIL, NO], account),
  'mail.import': row([NO, NONE, NO, '422 MAIL_ATTACHMENT_MISSING', NO], account),
  'mail.imports': row([NO, '200', '200', '200', '200']),
  'mail.importErrors': row([NO, NONE, NONE, NONE, NONE]),
  'mail.undoImport': row([NO, NONE, NONE, NONE, NONE]),

  // Records are everybody's who has the right to them; links are of items, and seen with those.
  'record.instances': row([NO, '200', NO, '200', '200']),
  'record.search': row([NO, '200', NO, '200', '200']),
  'record.model': row([NO, '200', NO, '200', '200'], newRecord),
  'record.links': row([NO, NONE, NO, '200', NONE], mail),
  'record.create': row([NO, '200', NO, '200', '200'], async (fixture) => ({
    idoInstanceId: (await newRecord(fixture)).idoInstanceId,
  })),
  'record.save': row([NO, '200', NO, '200', '200'], recordChange),
  'record.delete': row([NO, '200', NO, '200', '200'], newRecordToDelete),
  'record.deleted': row([NO, '200', NO, '200', '200']),
  'record.restore': row([NO, '200', NO, '200', '200'], deletedRecord),
  'record.saveContactPerson': row([NO, '200', NO, '200', '200'], newRecord),
  'record.deleteContactPerson': row([NO, '200', NO, '200', '200'], newContactPerson),
  'record.restoreContactPerson': row([NO, '200', NO, '200', '200'], removedContactPerson),
  'record.link': row([NO, NONE, NO, '200', NONE], mailAndRecord),
  'record.linkMany': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await newRecord(fixture)),
    ...(await newMails(fixture)),
  })),
  'record.unlinkMany': row([NO, NONE, NO, '200', NONE], async (fixture) => ({
    ...(await newRecord(fixture)),
    ...(await newMails(fixture)),
  })),
  'record.unlink': row([NO, NONE, NO, '200', NONE], mailAndRecord),
  'record.dismissSuggestion': row([NO, NONE, NO, '200', NONE], mailAndRecord),
};

const SOURCES = join(import.meta.dirname, '..', '..');
/** Rows that modules have in their own folders. */
const ofModules = await Promise.all(
  globSync('modules/*/testing/*rights.ts', { cwd: SOURCES })
    .toSorted()
    .map(async (path) => (await import(join(SOURCES, path))) as { OPERATIONS: Readonly<Record<string, Row>> }),
);

/** Every query and command of the contract. Throws where an operation has two rows, of which one would be tried by nobody. */
export const OPERATIONS: Readonly<Record<string, Row>> = joined([COMMON, ...ofModules.map((one) => one.OPERATIONS)]);

function joined(tables: readonly Readonly<Record<string, Row>>[]): Readonly<Record<string, Row>> {
  const rows = tables.flatMap((table) => Object.entries(table));
  const twice = rows.filter(([name], at) => rows.findIndex(([other]) => other === name) !== at).map(([name]) => name);
  if (twice.length > 0) throw new Error(`These have more than one row in the table of rights: ${twice.join(', ')}`);
  return Object.fromEntries(rows);
}
