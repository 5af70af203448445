import { RIGHTS } from '@kontor/contract/account';
import type { ItemChangeEntry, ListEntry, Tip } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import type { GlobalizationRecord } from '@kontor/contract/sharing';
import { ALL_QUERIES } from '@kontor/contract/all';
import { formatAggregateId, parseAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawMail } from '../../modules/mail/testing/factory.ts';
import { importMail, importTarget } from '../../modules/mail/index.ts';
import { MailParser } from '../../platform/mailparse/index.ts';
import type { Answer, TestClient } from '../client.ts';
import { expectLoggedInFile } from '../logged.ts';
import { startTestServer, type TestServer } from '../server.ts';
import { StompPeer } from '../stomp.ts';
import { PEOPLE, buildFixture, type Fixture } from './fixture.ts';
import { OPERATIONS } from './table.ts';

/** Two who have the same mail in mailboxes of their own: what the mailbox is called, and who it is, must never come to the other. */
interface Side {
  readonly client: TestClient;
  readonly userId: number;
  readonly name: string;
  readonly boxWord: string;
  readonly email: string;
  readonly accountId: number;
  readonly boxId: number;
  /** The fixture as it is for this person. */
  readonly fixture: Fixture;
}

let server: TestServer;
let parser: MailParser;
let fixture: Fixture;
let ben: Side;
let dora: Side;
let frieda: TestClient;
let friedaId: number;
let entryId: number;

/** Somebody who has nothing to do with any of it: whoever reads of them reads of everybody in the instance. */
const BYSTANDER = 'gustav';
const idFor = (userId: number): string => formatAggregateId({ module: 'email', entryId, userId });
const textOf = ({ body }: Answer<unknown>): string => (typeof body === 'string' ? body : JSON.stringify(body));

beforeAll(async () => {
  server = await startTestServer();
  parser = new MailParser({ processes: 1 });
  expectLoggedInFile(/"job":"mail.readAnew".*"msg":"job failed"/);
  fixture = await buildFixture(server, parser, 'eigen');
  const { clients, ids, word, instance } = fixture;
  friedaId = await server.person(instance, 'frieda', { lastName: word, rights: RIGHTS });
  frieda = await server.client(instance, 'frieda');
  await server.person(instance, BYSTANDER, { lastName: word, email: `${BYSTANDER}@${word}.example`, rights: RIGHTS });
  const email = `zqdorasfach@${word}.example`;
  const fields = { host: '127.0.0.1', port: 1, security: 'none', userName: email, password: 'x', memberIds: [] };
  const added = await clients.noAccess.command<{ accountId: number; boxId: number }>('mail.addAccount', {
    ...fields,
    name: 'Post',
    email,
  });
  await clients.noAccess.command('mail.pauseAccount', { accountId: added.accountId });
  for (const boxId of [fixture.boxId, added.boxId]) entryId = await receive('Beide', boxId);
  ben = {
    client: clients.owner,
    userId: ids.owner,
    name: `${PEOPLE.owner.userName} ${word}`,
    boxWord: fixture.boxWord,
    email: `${fixture.boxWord}1@${word}.example`,
    accountId: fixture.accountId,
    boxId: fixture.boxId,
    fixture: { ...fixture, mail: idFor(ids.owner) },
  };
  dora = {
    client: clients.noAccess,
    userId: ids.noAccess,
    name: `${PEOPLE.noAccess.userName} ${word}`,
    boxWord: 'zqdorasfach',
    email,
    ...added,
    fixture: {
      ...fixture,
      ...added,
      clients: { ...clients, owner: clients.noAccess },
      ids: { ...ids, owner: ids.noAccess },
      mail: idFor(ids.noAccess),
    },
  };
});
afterAll(async () => {
  await server?.close();
  await parser?.close();
});

const raws = new Map<string, string>();
/** A mail of this subject: the same one, whenever it is asked for. */
function rawOf(subject: string): string {
  const raw =
    raws.get(subject) ?? rawMail({ subject, to: 'alle@werft.example', messageId: `${subject}@werft.example` });
  raws.set(subject, raw);
  return raw;
}

/** A mail of this subject arrives in a box. Returns its number. */
async function receive(subject: string, boxId: number): Promise<number> {
  const parts = { platform: server.platform, change: server.change, parser };
  const target = await importTarget(parts, fixture.instance, boxId);
  if (target === undefined) throw new Error('The mailbox has no account');
  const listed = await importMail(parts, fixture.instance, target, {
    raw: Buffer.from(`Delivered-To: ${target.channel}\r\n${rawOf(subject)}`),
    status: 1,
  });
  return listed.mailId;
}

/** Makes these people the members of Dora's mailbox, each with their own state of its mails. */
async function setMembersOfDoras(memberIds: readonly number[]): Promise<void> {
  const { results } = await dora.client.envelope<Record<string, unknown>[]>('mail.accountSettings');
  const settings = results.find(({ id }) => id === dora.accountId);
  const fields = ['name', 'email', 'host', 'port', 'security', 'userName'].map((name) => [name, settings?.[name]]);
  await dora.client.command('mail.updateAccount', {
    ...Object.fromEntries(fields),
    accountId: dora.accountId,
    sharedState: false,
    memberIds,
  });
}

/** What an answer tells of a side to somebody who is not to know of it. */
function toldOf(side: Side, text: string): string[] {
  const word = fixture.word;
  const isOfEverybody = text.includes(`${BYSTANDER} ${word}`) || text.includes(`${BYSTANDER}@${word}`);
  const states = [...text.matchAll(/"(?:userList|states|people)":(\[[^\]]*(?:\][^\]]*)*?\])/g)].map(([, list]) => list);
  return [
    ...(text.includes(side.boxWord) ? ['mailbox'] : []),
    ...(!isOfEverybody && text.includes(side.name) ? ['name'] : []),
    ...(states.some((list) => new RegExp(`"userId":${side.userId}\\b`).test(list ?? '')) ? ['state'] : []),
  ];
}

/** What a person reads of the mail everywhere. */
async function seenBy(client: TestClient, userId: number) {
  const aggregateId = idFor(userId);
  const rows = await client.query<ListEntry[]>('mail.items', { view: 'all', searchTerm: 'Beide' });
  const row = rows.find(({ aggregateId: id }) => parseAggregateId(id)?.entryId === entryId);
  const [details, tips, history] = await Promise.all([
    client.query<MailDetail>('mail.details', { aggregateId }),
    client.query<Tip>('activity.tips', { aggregateId }),
    client.query<ItemChangeEntry[]>('activity.history', { aggregateId }),
  ]);
  const comments = await client.query<{ content: string }[]>('mail.comments', { aggregateId });
  return {
    channel: row?.channel,
    states: Object.fromEntries((row?.groupedStatus.userList ?? []).map((it) => [it.userId, it.status])),
    calculated: row?.groupedStatus.calculated,
    globalized: row?.globalized,
    extras: row?.extras as Record<string, unknown>,
    details,
    tips,
    editors: [...new Set(history.map((one) => one.userId))],
    comments: comments.map(({ content }) => content),
  };
}

/** Of records, which are everybody's, and not of mails. */
const OF_RECORDS = new Set(['record.sharedQueries']);

/** Everything of the contract that can be asked, of what a side has, by that side. */
async function askAll(side: Side, other: Side): Promise<string[]> {
  const leaks: string[] = [];
  for (const [name, definition] of ALL_QUERIES) {
    const { about, is } = OPERATIONS[name] ?? {};
    // What everybody in the instance may read of its mailboxes is no secret of this mail.
    if (is?.noRights === '200 mailbox' || OF_RECORDS.has(name)) continue;
    // What is made anew for the question belongs to who makes it.
    const given = await Promise.resolve(about?.(side.fixture)).catch(() => ({}));
    const answer = await side.client.tryQuery(name, { ...(definition.example.params as object), ...given });
    leaks.push(...toldOf(other, textOf(answer)).map((what) => `${name}: ${what}`));
  }
  for (const query of ['mail.items', 'filter.items', 'inbox.items', 'trash.items'])
    for (const format of ['json', 'rows'] as const) {
      const params = query === 'inbox.items' ? {} : { view: 'all', searchTerm: 'Beide' };
      const answer = await side.client.tryQuery(query, params, { format });
      leaks.push(...toldOf(other, textOf(answer)).map((what) => `${query} ${format}: ${what}`));
    }
  return leaks;
}

const sides = (): readonly (readonly [Side, Side])[] => [
  [ben, dora],
  [dora, ben],
];

test('both have one and the same mail', async () => {
  for (const [{ client, userId }] of sides())
    expect(await client.query<MailDetail>('mail.details', { aggregateId: idFor(userId) })).toMatchObject({
      subject: 'Beide',
    });
});

test('each reads their own mailbox, and nothing of the other’s', async () => {
  for (const [side, other] of sides()) {
    const seen = await seenBy(side.client, side.userId);
    expect(seen.channel).toBe(side.email);
    expect(seen.details.entry.channel).toBe(side.email);
    expect(seen.details.mailbox.email).toBe(side.email);
    expect(seen.tips.mailbox).toEqual({ name: side.email, channel: side.email });
    expect(seen.states[side.userId]).toBe(1);
    expect(seen.states[other.userId]).toBeUndefined();
  }
});

test('lists are sorted by the mailbox that each reads', async () => {
  const sort = [{ property: 'channel', direction: 'ASC' }] as const;
  const rows = await dora.client.query<ListEntry[]>('mail.items', { view: 'all' }, { sort: [...sort] });
  expect(rows.map(({ channel }) => channel)).toEqual(rows.map(({ channel }) => channel).toSorted());
});

describe('what one of them does', () => {
  test('is told to the other neither by events nor by answers', async () => {
    const aggregateIds = [idFor(dora.userId)];
    const ear = await StompPeer.as(ben.client);
    const heard = () =>
      ear.frames.filter(({ command }) => command === 'MESSAGE').map(({ body }) => Buffer.from(body).toString());
    await dora.client.command('activity.attend', { aggregateId: aggregateIds[0], doing: 'reading' });
    await dora.client.command('mail.claim', { aggregateIds });
    await dora.client.command('mail.addComment', {
      aggregateId: aggregateIds[0],
      content: 'Zqanmerkung',
      mentions: [],
    });
    await dora.client.command('globalization.set', { aggregateIds, userIds: [friedaId], message: 'Zqfrieda' });
    await dora.client.command('activity.setState', { aggregateIds, state: 'ready' });
    await ben.client.command('activity.setState', { aggregateIds: [idFor(ben.userId)], state: 'seen' });
    // What Ben does is heard last.
    await expect.poll(() => heard().some((body) => body.includes('"status":2'))).toBe(true);
    for (const body of heard()) expect(toldOf(dora, body)).toEqual([]);
    for (const body of heard()) expect(body).not.toContain('"globalized":true');
    ear.close();
    for (const [side, other] of sides()) expect(await askAll(side, other)).toEqual([]);
    const seen = await seenBy(ben.client, ben.userId);
    expect(seen).toMatchObject({ globalized: false, calculated: 2, comments: [], editors: [ben.userId] });
    expect(seen.extras).toMatchObject({ claimedBy: null, claimedById: null, comments: 0 });
    expect(await ben.client.query('activity.attendance', { aggregateId: idFor(ben.userId) })).toEqual([]);
    const ofDora = await seenBy(dora.client, dora.userId);
    expect(ofDora).toMatchObject({ globalized: true, comments: ['Zqanmerkung'], editors: [dora.userId] });
    expect(ofDora.extras).toMatchObject({ claimedById: dora.userId, comments: 1 });
  });

  test('finds nothing for the other, who filters by it', async () => {
    const filtered = (params: object) =>
      ben.client.query<ListEntry[]>('mail.items', { view: 'all', searchTerm: 'Beide', ...params });
    expect(await filtered({})).toHaveLength(1);
    expect(await filtered({ userFilter: [dora.userId] })).toEqual([]);
    expect(await filtered({ userFilter: [friedaId] })).toEqual([]);
    expect(await filtered({ searchTerm: 'Beide is:shared' })).toEqual([]);
    expect(await filtered({ globalized: false })).toHaveLength(1);
  });

  test('is nothing that the other could take away', async () => {
    const [comment] = await dora.client.query<{ commentId: number }[]>('mail.comments', {
      aggregateId: idFor(dora.userId),
    });
    const { status } = await ben.client.tryCommand('mail.deleteComment', { commentId: comment?.commentId });
    expect(status).toBe(404);
    const { status: released } = await ben.client.tryCommand('mail.release', { aggregateIds: [idFor(ben.userId)] });
    expect(released).toBe(200);
    const seen = await seenBy(dora.client, dora.userId);
    expect(seen).toMatchObject({ comments: ['Zqanmerkung'], extras: { claimedById: dora.userId } });
  });

  test('does not stand in the way of the other', async () => {
    const aggregateIds = [idFor(ben.userId)];
    const { status, body } = await ben.client.tryCommand('mail.claim', { aggregateIds });
    expect([status, body.data]).toEqual([200, { aggregateIds, missing: [] }]);
    expect((await seenBy(ben.client, ben.userId)).extras).toMatchObject({ claimedById: ben.userId });
    expect((await seenBy(dora.client, dora.userId)).extras).toMatchObject({ claimedById: dora.userId });
    await ben.client.command('mail.release', { aggregateIds });
    expect((await seenBy(ben.client, ben.userId)).extras).toMatchObject({ claimedById: null });
    expect((await seenBy(dora.client, dora.userId)).extras).toMatchObject({ claimedById: dora.userId });
  });
});

describe('a third person', () => {
  test('who belongs to one of the mailboxes is told of that one', async () => {
    const seen = await seenBy(fixture.clients.reader, fixture.ids.reader);
    expect(seen.channel).toBe(ben.email);
    // They share one state.
    expect(seen.states).toEqual({ [ben.userId]: 2, [fixture.ids.reader]: 2 });
    const text = JSON.stringify(seen);
    expect(toldOf(dora, text)).toEqual([]);
  });

  test('whom one of them shares the mail with is told of who did, until the other one is the only one to', async () => {
    const userIds = [friedaId];
    let seen = await seenBy(frieda, friedaId);
    expect(seen.channel).toBe(dora.email);
    expect(seen.states).toEqual({ [dora.userId]: 3, [friedaId]: 1 });
    expect(toldOf(ben, JSON.stringify(seen))).toEqual([]);
    await ben.client.command('globalization.set', { aggregateIds: [idFor(ben.userId)], userIds, message: 'Zqben' });
    seen = await seenBy(frieda, friedaId);
    expect(seen.channel).toBe(dora.email);
    expect(toldOf(ben, JSON.stringify(seen))).toEqual([]);
    // Each of the two reads of the own share alone, and ends that one.
    const shares = async ({ client, userId }: Side) => {
      const [record] = await client.query<GlobalizationRecord[]>('globalization.details', {
        aggregateIds: [idFor(userId)],
      });
      return record?.window.globalizedUsers.map((one) => one.message);
    };
    expect([await shares(ben), await shares(dora)]).toEqual([['Zqben'], ['Zqfrieda']]);
    await dora.client.command('globalization.remove', { aggregateIds: [idFor(dora.userId)], userIds });
    seen = await seenBy(frieda, friedaId);
    expect(seen.channel).toBe(ben.email);
    expect(seen.states).toEqual({ [ben.userId]: 2, [fixture.ids.reader]: 2, [friedaId]: 1 });
    expect(toldOf(dora, JSON.stringify(seen))).toEqual([]);
    expect((await seenBy(dora.client, dora.userId)).globalized).toBe(false);
  });
});

test('who comes to share a mailbox is told of it as long as that lasts, and reads their own name first', async () => {
  await setMembersOfDoras([fixture.ids.owner]);
  // It stands with him as in his own already.
  await expect.poll(async () => (await seenBy(ben.client, ben.userId)).states[dora.userId]).toBe(3);
  expect((await seenBy(ben.client, ben.userId)).channel).toBe(ben.email);
  // What he takes over there is hers again when he leaves.
  const claimant = async ({ client, userId }: Side) => (await seenBy(client, userId)).extras['claimedById'];
  await ben.client.command('mail.claim', { aggregateIds: [idFor(ben.userId)], isTakenOver: true });
  expect([await claimant(ben), await claimant(dora)]).toEqual([ben.userId, ben.userId]);
  await setMembersOfDoras([]);
  expect([await claimant(ben), await claimant(dora)]).toEqual([null, null]);
  const seen = await seenBy(ben.client, ben.userId);
  expect([seen.channel, seen.states[dora.userId]]).toEqual([ben.email, undefined]);
  expect(await askAll(ben, dora)).toEqual([]);
});

test('by what is said about a mail it is found as long as all who have it are told of that', async () => {
  const mailId = await receive('Besprochen', dora.boxId);
  const aggregateId = formatAggregateId({ module: 'email', entryId: mailId, userId: dora.userId });
  await dora.client.command('mail.addComment', { aggregateId, content: 'Zqbesprochen', mentions: [] });
  const everybody = { ben: ben.client, dora: dora.client, reader: fixture.clients.reader };
  const finding = async () => {
    const found: string[] = [];
    for (const [name, client] of Object.entries(everybody))
      if ((await client.query<ListEntry[]>('mail.items', { view: 'all', searchTerm: 'Zqbesprochen' })).length > 0)
        found.push(name);
    return found;
  };
  expect(await finding()).toEqual(['dora']);
  await receive('Besprochen', fixture.boxId);
  expect(await finding()).toEqual([]);
  await setMembersOfDoras([dora.userId, fixture.ids.owner, fixture.ids.reader]);
  await expect.poll(finding).toEqual(['ben', 'dora', 'reader']);
  await setMembersOfDoras([dora.userId, fixture.ids.owner]);
  expect(await finding()).toEqual([]);
  await setMembersOfDoras([]);
  expect(await finding()).toEqual([]);
});

test('administrators read names of mailboxes where they did before, and nothing of who has the mail', async () => {
  const { admin } = fixture.clients;
  for (const [name, definition] of ALL_QUERIES) {
    const row = OPERATIONS[name];
    if (row === undefined || row.is.admin === '200 mailbox' || row.is.admin.startsWith('4')) continue;
    const given = await Promise.resolve(row.about?.(ben.fixture)).catch(() => ({}));
    const text = textOf(await admin.tryQuery(name, { ...(definition.example.params as object), ...given }));
    expect([name, text.includes(dora.boxWord) || /"userList":\[[^\]]/.test(text)]).toEqual([name, false]);
  }
});
