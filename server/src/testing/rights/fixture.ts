import { RIGHTS, type PersonInfo, type Right } from '@kontor/contract/account';
import { AggregateIdSchema, formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import * as v from 'valibot';
import { setAlarms } from '../../modules/alarm/index.ts';
import { rawMail } from '../../modules/mail/testing/factory.ts';
import { importMail, importTarget } from '../../modules/mail/index.ts';
import type { MailParser } from '../../platform/mailparse/index.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../client.ts';
import type { TestServer } from '../server.ts';

/** Who asks in an instance: by rights and by what they belong to. */
export const PEOPLE = {
  /** Signed in, and may nothing. */
  noRights: { userName: 'emil', rights: [] },
  /** May everything, and is a member of nothing. */
  noAccess: { userName: 'dora', rights: RIGHTS },
  /** A member of the mailbox, with the right to read mails alone. */
  reader: { userName: 'carla', rights: ['mailList'] },
  /** Whose mailbox it is. */
  owner: { userName: 'ben', rights: RIGHTS },
  /** An administrator who is a member of nothing. */
  admin: { userName: 'anna', rights: RIGHTS },
} as const satisfies Record<string, { userName: string; rights: readonly Right[] }>;
export type Member = keyof typeof PEOPLE;
export const MEMBERS = Object.keys(PEOPLE) as Member[];

/** An instance in which everything private bears its word; what is in mails, and what mailboxes are called, another one besides. */
export interface Fixture {
  readonly instance: Instance;
  readonly word: string;
  readonly mailWord: string;
  readonly boxWord: string;
  readonly clients: Readonly<Record<Member, TestClient>>;
  readonly ids: Readonly<Record<Member, number>>;
  readonly accountId: number;
  readonly boxId: number;
  readonly addressId: number;
  readonly jobId: string;
  readonly sessionId: string;
  /** Of a command that the owner has sent. */
  readonly processId: string;
  /** As the owner sees it. */
  readonly mail: string;
  /** A mail of which nothing was done yet. */
  newMail(): Promise<string>;
  newTrash(): Promise<string>;
  /** An alarm of the owner, about a mail of which nothing was done yet. */
  newAlarm(): Promise<{ readonly type: 'task'; readonly id: number }>;
  newAccount(): Promise<number>;
  newPerson(): Promise<number>;
  /** Another session of the owner. */
  newSession(): Promise<string>;
}

const AVATAR = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/eL9GtQAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes the numbers that the next instance gets those of the one before it. */
export async function countAnew(owner: Db): Promise<void> {
  await sql`select setval(s.oid::regclass, 1, false) from pg_class s
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
      and s.relname not in ('instance_instance_id_seq', 'event_outbox_seq_seq')`.execute(owner);
}

export async function buildFixture(server: TestServer, parser: MailParser, name: string): Promise<Fixture> {
  const instance = await server.instance(name);
  const word = `zq${name}`;
  const mailWord = `zqgeheim${name}`;
  const boxWord = `zqfach${name}`;
  const ids: Partial<Record<Member, number>> = {};
  const clients: Partial<Record<Member, TestClient>> = {};
  for (const member of MEMBERS) {
    const { userName, rights } = PEOPLE[member];
    const email = `${userName}@${word}.example`;
    const more = { lastName: word, email, rights, isAdministrator: member === 'admin' };
    ids[member] = await server.person(instance, userName, more);
    clients[member] = await server.client(instance, userName);
  }
  const { owner, admin } = clients as Record<Member, TestClient>;
  const [ownerId, readerId] = [ids.owner ?? 0, ids.reader ?? 0];

  let count = 0;
  const addAccount = async () => {
    const email = `${boxWord}${(count += 1)}@${word}.example`;
    const server = { host: '127.0.0.1', port: 1, security: 'none', userName: email, password: word };
    const added = await owner.command<{ accountId: number; boxId: number }>('mail.addAccount', {
      ...server,
      name: word,
      email,
      memberIds: [readerId],
    });
    await owner.command('mail.pauseAccount', { accountId: added.accountId });
    return added;
  };
  const { accountId, boxId } = await addAccount();
  const parts = { platform: server.platform, change: server.change, parser };
  const addMail = async (subject: string): Promise<string> => {
    const target = await importTarget(parts, instance, boxId);
    if (target === undefined) throw new Error('The mailbox has no account');
    const raw = rawMail({
      from: `${mailWord} <${mailWord}@werft.example>`,
      subject: `${mailWord} ${subject} ${(count += 1)}`,
      html: `<p>${mailWord}</p><img src="https://bilder.example/${mailWord}.png">`,
      files: { [`${mailWord}.txt`]: Buffer.from(mailWord), 'bild.png': AVATAR },
    });
    const { mailId: entryId } = await importMail(parts, instance, target, { raw: Buffer.from(raw), status: 1 });
    return formatAggregateId({ module: 'email', entryId, userId: ownerId });
  };
  const newTrash = async () => {
    const mail = await addMail('weg');
    await owner.command('activity.delete', { aggregateIds: [mail] });
    return mail;
  };
  const newPerson = async () => {
    const invited = { userName: `neu${(count += 1)}`, lastName: word, email: null, rights: [] };
    return (await admin.command<{ userId: number }>('account.invite', invited)).userId;
  };

  const { accountId: addressId } = await admin.command<{ accountId: number }>('mail.addAddress', {
    name: word,
    email: `post@${word}.example`,
    memberIds: [ownerId, readerId],
  });
  const mail = await addMail('erste');
  await newTrash();
  const processId = server.platform.newId();
  await owner.command('activity.setState', { aggregateIds: [mail], state: 'seen' }, { processId });
  await owner.command('account.setAvatar', { picture: { data: AVATAR.toString('base64') } });
  const { sessionId } = await owner.query<{ sessionId: string }>('session.fromToken', { jwtToken: '' });
  await server.change(instance, (ctx) => ctx.enqueue('mail.readAnew', { mailId: word }, { maxAttempts: 1 }));
  const jobId = await givenUpJob(admin);
  return {
    instance,
    word,
    mailWord,
    boxWord,
    clients: clients as Fixture['clients'],
    ids: ids as Fixture['ids'],
    accountId,
    boxId,
    addressId,
    jobId,
    sessionId,
    processId,
    mail,
    newMail: () => addMail('neu'),
    newTrash,
    newAlarm: async () => {
      const { entryId: id } = v.parse(AggregateIdSchema, await addMail('Wecker'));
      const at = new Date(server.platform.now() + 3_600_000);
      await server.change(instance, (ctx) =>
        setAlarms(ctx, id, [{ userId: ownerId, type: 'task', subjectAt: at, alarmAt: at }]),
      );
      return { type: 'task', id };
    },
    newAccount: async () => (await addAccount()).accountId,
    newPerson,
    newSession: async () => {
      const again = await server.client(instance, PEOPLE.owner.userName);
      return (await again.query<{ sessionId: string }>('session.fromToken', { jwtToken: '' })).sessionId;
    },
  };
}

async function givenUpJob(admin: TestClient): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const [job] = await admin.query<{ jobId: string }[]>('account.failedJobs');
    if (job !== undefined) return job.jobId;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The job that cannot succeed was not given up');
}

/** Address of the owner's picture, as lists of people bear it. */
export async function avatarVersion({ clients, ids }: Fixture): Promise<string> {
  const people = await clients.admin.query<PersonInfo[]>('account.people');
  const address = people.find(({ id }) => id === ids.owner)?.avatar ?? '';
  const parameters = new URL(address, 'http://kontor.example').searchParams.get('parameters') ?? '{}';
  return (JSON.parse(parameters) as { version?: string }).version ?? '';
}
