import type { ItemChangeEntry, ListEntry } from '@kontor/contract/activity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { claimsOf } from './claiming.ts';
import { codeOf, openFixture, type Fixture } from '../writing/testing/fixture.ts';
import { parseAggregateId } from '@kontor/contract/kernel';
import { loadPerson } from '../../account/index.ts';

let fixture: Fixture;
let mail: string;
let count = 0;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  mail = await fixture.arrive({ subject: `Reklamation ${(count += 1)}` });
});

const claim = (by: TestClient, more: object = {}) =>
  by.tryCommand<{ aggregateIds: string[]; missing: string[] }>('mail.claim', { aggregateIds: [mail], ...more });
const release = (by: TestClient, aggregateIds = [mail]) => by.tryCommand('mail.release', { aggregateIds });
const entryOf = async (by: TestClient) =>
  (await by.query<ListEntry[]>('mail.items', { view: 'all' }, { format: 'json' })).find(
    ({ information }) => information === `Reklamation ${count}`,
  );
const save = async (rights: readonly object[]) =>
  fixture.anna.command('mail.saveRights', {
    accountId: fixture.shared.accountId,
    rights,
    aggregateVersion: (
      await fixture.anna.query<{ version: number }>('mail.rights', { accountId: fixture.shared.accountId })
    ).version,
  });
const person = (name: 'ben' | 'carla', may: object = {}) => ({
  subject: 'person',
  subjectId: fixture.ids[name],
  sends: true,
  manages: false,
  ...may,
});

test('a mail is claimed: it is In process, and everybody who sees it hears who takes care of it', async () => {
  const peer = await StompPeer.as(fixture.ben, [`/topic/user.${fixture.ids.ben}`]);
  const { status, body } = await claim(fixture.anna);
  expect([status, body.data]).toEqual([200, { aggregateIds: [mail], missing: [] }]);
  const { type, payload } = await peer.event();
  expect([type, (payload as { keys: string[] }).keys]).toEqual([
    'activity.changed',
    expect.arrayContaining([`email:${parseAggregateId(mail)?.entryId}`]),
  ]);
  peer.close();
  for (const by of [fixture.anna, fixture.ben])
    expect(await entryOf(by)).toMatchObject({
      status: 2,
      extras: { claimedBy: 'anna Berger', claimedById: fixture.ids.anna },
    });
  const { database } = fixture.server.platform;
  const context = { db: database.forInstance(fixture.instance.id), instance: fixture.instance };
  const ben = await loadPerson(context, fixture.ids.ben);
  if (ben === undefined) throw new Error('Nobody');
  const mailId = parseAggregateId(mail)?.entryId ?? 0;
  const claims = await claimsOf({ ...context, person: ben }, [mailId]);
  expect(claims.get(mailId)).toMatchObject({ userId: fixture.ids.anna, name: 'anna Berger', isMine: false });
});

test('what a colleague has claimed is refused with who it is and since when, until it is taken over', async () => {
  await claim(fixture.anna);
  const refused = await claim(fixture.ben);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      code: 'MAIL_CLAIMED',
      data: { claims: [{ userId: fixture.ids.anna, name: 'anna Berger', at: expect.any(Number) }] },
    },
  ]);
  expect((await entryOf(fixture.ben))?.extras).toMatchObject({ claimedById: fixture.ids.anna });
  // Once more by who has it is no change, and no error.
  expect((await claim(fixture.anna)).status).toBe(200);
  expect((await claim(fixture.ben, { isTakenOver: true })).status).toBe(200);
  expect((await entryOf(fixture.anna))?.extras).toMatchObject({ claimedById: fixture.ids.ben });
});

test('who took it, from whom, and who gave it back, is in the history of all who see it', async () => {
  await claim(fixture.anna);
  await claim(fixture.anna);
  await claim(fixture.ben, { isTakenOver: true });
  await release(fixture.ben);
  const changes = await fixture.carla.query<ItemChangeEntry[]>('activity.history', { aggregateId: mail });
  const claims = changes.flatMap(({ userId, differences }) =>
    differences.flatMap(({ field, before, after }) => (field === 'claim' ? [[userId, before, after]] : [])),
  );
  expect(claims).toEqual([
    [fixture.ids.ben, 'ben Berger', null],
    [fixture.ids.ben, 'anna Berger', 'ben Berger'],
    [fixture.ids.anna, null, 'anna Berger'],
  ]);
});

test('of two who claim at once, one has it', async () => {
  const answers = await Promise.all([claim(fixture.anna), claim(fixture.ben)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('a mail that is done stays done, and one in process stays so', async () => {
  await fixture.anna.command('activity.setState', { aggregateIds: [mail], state: 'ready' });
  expect((await claim(fixture.anna)).status).toBe(200);
  expect(await entryOf(fixture.anna)).toMatchObject({ status: 3 });
});

test('it is given back by who has it, or by who manages the mailbox', async () => {
  await claim(fixture.ben);
  await save([person('ben'), person('carla')]);
  expect(await codeOf(release(fixture.carla))).toBe('403 RIGHT_MISSING');
  expect((await release(fixture.ben)).status).toBe(200);
  expect((await entryOf(fixture.anna))?.extras).toMatchObject({ claimedBy: null, claimedById: null });
  // Nobody's: nothing to give back.
  expect((await release(fixture.ben)).status).toBe(200);
  await claim(fixture.ben);
  expect((await release(fixture.anna)).status).toBe(200);
});

test('who only sees a mailbox claims nothing in it, and who does not see a mail finds none', async () => {
  await save([person('ben', { sends: false }), person('carla')]);
  expect(await codeOf(claim(fixture.ben))).toBe('403 RIGHT_MISSING');
  expect(await codeOf(claim(fixture.emil))).toBe('404 NOT_FOUND');
  expect(await codeOf(release(fixture.dora))).toBe('404 NOT_FOUND');
  await save([person('ben'), person('carla')]);
});

test('of several, those that are not there are missing', async () => {
  const strange = await fixture.arrive({ subject: 'Fremd' }, fixture.own.boxId);
  const { body } = await claim(fixture.anna, { aggregateIds: [mail, strange] });
  expect(body.data).toEqual({ aggregateIds: [mail], missing: [strange] });
});

test('who sees the mails of a mailbox no more takes care of none of them', async () => {
  await claim(fixture.ben);
  await save([person('carla')]);
  expect((await entryOf(fixture.anna))?.extras).toMatchObject({ claimedBy: null, claimedById: null });
  expect((await claim(fixture.anna)).status).toBe(200);
  await save([person('ben'), person('carla')]);
});
