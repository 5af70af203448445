import { generateKeyPairSync } from 'node:crypto';
import type { ListEntry } from '@kontor/contract/activity';
import type { AppointmentDetail } from '@kontor/contract/appointment';
import type { MailDetail } from '@kontor/contract/mail';
import { dkimSign } from 'mailauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSql } from '../../../platform/db/testing.ts';
import { startDns } from '../../../platform/mailcheck/testing/dns.ts';
import { MailParser } from '../../../platform/mailparse/index.ts';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { TestClient } from '../../../testing/client.ts';
import { openFixture, type Fixture } from '../writing/testing/fixture.ts';

let fixture: Fixture;
let peer: ScriptedPeer;
let dns: Awaited<ReturnType<typeof startDns>>;
const records = new Map<string, string>();
const parser = new MailParser({ processes: 1 });
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const SOON = { interval: 100 };

beforeAll(async () => {
  for (const domain of ['werft.example', 'fremd.example']) {
    records.set(`s1._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${keys.publicKey.toString('base64')}`);
    records.set(`_dmarc.${domain}`, 'v=DMARC1; p=reject');
  }
  dns = await startDns(records);
  fixture = await openFixture({ KONTOR_DNS: dns.address });
  peer = await ScriptedPeer.start();
  await fixture.anna.command('mail.updateSending', {
    accountId: fixture.shared.accountId,
    sending: { host: '127.0.0.1', port: peer.port, security: 'none' },
  });
});
afterAll(async () => {
  await fixture?.close();
  await peer?.close();
  await dns?.close();
  await parser.close();
});

interface Seed {
  readonly uid: string;
  readonly sequence?: number;
  readonly method?: 'REQUEST' | 'CANCEL';
  readonly hour?: string;
  readonly lines?: readonly string[];
  /** Whom the mail is from, and who signs it. */
  readonly from?: string;
  readonly organiser?: string;
  readonly isSigned?: boolean;
  readonly place?: string;
  /** Whose mailbox it comes to: the one that is shared, or Emil's. */
  readonly guest?: 'info' | 'emil';
}
let count = 0;
const PAUL = 'paul.neumann@werft.example';

/** A mail that brings a calendar comes to the mailbox that Anna and Ben share. Returns its id. */
async function come(seed: Seed): Promise<string> {
  const { uid, sequence = 0, method = 'REQUEST', hour = '08', lines = [], from = PAUL } = seed;
  const { organiser = PAUL, isSigned = true, place = 'Halle 3', guest = 'info' } = seed;
  count += 1;
  const raw = [
    `From: ${from}`,
    `To: ${guest}@nordwerk.example`,
    `Subject: Einladung ${count}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <kalender${count}@werft.example>`,
    `Content-Type: text/calendar; method=${method}; charset=utf-8`,
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:20261101T0000${String(count).padStart(2, '0')}Z`,
    `DTSTART;TZID=Europe/Berlin:20301202T${hour}0000`,
    `DTEND;TZID=Europe/Berlin:20301202T${hour}3000`,
    'SUMMARY:Montage besprechen',
    `LOCATION:${place}`,
    'X-WERFT:42',
    `ORGANIZER;CN=Paul Neumann:mailto:${organiser}`,
    `ATTENDEE:mailto:${guest === 'info' ? 'Info' : 'emil'}@nordwerk.example`,
    'ATTENDEE;PARTSTAT=ACCEPTED;CN=Clara:mailto:clara@werft.example',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  const { boxId } = guest === 'info' ? fixture.shared : fixture.own;
  if (!isSigned) return fixture.deliver(raw, boxId);
  const key = { signingDomain: from.split('@')[1] ?? '', selector: 's1', privateKey: keys.privateKey };
  const { signatures } = await dkimSign(raw, { canonicalization: 'relaxed/relaxed', ...key, signatureData: [key] });
  return fixture.deliver(`${signatures}${raw}`, boxId);
}
const say = (aggregateId: string, answer: string, by = fixture.ben) =>
  by.command('mail.answerInvitation', { aggregateId, answer });
const mailOf = (aggregateId: string, by = fixture.ben) => by.query<MailDetail>('mail.details', { aggregateId });
const checked = async (aggregateId: string, verdict = 'confirmed') =>
  expect.poll(async () => (await mailOf(aggregateId, fixture.anna)).authentication?.verdict, SOON).toBe(verdict);
const appointments = async (uid: string): Promise<readonly number[]> =>
  (
    await runSql(
      fixture.server.url,
      `select appointment_id::int as id from appointment where uid = '${uid}' order by 1`,
    )
  ).map((row) => (row as { id: number }).id);
const idFor = (id: number, by: 'anna' | 'ben' | 'emil') =>
  JSON.stringify({
    moduleName: 'module_appointment',
    entryId: id,
    userId: fixture.ids[by],
    sourceContainerId: 0,
    targetContainerId: 0,
  });
async function standing(uid: string, by: 'anna' | 'ben' | 'emil' = 'ben'): Promise<AppointmentDetail> {
  const [id] = await appointments(uid);
  return fixture[by].query<AppointmentDetail>('appointment.details', { aggregateId: idFor(id ?? 0, by) });
}
const statusIn = async (client: TestClient, id: number) =>
  (await client.query<ListEntry[]>('appointment.items', { view: 'all' }, { format: 'json' })).find(
    ({ aggregateId }) => (JSON.parse(aggregateId) as { entryId: number }).entryId === id,
  )?.status;

describe('an invitation', () => {
  it('that is accepted stands in the calendar, and one that is declined does no more', async () => {
    const uid = 'eins@werft';
    const mail = await come({ uid, sequence: 2 });
    expect(await appointments(uid)).toEqual([]);
    await say(mail, 'accepted');
    const detail = await standing(uid);
    expect(detail).toMatchObject({
      title: 'Montage besprechen',
      location: 'Halle 3',
      startDate: '2030-12-02T08:00:00',
      endDate: '2030-12-02T08:30:00',
      zone: 'Europe/Berlin',
      participation: 'accepted',
      confirmedByUser: true,
      sequence: 2,
      organiser: { userId: null, name: 'Paul Neumann', address: PAUL },
    });
    expect(detail.participants.map(({ userId, address, state }) => [userId, address, state])).toEqual([
      [fixture.ids.ben, '', 'accepted'],
      [null, 'clara@werft.example', 'accepted'],
    ]);
    expect(detail.related.map(({ information }) => information)).toEqual([`Einladung ${count}`]);
    const times = { startDate: '2030-12-02T10:00:00', endDate: '2030-12-02T11:00:00' };
    expect(
      (await fixture.ben.tryCommand('appointment.changeTimes', { aggregateId: detail.aggregateId, ...times })).body,
    ).toMatchObject({
      code: 'ORGANISER_ELSEWHERE',
    });
    expect(
      (await fixture.anna.tryQuery('appointment.details', { aggregateId: idFor(detail.appointmentId, 'anna') })).status,
    ).toBe(404);
    await say(mail, 'declined');
    expect(await standing(uid)).toMatchObject({ participation: 'declined', entry: { trashed: true } });
    await say(mail, 'tentative');
    expect(await standing(uid)).toMatchObject({ participation: 'tentative', entry: { trashed: false } });
    expect(await appointments(uid)).toHaveLength(1);
  });

  it('that is declined at once is in no calendar', async () => {
    await say(await come({ uid: 'nein@werft' }), 'declined');
    expect(await appointments('nein@werft')).toEqual([]);
  });

  it('of a series stands there with what the organiser took out', async () => {
    const uid = 'reihe@werft';
    const lines = ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Berlin:20301209T080000'];
    await say(await come({ uid, lines }), 'accepted');
    expect(await standing(uid)).toMatchObject({
      repetition: { repetitionType: 'weekly', nTimes: 4 },
      excluded: [{ startDate: '2030-12-09T08:00:00' }],
    });
  });

  it('to something of ours, or of another organiser, is answered and makes nothing', async () => {
    const { aggregateId } = await fixture.anna.command<{ aggregateId: string }>('appointment.create', {
      title: 'Geheim',
      access: 'private',
    });
    const { entryId } = JSON.parse(aggregateId) as { entryId: number };
    const [row] = await runSql(fixture.server.url, `select uid from appointment where appointment_id = ${entryId}`);
    await say(await come({ uid: (row as { uid: string }).uid }), 'accepted');
    await say(await come({ uid: 'fremd@werft' }), 'accepted', fixture.anna);
    await say(
      await come({ uid: 'fremd@werft', sequence: 5, organiser: 'eva@fremd.example', from: 'eva@fremd.example' }),
      'accepted',
    );
    for (const id of [entryId, ...(await appointments('fremd@werft'))])
      expect((await fixture.ben.tryQuery('appointment.details', { aggregateId: idFor(id, 'ben') })).status).toBe(404);
  });

  it('that is answered in the calendar is answered by mail, once, and its mail shows it', async () => {
    const uid = 'zwei@werft';
    const mail = await come({ uid, sequence: 4 });
    await say(mail, 'accepted');
    const { aggregateId } = await standing(uid);
    await fixture.ben.command('appointment.answer', { aggregateId, state: 'tentative' });
    await fixture.ben.command('appointment.answer', { aggregateId, state: 'declined', comment: 'Bin im Urlaub' });
    await expect.poll(async () => (await mailOf(mail)).invitation?.answer?.answer, SOON).toBe('declined');
    const sentOf = async () => {
      const read = await Promise.all(peer.taken.map(({ raw }) => parser.parse(Buffer.from(raw))));
      return peer.taken.flatMap((sent, at) => {
        const one = read[at];
        return one?.ok && one.mail.invitation?.uid === uid ? [{ ...sent, mail: one.mail }] : [];
      });
    };
    const isDeclined = ({
      mail: { invitation },
    }: {
      mail: { invitation: { participants: readonly { state: string }[] } | null };
    }) => invitation?.participants[0]?.state === 'declined';
    await expect.poll(async () => (await sentOf()).some(isDeclined), SOON).toBe(true);
    const all = await sentOf();
    // What was said in the mail, and what stood in the calendar at last.
    expect(all).toHaveLength(2);
    const sent = all.find(isDeclined) ?? expect.fail('Nothing came');
    expect([sent.from, sent.to]).toEqual(['info@nordwerk.example', [PAUL]]);
    expect(sent.mail).toMatchObject({
      subject: 'Abgesagt: Montage besprechen',
      invitation: {
        method: 'REPLY',
        uid,
        sequence: 4,
        startDate: '2030-12-02T07:00:00.000Z',
        participants: [{ address: 'Info@nordwerk.example', state: 'declined' }],
      },
    });
  });
});

describe('what its organiser changes', () => {
  it('is changed here, asks anew, and once; what is older or forged changes nothing', async () => {
    const uid = 'drei@werft';
    await say(await come({ uid, sequence: 1 }), 'accepted');
    const { appointmentId } = await standing(uid);
    const newer = await come({ uid, sequence: 3, hour: '14' });
    await expect.poll(async () => (await standing(uid)).startDate, SOON).toBe('2030-12-02T14:00:00');
    expect(await standing(uid)).toMatchObject({ participation: 'none', sequence: 3 });
    expect(await statusIn(fixture.ben, appointmentId)).toBe(1);
    await say(newer, 'accepted');
    const forged: [Seed, string][] = [
      [{ uid, sequence: 2, hour: '15' }, 'confirmed'],
      [{ uid, sequence: 9, hour: '16', isSigned: false }, 'failed'],
      [{ uid, sequence: 9, hour: '17', from: 'eva@fremd.example' }, 'confirmed'],
      [{ uid, sequence: 9, method: 'CANCEL', from: 'eva@fremd.example' }, 'confirmed'],
      [{ uid, sequence: 9, method: 'CANCEL', from: 'eva@fremd.example', organiser: 'eva@fremd.example' }, 'confirmed'],
      [{ uid, sequence: 2, method: 'CANCEL' }, 'confirmed'],
    ];
    for (const [seed, verdict] of forged) await checked(await come(seed), verdict);
    // What was told of them is through when that of a later one is.
    const last = await come({ uid, sequence: 3, hour: '14', place: 'Halle 4' });
    await checked(last);
    await expect.poll(async () => (await standing(uid)).location, SOON).toBe('Halle 4');
    expect(await standing(uid)).toMatchObject({
      startDate: '2030-12-02T14:00:00',
      sequence: 3,
      entry: { trashed: false },
    });
  });

  it('is off here where it is off', async () => {
    const uid = 'vier@werft';
    await say(await come({ uid, sequence: 1 }), 'accepted');
    await come({ uid, sequence: 2, method: 'CANCEL' });
    await expect.poll(async () => (await standing(uid)).entry.trashed, SOON).toBe(true);
  });

  it('of one occurrence is changed of that alone', async () => {
    const uid = 'fuenf@werft';
    await say(await come({ uid, lines: ['RRULE:FREQ=WEEKLY;COUNT=4'] }), 'accepted');
    await come({ uid, sequence: 1, hour: '11', lines: ['RECURRENCE-ID;TZID=Europe/Berlin:20301209T080000'] });
    await expect.poll(async () => (await appointments(uid)).length, SOON).toBe(2);
    const [, id] = await appointments(uid);
    const one = await fixture.ben.query<AppointmentDetail>('appointment.details', {
      aggregateId: idFor(id ?? 0, 'ben'),
    });
    expect(one).toMatchObject({
      startDate: '2030-12-02T11:00:00',
      startDateOriginal: '2030-12-09T08:00:00',
      participation: 'none',
      repeats: true,
    });
    expect(await standing(uid)).toMatchObject({ startDate: '2030-12-02T08:00:00', participation: 'accepted' });
    await come({ uid, sequence: 1, method: 'CANCEL', lines: ['RECURRENCE-ID;TZID=Europe/Berlin:20301216T080000'] });
    await expect
      .poll(async () => (await standing(uid)).excluded.map(({ startDate }) => startDate), SOON)
      .toContain('2030-12-16T08:00:00');
  });
});

describe('an invitation that nobody has answered yet', () => {
  const there = async (uid: string) => (await appointments(uid)).length;
  const through = async (seed: Seed) => {
    const mail = await come({ ...seed, guest: 'emil' });
    await expect
      .poll(
        async () =>
          (await fixture.emil.query<MailDetail>('mail.details', { aggregateId: mail })).authentication?.verdict,
        SOON,
      )
      .toBe(seed.isSigned === false ? 'failed' : 'confirmed');
  };

  it('appears provisionally of somebody who was written to, and of nobody else', async () => {
    await through({ uid: 'unbekannt@werft' });
    await fixture.deliver(
      `From: emil@nordwerk.example\r\nTo: ${PAUL}\r\nSubject: Frage\r\nDate: ${new Date().toUTCString()}\r\nMessage-ID: <frage@nordwerk.example>\r\n\r\nWann?\r\n`,
      fixture.own.boxId,
      { direction: 'outgoing' },
    );
    await expect
      .poll(
        () =>
          runSql(
            fixture.server.url,
            `select address from mail_correspondent where box_id = ${fixture.own.boxId} and sent > 0`,
          ),
        SOON,
      )
      .toEqual([{ address: PAUL }]);
    await through({ uid: 'gefaelscht@werft', isSigned: false });
    await through({ uid: 'anders@werft', organiser: 'eva@fremd.example' });
    await through({ uid: 'aus@werft', method: 'CANCEL' });
    await through({ uid: 'bekannt@werft' });
    await expect.poll(() => there('bekannt@werft'), SOON).toBe(1);
    const detail = await standing('bekannt@werft', 'emil');
    expect(detail).toMatchObject({ participation: 'none', confirmedByUser: false, organiser: { address: PAUL } });
    expect(await statusIn(fixture.emil, detail.appointmentId)).toBe(1);
    const { start, end } = { start: '2030-12-02T00:00:00Z', end: '2030-12-03T00:00:00Z' };
    expect(
      await runSql(
        fixture.server.url,
        `select kind from appointment_span where calendar_id = ${fixture.ids.emil} and starts_at between '${start}' and '${end}'`,
      ),
    ).toEqual([{ kind: 2 }]);
    for (const uid of ['unbekannt@werft', 'gefaelscht@werft', 'anders@werft', 'aus@werft'])
      expect(await there(uid)).toBe(0);
  });
});
