import type { AppointmentDetail } from '@kontor/contract/appointment';
import type { ListEntry } from '@kontor/contract/activity';
import type { MailDetail } from '@kontor/contract/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSql } from '../../../platform/db/testing.ts';
import { hastenJobs } from '../../../platform/jobs/enqueue.ts';
import { startDns } from '../../../platform/mailcheck/testing/dns.ts';
import { long } from '../../../testing/long.ts';
import { signingDomain } from '../../../platform/mailcheck/testing/signing-domain.ts';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import { openFixture, type Fixture } from '../writing/testing/fixture.ts';

let fixture: Fixture;
let peer: ScriptedPeer;
let dns: Awaited<ReturnType<typeof startDns>>;
const werft = signingDomain('werft.example');
const SOON = { interval: 100 };
const PAUL = 'paul.neumann@werft.example';
const EVA = 'eva@werft.example';

beforeAll(async () => {
  dns = await startDns(new Map(werft.records));
  fixture = await openFixture({ KONTOR_DNS: dns.address });
  peer = await ScriptedPeer.start();
  await fixture.emil.command('mail.updateSending', {
    accountId: fixture.own.accountId,
    sending: { host: '127.0.0.1', port: peer.port, security: 'none' },
  });
});
afterAll(async () => {
  await fixture?.close();
  await peer?.close();
  await dns?.close();
});

interface Reply {
  readonly uid: string;
  readonly state?: string;
  readonly from?: string;
  readonly attendee?: string;
  readonly sequence?: number;
  /** Minutes after the last one. */
  readonly stamp?: number;
  readonly isSigned?: boolean;
  readonly lines?: readonly string[];
}
let count = 0;
const STAMP = Date.parse('2026-11-01T08:00:00Z');
const basic = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** An answer comes to the organiser's mailbox and is looked at to the end. Returns its mail. */
async function reply(seed: Reply): Promise<string> {
  const { uid, state = 'ACCEPTED', from = PAUL, attendee = PAUL, sequence = 0, isSigned = true, lines = [] } = seed;
  count += 1;
  const raw = [
    `From: ${from}`,
    'To: emil@nordwerk.example',
    `Subject: Antwort ${count}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <antwort${count}@werft.example>`,
    'Content-Type: text/calendar; method=REPLY; charset=utf-8',
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${basic(STAMP + (seed.stamp ?? count) * 60_000)}`,
    'DTSTART:20301203T080000Z',
    'DTEND:20301203T090000Z',
    'ORGANIZER:mailto:emil@nordwerk.example',
    `ATTENDEE;PARTSTAT=${state}:mailto:${attendee}`,
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  const mail = await fixture.deliver(isSigned ? await werft.sign(raw) : raw, fixture.own.boxId);
  const { entryId } = JSON.parse(mail) as { entryId: number };
  await expect
    .poll(
      async () => (await fixture.emil.query<MailDetail>('mail.details', { aggregateId: mail })).authentication?.verdict,
      SOON,
    )
    .toBe(isSigned ? 'confirmed' : 'failed');
  await expect
    .poll(
      () =>
        runSql(
          fixture.server.url,
          `select key from graphile_worker._private_jobs where key like 'mail.%:${entryId}' and attempts < max_attempts`,
        ),
      SOON,
    )
    .toEqual([]);
  return mail;
}

const times = { startDate: '2030-12-03T09:00:00', endDate: '2030-12-03T10:00:00' };
const detailsOf = (aggregateId: string) =>
  fixture.emil.query<AppointmentDetail>('appointment.details', { aggregateId });
const paulIn = async (aggregateId: string) => {
  const { participants } = await detailsOf(aggregateId);
  const { state, comment, mailState } = participants.find(({ address }) => address === PAUL) ?? expect.fail('Nobody');
  return { state, comment, mailState };
};
const entryOf = (aggregateId: string): number => (JSON.parse(aggregateId) as { entryId: number }).entryId;
const uidOf = async (aggregateId: string): Promise<string> => {
  const sql = `select uid from appointment where appointment_id = ${entryOf(aggregateId)}`;
  return ((await runSql(fixture.server.url, sql))[0] as { uid: string }).uid;
};
/** Has those outside told what is to be told. */
async function gathered(aggregateId: string): Promise<void> {
  const key = `appointment.invite:${fixture.instance.id}:${await uidOf(aggregateId)}`;
  await hastenJobs(fixture.server.platform.database, [key]);
  await expect
    .poll(() => runSql(fixture.server.url, `select key from graphile_worker._private_jobs where key = '${key}'`), SOON)
    .toEqual([]);
}
async function invited(given: object = {}): Promise<{ readonly id: string; readonly uid: string }> {
  const { aggregateId: id } = await fixture.emil.command<{ aggregateId: string }>('appointment.create', {
    title: 'Wartung',
    ...times,
    participants: [{ address: PAUL, name: 'Paul Neumann' }],
    ...given,
  });
  await gathered(id);
  return { id, uid: await uidOf(id) };
}
const change = (aggregateId: string, part: object) =>
  fixture.emil.command<{ aggregateId: string }>('appointment.editSingle', { aggregateId, ...part });
const statusOf = async (aggregateId: string) =>
  (await fixture.emil.query<ListEntry[]>('appointment.items', { view: 'all' }, { format: 'json' })).find(
    (one) => entryOf(one.aggregateId) === entryOf(aggregateId),
  )?.status;

describe('an answer to an invitation of ours', () => {
  it('stands at the participant, with what they say, and is New with the organiser', async () => {
    const { id, uid } = await invited();
    await reply({ uid, state: 'TENTATIVE', lines: ['COMMENT:Vielleicht etwas später'] });
    expect(await paulIn(id)).toEqual({ state: 'tentative', comment: 'Vielleicht etwas später', mailState: 'sent' });
    expect(await statusOf(id)).toBe(1);
    await reply({ uid, state: 'DECLINED' });
    expect((await paulIn(id)).state).toBe('declined');
  });

  it.each<[string, Omit<Reply, 'uid'> & { readonly uid?: string }]>([
    ['by somebody else for them', { from: EVA, attendee: PAUL }],
    ['by somebody who is not invited', { from: EVA, attendee: EVA }],
    ['by them for somebody else', { from: PAUL, attendee: EVA }],
    ['that the checks do not confirm', { isSigned: false }],
    ['to something else', { uid: 'fremd@werft' }],
    ['to what it was before', { sequence: 0 }],
    ['that says nothing', { sequence: 1, state: 'NEEDS-ACTION' }],
    ['to an occurrence of what has none', { sequence: 1, lines: ['RECURRENCE-ID:20301210T080000Z'] }],
    ['of many at once', { sequence: 1, lines: [`ATTENDEE;PARTSTAT=ACCEPTED:mailto:${EVA}`] }],
  ])('%s changes nothing', async (_name, seed) => {
    const { id, uid } = await invited();
    await change(id, { startDate: '2030-12-03T11:00:00', endDate: '2030-12-03T12:00:00' });
    await gathered(id);
    await reply({ uid, sequence: 1, ...seed });
    expect((await paulIn(id)).state).toBe('none');
    expect((await detailsOf(id)).participants).toHaveLength(2);
    // The same from whom it should be does.
    await reply({ uid, sequence: 1 });
    expect((await paulIn(id)).state).toBe('accepted');
  });

  it('by somebody who is not invited says so in the mail', async () => {
    const { uid } = await invited();
    const uninvitedOf = async (mail: string) =>
      (await fixture.emil.query<MailDetail>('mail.details', { aggregateId: mail })).invitation?.isUninvited;
    expect(await uninvitedOf(await reply({ uid, from: EVA, attendee: EVA }))).toBe(true);
    expect(await uninvitedOf(await reply({ uid }))).toBe(false);
    expect(await uninvitedOf(await reply({ uid: 'fremd@werft', from: EVA, attendee: EVA }))).toBe(false);
  });

  it('that is older than what was said last changes nothing', async () => {
    const { id, uid } = await invited();
    await reply({ uid, state: 'DECLINED', stamp: 5000 });
    await reply({ uid, state: 'ACCEPTED', stamp: 4999 });
    await reply({ uid, state: 'ACCEPTED', stamp: 5000 });
    expect((await paulIn(id)).state).toBe('declined');
  });

  it('is there again where a change is undone before they hear of it, and void where they hear of it', async () => {
    const { id, uid } = await invited();
    await reply({ uid, lines: ['COMMENT:Gern'] });
    await change(id, { startDate: '2030-12-03T14:00:00', endDate: '2030-12-03T15:00:00' });
    expect((await paulIn(id)).state).toBe('none');
    // What they say to the former time meanwhile is nothing to the new one.
    await reply({ uid });
    expect((await paulIn(id)).state).toBe('none');
    await change(id, times);
    expect(await paulIn(id)).toEqual({ state: 'accepted', comment: 'Gern', mailState: 'sent' });
    await change(id, { title: 'Wartung und Angebot' });
    await gathered(id);
    expect((await paulIn(id)).state).toBe('accepted');
    await change(id, { startDate: '2030-12-03T14:00:00', endDate: '2030-12-03T15:00:00' });
    await gathered(id);
    await change(id, { location: 'Halle 2' });
    expect((await paulIn(id)).state).toBe('none');
  });

  it('to one occurrence is of that alone, whatever zone it is written in', async () => {
    const { id, uid } = await invited({ repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 4 } });
    await reply({ uid, state: 'ACCEPTED' });
    await reply({ uid, state: 'DECLINED', lines: ['RECURRENCE-ID:20301210T080000Z'] });
    await reply({ uid, state: 'DECLINED', lines: ['RECURRENCE-ID:20301211T080000Z'] });
    expect((await paulIn(id)).state).toBe('accepted');
    const rows = await runSql(
      fixture.server.url,
      `select appointment_id::int as id, original_local as original from appointment where series_id = ${entryOf(id)}`,
    );
    expect(rows).toEqual([{ id: expect.any(Number), original: '2030-12-10T09:00:00' }]);
    const one = JSON.stringify({ ...JSON.parse(id), entryId: (rows[0] as { id: number }).id });
    expect((await paulIn(one)).state).toBe('declined');
    await gathered(id);
    expect(peer.taken.filter(({ raw }) => raw.includes(uid))).toHaveLength(1);
  });

  it('to an occurrence of a series in another zone than ours finds it', long, async () => {
    const repetition = { repetitionType: 'daily', hasAnEnd: true, nTimes: 4 };
    const { id, uid } = await invited({ zone: 'America/New_York', repetition });
    await reply({ uid, state: 'DECLINED', lines: ['RECURRENCE-ID:20301204T140000Z'] });
    expect(
      await runSql(
        fixture.server.url,
        `select original_local as original from appointment where series_id = ${entryOf(id)}`,
      ),
    ).toEqual([{ original: '2030-12-04T09:00:00' }]);
  });
});
