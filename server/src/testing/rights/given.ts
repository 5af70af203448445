import { savedCommands } from '@kontor/contract/activity';
import { ruleCommands, sendingCommands } from '@kontor/contract/mail';
import { randomUUID } from 'node:crypto';
import type { Fixture } from './fixture.ts';

// What operations are asked about: things of the fixture, made anew where an operation uses them up.

export const mail = ({ mail: aggregateId }: Fixture) => ({ aggregateId });
export const mails = ({ mail: aggregateId }: Fixture) => ({ aggregateIds: [aggregateId] });
export const newMails = async (fixture: Fixture) => ({ aggregateIds: [await fixture.newMail()] });
export const newComment = async (fixture: Fixture) =>
  fixture.clients.owner.command<{ commentId: number }>('mail.addComment', {
    ...mail(fixture),
    content: 'Ich rufe an.',
  });
export const rule = (fixture: Fixture) => ({
  ...account(fixture),
  ruleId: randomUUID(),
  actions: [{ kind: 'archive' }],
});
export const newRule = async (fixture: Fixture) => {
  const { example } = ruleCommands.saveRule;
  return fixture.clients.owner
    .command<{ ruleId: string }>('mail.saveRule', { ...example.params, ...rule(fixture) })
    .then(({ ruleId }) => ({ ruleId }));
};
export const attachment = async ({ mail: aggregateId, mailWord, clients }: Fixture) => {
  const files = await clients.owner.query<{ filename: string; storageKey: string }[]>('mail.attachments', {
    aggregateId,
  });
  return { aggregateId, storageKey: files.find(({ filename }) => filename === `${mailWord}.txt`)?.storageKey };
};
export const account = ({ accountId }: Fixture) => ({ accountId });
export const imap = (fixture: Fixture) => ({
  name: fixture.word,
  email: `${fixture.boxWord}1@${fixture.word}.example`,
  host: '127.0.0.1',
  port: 1,
  security: 'none',
  userName: `${fixture.boxWord}1@${fixture.word}.example`,
  password: 'geheim',
  memberIds: [fixture.ids.reader],
});
export const newPerson = async (fixture: Fixture) => ({ userId: await fixture.newPerson() });

let fresh = 0;
/** A name that nothing bears yet. */
export const freshName = () => `frisch${(fresh += 1)}`;

/** A colour scheme that the owner has made. */
export async function newScheme({ clients }: Fixture): Promise<string> {
  const scheme = JSON.stringify({ label: '', value: { primary: '#0b6e5f', secondary: '#2f8f9d', dark: '#10151d' } });
  return (await clients.owner.command<{ name: string }>('theme.createColourScheme', { name: freshName(), scheme }))
    .name;
}

/** A saved filter of the owner, shared with the reader. */
export async function newFilter({ clients, ids }: Fixture): Promise<{ filterId: string }> {
  const about = { filterId: randomUUID(), name: freshName(), sharedWith: { everybody: false, userIds: [ids.reader] } };
  await clients.owner.command('filter.save', { ...savedCommands.save.example.params, ...about });
  return { filterId: about.filterId };
}

export const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();

/** An absence of the owner that is to come, in the reader's hands. */
export async function absence({ clients, ids }: Fixture) {
  const all = await clients.owner.query<{ userId: number | null; version: number }[]>('mail.absences', {});
  return {
    userId: ids.owner,
    startsAt: tomorrow(),
    endsAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    subject: 'Abwesend',
    content: '<p>Guten Tag,</p>',
    substituteId: ids.reader,
    aggregateVersion: all.find(({ userId }) => userId === ids.owner)?.version ?? null,
  };
}
export async function newAbsence(fixture: Fixture): Promise<{ userId: number }> {
  await fixture.clients.owner.command('mail.saveAbsence', await absence(fixture));
  return { userId: fixture.ids.owner };
}

/** A mail as the mailbox. */
export async function newLetter({ clients, accountId }: Fixture) {
  const { sendingAccounts } = await clients.owner.query<{ sendingAccounts: { id: number; accountId: number }[] }>(
    'mail.accounts',
    {},
  );
  const sender = sendingAccounts.find((one) => one.accountId === accountId);
  return { draftKey: randomUUID(), sendAt: tomorrow(), senderAccountId: sender?.id ?? null };
}

/** A mail that the owner is about to send. */
export async function newOutgoing(fixture: Fixture): Promise<{ outgoingId: number }> {
  const about = { ...sendingCommands.send.example.params, ...(await newLetter(fixture)) };
  const { outgoingId } = await fixture.clients.owner.command<{ outgoingId: number }>('mail.send', about);
  return { outgoingId };
}

/** A key that an administrator has made. */
export async function newDkimKey({ clients }: Fixture): Promise<{ domain: string; selector: string }> {
  const about = { domain: 'nordwerk.invalid', selector: freshName() };
  await clients.admin.command('mail.addDkimKey', about);
  return about;
}

/** An entry of the menu that an administrator has made. */
export async function newMenuItem({ clients }: Fixture): Promise<{ ID: number }> {
  const about = { Caption: 'Suche', Name: freshName(), Type: 'predefined', URL: '/filter/all/all/main' };
  const { ID } = await clients.admin.command<{ ID: number }>('account.createMenuItem', {
    ...about,
    Method: 'GET',
    Session: false,
    ResourceId: '',
  });
  return { ID };
}

/** The address of the mailbox, as its owner writes from it. */
export async function senderOf({ clients, accountId }: Fixture): Promise<number> {
  const { sendingAccounts } = await clients.owner.query<{ sendingAccounts: { id: number; accountId: number }[] }>(
    'mail.accounts',
  );
  return sendingAccounts.find((sender) => sender.accountId === accountId)?.id ?? 0;
}

export const written = () => ({ draftKey: randomUUID() });
export const newDraft = async ({ clients }: Fixture): Promise<{ draftOrTemplateId: number }> => ({
  draftOrTemplateId: (await clients.owner.command<{ draftId: number }>('mail.saveDraft', written())).draftId,
});
/** The same, as a place where people are. */
export const draftParams = async (fixture: Fixture) => ({ draftId: (await newDraft(fixture)).draftOrTemplateId });
export async function newTemplate({ clients }: Fixture): Promise<{ templateId: number }> {
  const { templateId } = await clients.owner.command<{ templateId: number }>('mail.saveTemplate', {
    ...written(),
    templateName: freshName(),
  });
  return { templateId };
}
export async function newSender({ clients, accountId, word }: Fixture): Promise<{ senderId: number }> {
  const about = { accountId, email: `${freshName()}@${word}.example`, name: word };
  return { senderId: (await clients.owner.command<{ senderId: number }>('mail.saveSender', about)).senderId };
}

/** A group that an administrator has made, of the owner. */
export async function newGroup({ clients, ids }: Fixture): Promise<{ groupId: number }> {
  const about = { name: freshName(), userIds: [ids.owner] };
  return { groupId: (await clients.admin.command<{ groupId: number }>('account.createGroup', about)).groupId };
}

/** A record that the owner has made; with its moment it can be deleted. */
export async function newRecord({ clients: { owner }, word }: Fixture) {
  const [kind] = await owner.query<{ ID: number }[]>('record.instances');
  const idoInstanceId = kind?.ID ?? 0;
  const { idoId } = await owner.command<{ idoId: number }>('record.create', {
    idoInstanceId,
    jsonPayload: { values: { name: word } },
  });
  return { idoId, idoInstanceId };
}
export async function newRecordToDelete(fixture: Fixture) {
  const named = await newRecord(fixture);
  const { jsonModel } = await fixture.clients.owner.query<{ jsonModel: { lastKnownChangeTimestamp: number } }>(
    'record.model',
    named,
  );
  return { ...named, lastKnownChangeTimestamp: jsonModel.lastKnownChangeTimestamp };
}
export async function deletedRecord(fixture: Fixture) {
  const { lastKnownChangeTimestamp, ...named } = await newRecordToDelete(fixture);
  await fixture.clients.owner.command('record.delete', { ...named, lastKnownChangeTimestamp });
  return named;
}
export const recordChange = async (fixture: Fixture) => ({
  ...(await newRecord(fixture)),
  jsonPayload: { changes: [{ key: 'name', before: fixture.word, value: freshName() }] },
});
/** A field of records that are named at once. */
export async function manyRecords(fixture: Fixture) {
  const { idoId, idoInstanceId } = await newRecord(fixture);
  return { idoInstanceId, idoIds: [idoId], key: 'city' };
}
export async function newContactPerson(fixture: Fixture) {
  const named = await newRecord(fixture);
  const jsonPayload = { changes: [{ key: 'name', before: '', value: fixture.word }] };
  return {
    ...named,
    ...(await fixture.clients.owner.command<{ contactPersonId: number }>('record.saveContactPerson', {
      ...named,
      jsonPayload,
    })),
  };
}
export async function removedContactPerson(fixture: Fixture) {
  const named = await newContactPerson(fixture);
  await fixture.clients.owner.command('record.deleteContactPerson', named);
  return named;
}
/** A mail that the owner may link with a record. */
export const mailAndRecord = async (fixture: Fixture) => ({ ...mail(fixture), ...(await newRecord(fixture)) });

/** A file of the owner's, which says what nobody else may read. */
export const documentFile = ({ mailWord }: Fixture) => ({
  fileName: `${mailWord}.txt`,
  size: Buffer.byteLength(mailWord),
  type: 'text/plain',
  data: Buffer.from(mailWord).toString('base64'),
});
/** What it is filed as: for who files it alone. */
export const documentFiled = (fixture: Fixture) => ({
  ...documentFile(fixture),
  title: fixture.mailWord,
  box: 0,
  idoLinkings: [],
});
export const newDocument = ({ clients, ...fixture }: Fixture) =>
  clients.owner.command<{ aggregateId: string }>('document.create', documentFiled({ clients, ...fixture }));
/** A box that nothing lies in. */
export const newDocumentBox = ({ clients }: Fixture) =>
  clients.admin.command<{ boxId: number }>('document.saveBox', { name: freshName(), memberIds: [] });
