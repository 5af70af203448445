import { formatAggregateId, parseAggregateId } from '@kontor/contract/kernel';
import { mailExtras, MailDetailSchema, type MailDetail, type MailExtras, type Outgoing } from '@kontor/contract/mail';
import type { ListEntry } from '@kontor/contract/activity';
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { TestClient } from '../../../testing/client.ts';
import { openFixture, type Fixture } from '../writing/testing/fixture.ts';
import { report } from '../../../platform/mailparse/testing/report.ts';

let fixture: Fixture;
let peer: ScriptedPeer;

const QUICK = { interval: 50 };
const NAMES = [
  'answered',
  'answeredBy',
  'answeredWithTheMailId',
  'containsExternalImages',
  'isDeleted',
  'isSpam',
  'shouldShowTheClaimButton',
  'shouldShowTheReplyButton',
  'smtpLogLog',
  'smtpLogType',
  'userHasAccessToTheAnswer',
  'userIsAuthorizedToDelete',
  'userIsAuthorizedToSpam',
];

beforeAll(async () => {
  fixture = await openFixture();
  peer = await ScriptedPeer.start();
  const sending = { host: '127.0.0.1', port: peer.port, security: 'none' };
  for (const [owner, { accountId }] of [
    [fixture.anna, fixture.shared],
    [fixture.emil, fixture.own],
  ] as const)
    await owner.command('mail.updateSending', { accountId, sending });
});
afterAll(async () => {
  await fixture?.close();
  await peer?.close();
});

/** The details of a mail as somebody sees them, held against the contract. */
async function seenBy(client: TestClient, aggregateId: string): Promise<MailDetail> {
  const detail = await client.query<MailDetail>('mail.details', { aggregateId });
  expect(v.safeParse(MailDetailSchema, detail).issues).toBeUndefined();
  return detail;
}
const entryOf = async (client: TestClient, subject: string): Promise<ListEntry> => {
  const all = await client.query<ListEntry[]>('mail.items', { view: 'all' });
  return all.find(({ information }) => information === subject) ?? expect.fail(`${subject} is not there`);
};
/** The item of an entry as details name it: without the list's mailbox. */
const itemOf = ({ aggregateId }: ListEntry): string => {
  const id = parseAggregateId(aggregateId);
  return id === undefined ? '' : formatAggregateId({ module: 'email', entryId: id.entryId, userId: id.userId });
};
const extrasOf = async (client: TestClient, subject: string): Promise<MailExtras> =>
  (await entryOf(client, subject)).extras as MailExtras;

async function sent(client: TestClient, more: Record<string, unknown>): Promise<number> {
  const { outgoingId } = await client.command<{ outgoingId: number }>('mail.send', {
    receiversTo: [{ receiver: 'paul@werft.example' }],
    content: '<p>Ja.</p>',
    draftKey: randomUUID(),
    undoSeconds: 0,
    ...more,
  });
  const state = async () =>
    (await client.query<Outgoing[]>('mail.outbox')).find((one) => one.outgoingId === outgoingId)?.state;
  await expect.poll(state, QUICK).toBe('sent');
  return outgoingId;
}

test('a mail that came in says what each person may do with it, in the reader and in lists', async () => {
  const aggregateId = await fixture.arrive({ subject: 'Frage' });
  const mine = await seenBy(fixture.anna, aggregateId);
  expect(Object.keys(mine.sendState).toSorted()).toEqual(NAMES);
  expect(mine.sendState).toMatchObject({
    answered: false,
    shouldShowTheClaimButton: true,
    shouldShowTheReplyButton: true,
    userIsAuthorizedToDelete: true,
    smtpLogLog: null,
    smtpLogType: null,
  });
  expect([mine.answers, mine.outgoing, mine.claim, mine.bounce, mine.firedRules]).toEqual([[], null, null, null, []]);
  expect(mine.mailbox).toEqual({
    accountId: fixture.shared.accountId,
    email: 'info@nordwerk.example',
    sends: true,
    manages: true,
    isShared: true,
  });
  expect((await seenBy(fixture.ben, aggregateId)).mailbox).toMatchObject({ sends: true, manages: false });
  const readsOnly = await seenBy(fixture.carla, aggregateId);
  expect(readsOnly.mailbox).toMatchObject({ sends: false, manages: false });
  const none = {
    shouldShowTheClaimButton: false,
    shouldShowTheReplyButton: false,
    userIsAuthorizedToDelete: false,
    userIsAuthorizedToSpam: false,
  };
  expect(readsOnly.sendState).toMatchObject(none);
  expect(await extrasOf(fixture.carla, 'Frage')).toMatchObject(none);
  const listed = await extrasOf(fixture.anna, 'Frage');
  expect(listed).toEqual(mine.extras);
  expect(listed).toMatchObject({
    threadId: mine.threadId,
    shouldShowTheReplyButton: true,
    destinationCopyAccounts: [],
  });
  // Of the short form a client fills in what is said by default.
  const short = await fixture.anna.query<{ columns: string[]; rows: unknown[][] }>(
    'mail.items',
    { view: 'all' },
    { format: 'rows' },
  );
  const index = short.columns.indexOf('extras');
  const row = short.rows.find((one) => one[short.columns.indexOf('information')] === 'Frage');
  expect(mailExtras(row?.[index] as Partial<MailExtras>)).toEqual(listed);
  // What a client has read takes the place of the row, and takes nothing out of it.
  expect(mine.entry.extras).toEqual(row?.[index]);
});

test('an answer is known by who gave it, and is followed only by those who see it', async () => {
  const aggregateId = await fixture.arrive({ subject: 'Angebot?' });
  // Emil answers what a colleague showed him, from a mailbox of his own.
  const { entryId = 0 } = parseAggregateId(aggregateId) ?? {};
  await fixture.server.platform.database.owner
    .insertInto('activity_user')
    .columns(['instance_id', 'activity_id', 'user_id', 'box_id', 'via_box_id', 'ts', 'module', 'status', 'direction'])
    .expression((eb) =>
      eb
        .selectFrom('activity_user')
        .select((one) => [
          'instance_id',
          'activity_id',
          one.val(fixture.ids.emil).as('user_id'),
          one.val(0).as('box_id'),
          one.val(fixture.shared.boxId).as('via_box_id'),
          'ts',
          'module',
          'status',
          'direction',
        ])
        .where('activity_id', '=', entryId)
        .where('user_id', '=', fixture.ids.anna),
    )
    .execute();
  await sent(fixture.emil, {
    subject: 'AW: Angebot?',
    replyOrForwardMailAggregateId: aggregateId,
    replyOrForwardType: 'reply',
  });
  const answer = itemOf(await entryOf(fixture.emil, 'AW: Angebot?'));
  const own = await seenBy(fixture.emil, aggregateId);
  expect(own.answers).toEqual([{ kind: 'answer', aggregateId: answer, by: 'emil Berger', at: expect.any(Number) }]);
  expect(own.sendState).toMatchObject({
    answered: true,
    answeredBy: 'emil Berger',
    answeredWithTheMailId: parseAggregateId(answer)?.entryId,
    userHasAccessToTheAnswer: true,
  });
  const others = await seenBy(fixture.anna, aggregateId);
  expect(others.answers).toEqual([{ kind: 'answer', aggregateId: null, by: 'emil Berger', at: expect.any(Number) }]);
  expect(others.sendState).toMatchObject({ answered: true, userHasAccessToTheAnswer: false });
  expect(await extrasOf(fixture.anna, 'Angebot?')).toMatchObject({ answered: true, userHasAccessToTheAnswer: false });

  await sent(fixture.ben, {
    subject: 'WG: Angebot?',
    replyOrForwardMailAggregateId: aggregateId,
    replyOrForwardType: 'forward',
  });
  const passedOn = await seenBy(fixture.ben, aggregateId);
  expect(passedOn.extras).toMatchObject({ forwarded: true, forwardedBy: 'ben Berger' });
  expect(passedOn.answers.map(({ kind, by }) => [kind, by])).toEqual([
    ['answer', 'emil Berger'],
    ['forward', 'ben Berger'],
  ]);
});

test('a mail of ours says how it fares, and what was said only to those who may send', async () => {
  const subject = `Lieferung ${randomUUID()}`;
  const outgoingId = await sent(fixture.ben, { subject });
  const { aggregateId } = await entryOf(fixture.anna, subject);
  const mine = await seenBy(fixture.anna, aggregateId);
  expect(mine.outgoing).toMatchObject({ outgoingId, state: 'sent', byName: 'ben Berger', isMine: false });
  expect(mine.outgoing?.receivers).toMatchObject([{ receiver: 'paul@werft.example', state: 'accepted' }]);
  expect(mine.sendState.smtpLogType).toBe('sent');
  expect(mine.sendState.smtpLogLog).toMatch(/^C: RCPT TO:<paul@werft\.example>/m);
  expect(mine.receiverAddressesTo).toMatchObject([{ state: 'accepted' }]);
  const readsOnly = await seenBy(fixture.carla, aggregateId);
  expect([readsOnly.sendState.smtpLogLog, readsOnly.outgoing?.state]).toEqual([null, 'sent']);
});

test('a report and the mail that it is about name each other', async () => {
  const subject = `Unzustellbar ${randomUUID()}`;
  await sent(fixture.anna, { subject });
  const ours = itemOf(await entryOf(fixture.anna, subject));
  const reference = /^X-Kontor-Ref: (.*)\r$/m.exec(peer.taken.at(-1)?.raw ?? '')?.[1];
  const about = await fixture.deliver(
    report('failed', { receiver: 'paul@werft.example', header: `X-Kontor-Ref: ${reference}` }),
  );
  const receivers = [{ receiver: 'paul@werft.example', state: 'bounced', answer: '5.1.1 550 No such user here' }];
  const said = await seenBy(fixture.anna, about);
  expect(said.bounce).toEqual({ aggregateId: ours, receivers });
  expect(said.extras.bounceOf).toBe(ours);
  const meant = await seenBy(fixture.anna, ours);
  expect(meant.bounce).toEqual({ aggregateId: about, receivers });
  expect(meant.extras).toMatchObject({ bounceOf: null, smtpLogType: 'bounced' });
});

test('who has no name is called by what they sign in with', async () => {
  const nameOfBen = (first: string, last: string) =>
    fixture.server.platform.database.ownerPool.query(
      'update app_user set first_name = $1, last_name = $2 where user_id = $3 and instance_id = $4',
      [first, last, fixture.ids.ben, fixture.instance.id],
    );
  const aggregateId = await fixture.arrive({ subject: 'Namenlos?' });
  const subject = `AW: Namenlos ${randomUUID()}`;
  await nameOfBen('', '');
  try {
    await sent(fixture.ben, { subject, replyOrForwardMailAggregateId: aggregateId, replyOrForwardType: 'reply' });
    expect((await seenBy(fixture.anna, aggregateId)).answers).toMatchObject([{ kind: 'answer', by: 'ben' }]);
    expect(await extrasOf(fixture.anna, 'Namenlos?')).toMatchObject({ answeredBy: 'ben' });
    const ours = await seenBy(fixture.anna, (await entryOf(fixture.anna, subject)).aggregateId);
    expect(ours.outgoing).toMatchObject({ byName: 'ben' });
    const all = await fixture.anna.query<Outgoing[]>('mail.outbox', { scope: 'all' });
    expect(all.find((one) => one.subject === subject)).toMatchObject({ byName: 'ben' });
  } finally {
    await nameOfBen('ben', 'Berger');
  }
});
