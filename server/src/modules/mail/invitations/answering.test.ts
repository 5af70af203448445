import type { MailDetail } from '@kontor/contract/mail';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MailParser } from '../../../platform/mailparse/index.ts';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { TestClient } from '../../../testing/client.ts';
import { codeOf, openFixture, type Fixture } from '../writing/testing/fixture.ts';

let fixture: Fixture;
let peer: ScriptedPeer;
const parser = new MailParser({ processes: 1 });

const QUICK = { interval: 50 };

beforeAll(async () => {
  fixture = await openFixture();
  peer = await ScriptedPeer.start();
  await fixture.anna.command('mail.updateSending', {
    accountId: fixture.shared.accountId,
    sending: { host: '127.0.0.1', port: peer.port, security: 'none' },
  });
});
afterAll(async () => {
  await fixture?.close();
  await peer?.close();
  await parser.close();
});
beforeEach(() => {
  peer.taken.length = 0;
});

let count = 0;
interface Seed {
  readonly uid?: string;
  readonly sequence?: number;
  readonly method?: string;
  readonly guest?: string;
  readonly organiser?: string;
}
const freshUid = () => `u${(count += 1)}@werft`;

/** A mail that invites, and its id. */
function invite({
  uid = freshUid(),
  sequence = 2,
  method = 'REQUEST',
  guest = 'Info@Nordwerk.example',
  organiser,
}: Seed = {}) {
  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    'DTSTAMP:20261101T000000Z',
    'DTSTART:20261130T080000Z',
    'DTEND:20261130T090000Z',
    'SUMMARY:Montage',
    `ORGANIZER;CN=Paul Neumann:mailto:${organiser ?? 'paul.neumann@werft.example'}`,
    `ATTENDEE:mailto:${guest}`,
    'ATTENDEE:mailto:clara@werft.example',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  count += 1;
  return fixture.deliver(
    [
      'From: paul.neumann@werft.example',
      'To: info@nordwerk.example',
      `Subject: Einladung ${count}`,
      `Date: ${new Date().toUTCString()}`,
      `Message-ID: <einladung${count}@werft.example>`,
      `Content-Type: text/calendar; method=${method}; charset=utf-8`,
      '',
      calendar,
      '',
    ].join('\r\n'),
  );
}
const say = (client: TestClient, aggregateId: string, answer = 'accepted', more = {}) =>
  client.command<{ outgoingId: number }>('mail.answerInvitation', { aggregateId, answer, ...more });
const codes = (client: TestClient, aggregateId: string) =>
  codeOf(client.tryCommand('mail.answerInvitation', { aggregateId, answer: 'accepted' }));
const invitationOf = async (client: TestClient, aggregateId: string) =>
  (await client.query<MailDetail>('mail.details', { aggregateId })).invitation;
const arrived = async (number: number) => {
  await expect.poll(() => peer.taken.length, QUICK).toBe(number);
  const mail = peer.taken[number - 1] ?? expect.fail('Nothing came');
  const parsed = await parser.parse(Buffer.from(mail.raw));
  return { ...mail, parsed: parsed.ok ? parsed.mail : expect.fail('It cannot be read') };
};

test('an answer goes to the organiser as calendars read it, from the address that was invited', async () => {
  const uid = freshUid();
  const aggregateId = await invite({ uid });
  await say(fixture.ben, aggregateId, 'tentative', { comment: 'Komme später' });
  const { from, to, raw, parsed } = await arrived(1);
  expect([from, to]).toEqual(['info@nordwerk.example', ['paul.neumann@werft.example']]);
  expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REPLY\r$/im);
  expect(raw).not.toMatch(/^Auto-Submitted:|clara/m);
  expect(parsed).toMatchObject({
    subject: 'Mit Vorbehalt: Montage',
    inReplyTo: `einladung${count}@werft.example`,
    invitation: {
      method: 'REPLY',
      uid,
      sequence: 2,
      startDate: '2026-11-30T08:00:00.000Z',
      organiser: { address: 'paul.neumann@werft.example' },
      participants: [{ address: 'Info@Nordwerk.example', name: 'ben Berger', state: 'tentative' }],
    },
  });
  expect(parsed.html).toMatch(/ben Berger hat die Einladung mit Vorbehalt angenommen\.[\s\S]*Komme später/);
  const given = { answer: 'tentative', at: expect.any(Number), by: 'ben Berger' };
  expect(await invitationOf(fixture.ben, aggregateId)).toMatchObject({ me: 'Info@Nordwerk.example', answer: given });
  // Who shares the mailbox sees that it is answered, and by whom.
  expect(await invitationOf(fixture.anna, aggregateId)).toMatchObject({ answer: given });
});

test('the last answer counts, with the number of the invitation', async () => {
  const aggregateId = await invite({ sequence: 7 });
  await say(fixture.anna, aggregateId, 'accepted');
  await say(fixture.anna, aggregateId, 'declined');
  const { parsed } = await arrived(2);
  expect(parsed).toMatchObject({ invitation: { sequence: 7 } });
  const states = await Promise.all(
    peer.taken.map(async ({ raw }) => {
      const read = await parser.parse(Buffer.from(raw));
      return read.ok ? read.mail.invitation?.participants[0]?.state : undefined;
    }),
  );
  expect(states.toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))).toEqual(['accepted', 'declined']);
  expect((await invitationOf(fixture.anna, aggregateId))?.answer?.answer).toBe('declined');
});

test('an answer speaks the language of who gives it', async () => {
  await fixture.anna.command('settings.change', { values: { language: 'en' }, versions: { language: Date.now() } });
  await say(fixture.anna, await invite());
  const { parsed } = await arrived(1);
  expect(parsed).toMatchObject({ subject: 'Accepted: Montage' });
  expect(parsed.html).toMatch(/anna Berger has accepted the invitation\./);
});

test('what is outdated, cancelled or not for them is not answered', async () => {
  const uid = freshUid();
  const [first, second] = [await invite({ uid, sequence: 1 }), await invite({ uid, sequence: 2 })];
  expect(await codes(fixture.anna, first)).toBe('409 INVITATION_OUTDATED');
  const cancelled = await invite({ uid, sequence: 3, method: 'CANCEL' });
  expect(await codes(fixture.anna, second)).toBe('409 INVITATION_CANCELLED');
  expect(await codes(fixture.anna, cancelled)).toBe('409 INVITATION_CANCELLED');
  const others = [
    await invite({ guest: 'wer@anders.example' }),
    await invite({ method: 'PUBLISH' }),
    await invite({ organiser: 'niemand' }),
    await fixture.arrive({}),
  ];
  for (const mail of others) expect(await codes(fixture.anna, mail)).toBe('422 INVITATION_NOT_FOR_YOU');
  const own = await invite();
  expect(await codes(fixture.carla, own)).toBe('403 RIGHT_MISSING');
  expect(await codes(fixture.emil, own)).toBe('404 NOT_FOUND');
  expect(peer.taken).toEqual([]);
});
