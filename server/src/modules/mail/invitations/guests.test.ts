import type { MailDetail } from '@kontor/contract/mail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMIL, EVA, PAUL, SOON, openOutside, type FromOutside, type Outside } from './testing/outside.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
});
afterAll(() => outside?.close());

/** Eva, to whom an invitation was handed on, answers to it. */
const reply = ({ state = 'ACCEPTED', lines = [], ...mail }: Partial<FromOutside> & { uid: string; state?: string }) =>
  outside.come({
    method: 'REPLY',
    from: EVA,
    ...mail,
    lines: [
      'DTSTART:20301203T080000Z',
      `ORGANIZER:mailto:${EMIL}`,
      `ATTENDEE;CN=Eva Holm;PARTSTAT=${state}:mailto:${EVA}`,
      ...lines,
    ],
  });
const guestOf = async (uid: string, by = outside.fixture.emil) =>
  (await by.query<{ guest: object | null }>('appointment.ofInvitation', { uid, address: EVA })).guest;
const add = (aggregateId: string) =>
  outside.fixture.emil.tryCommand('appointment.addGuest', { aggregateId, address: EVA });
const people = async (id: string) =>
  (await outside.detailsOf(id)).participants.map(({ address, state, comment }) => [address, state, comment]);

test('who answers without being invited takes part once they are added, with what they have said, and is invited', async () => {
  const { id, uid } = await outside.create();
  const mail = await reply({ uid, lines: ['COMMENT:Ich komme mit'] });
  expect(await people(id)).toEqual([
    [PAUL, 'none', ''],
    ['', 'accepted', ''],
  ]);
  expect(await guestOf(uid)).toEqual({ address: EVA, name: 'Eva Holm', state: 'accepted', comment: 'Ich komme mit' });
  // Who does not see the appointment hears nothing of it.
  expect(await guestOf(uid, outside.fixture.ben)).toBeNull();
  const { invitation } = await outside.fixture.emil.query<MailDetail>('mail.details', { aggregateId: mail });
  expect(invitation?.isUninvited).toBe(true);
  expect((await add(id)).status).toBe(200);
  expect(await people(id)).toContainEqual([EVA, 'accepted', 'Ich komme mit']);
  expect(await guestOf(uid)).toBeNull();
  await outside.gathered(uid);
  await expect.poll(() => outside.peer.taken.some(({ to }) => to.includes(EVA)), SOON).toBe(true);
  await expect
    .poll(async () => (await outside.detailsOf(id)).participants.find(({ address }) => address === EVA), SOON)
    .toMatchObject({ name: 'Eva Holm', state: 'accepted', mailState: 'sent' });
  expect((await add(id)).status).toBe(410);
});

test('the last thing that they say counts, and what is older changes nothing', async () => {
  const { uid } = await outside.create();
  await reply({ uid, state: 'DECLINED' });
  await reply({ uid, state: 'TENTATIVE' });
  expect(await guestOf(uid)).toMatchObject({ state: 'tentative' });
});

test('what they have said to another time is none to this one', async () => {
  const { id, uid } = await outside.create();
  await reply({ uid });
  await outside.fixture.emil.command('appointment.changeTimes', {
    aggregateId: id,
    startDate: '2030-12-03T11:00:00',
    endDate: '2030-12-03T12:00:00',
  });
  expect((await add(id)).status).toBe(200);
  expect(await people(id)).toContainEqual([EVA, 'none', '']);
});

test.each<[string, Partial<FromOutside> & { readonly state?: string }]>([
  ['that the checks do not confirm', { isSigned: false }],
  ['of somebody who speaks for them', { from: 'mallory@werft.example' }],
  ['that says nothing', { state: 'NEEDS-ACTION' }],
  ['to something else', { uid: 'fremd@werft' }],
])('an answer %s adds nobody', async (_what, seed) => {
  const { id, uid } = await outside.create();
  await reply({ uid, ...seed });
  expect(await guestOf(uid)).toBeNull();
  expect((await add(id)).status).toBe(410);
  expect(await people(id)).toHaveLength(2);
});
