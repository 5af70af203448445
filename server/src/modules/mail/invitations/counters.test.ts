import type { AppointmentDetail } from '@kontor/contract/appointment';
import type { MailDetail } from '@kontor/contract/mail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSql } from '../../../platform/db/testing.ts';
import { EMIL, EVA, PAUL, SOON, TIMES, openOutside, type FromOutside, type Outside } from './testing/outside.ts';
import { long } from '../../../testing/long.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
});
afterAll(() => outside?.close());

interface Counter extends Partial<FromOutside> {
  readonly uid: string;
  /** In universal time. */
  readonly hours?: readonly [string, string];
  readonly state?: string;
  readonly attendee?: string;
}
const counter = ({ hours = ['13', '14'], state = 'TENTATIVE', attendee = PAUL, lines = [], ...mail }: Counter) =>
  outside.come({
    method: 'COUNTER',
    ...mail,
    lines: [
      `DTSTART:20301203T${hours[0]}0000Z`,
      `DTEND:20301203T${hours[1]}0000Z`,
      `ORGANIZER:mailto:${EMIL}`,
      `ATTENDEE;PARTSTAT=${state}:mailto:${attendee}`,
      ...lines,
    ],
  });
const statesOf = async (id: string) => (await outside.detailsOf(id)).participants.map(({ state }) => state);
const proposalsOf = async (id: string) =>
  (await outside.detailsOf(id)).proposals.map(({ address, startDate, endDate, comment }) => ({
    address,
    startDate,
    endDate,
    comment,
  }));
const AFTERNOON = { address: PAUL, startDate: '2030-12-03T14:00:00', endDate: '2030-12-03T15:00:00', comment: '' };
const named = async (id: string) => {
  const [{ memberId, proposedAt } = expect.fail('No proposal')] = (await outside.detailsOf(id)).proposals;
  return { aggregateId: id, memberId, proposedAt };
};
/** Calendars that were sent to somebody outside, the newest last. */
const sentTo = (address: string): readonly string[] =>
  outside.peer.taken
    .filter(({ to }) => to.includes(address))
    .map(({ raw }) => {
      const [, body = ''] = /Content-Type: text\/calendar[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
      const isPlain = body.includes('BEGIN:VCALENDAR');
      return (isPlain ? body : Buffer.from(body, 'base64').toString()).replaceAll(/\r?\n[ \t]/g, '');
    });

describe('another time that somebody outside proposes', () => {
  it('stands at the appointment, is taken by one press, and everybody is asked anew', async () => {
    const { id, uid } = await outside.create({ participants: [{ address: PAUL }, { address: EVA }] });
    const mail = await counter({ uid, lines: ['COMMENT:Vormittags auf der Werft'] });
    expect(await proposalsOf(id)).toEqual([{ ...AFTERNOON, comment: 'Vormittags auf der Werft' }]);
    expect(await statesOf(id)).toEqual(['tentative', 'none', 'accepted']);
    const { invitation } = await outside.fixture.emil.query<MailDetail>('mail.details', { aggregateId: mail });
    const { recurrence = '', participants = [] } = invitation ?? {};
    const address = participants[0]?.address;
    const known = await outside.fixture.emil.query<{ proposal: unknown; appointment: unknown }>(
      'appointment.ofInvitation',
      { uid, recurrence, address },
    );
    expect(known).toMatchObject({ appointment: { writepermission: true }, proposal: { address: PAUL } });
    await outside.fixture.emil.command('appointment.acceptProposal', await named(id));
    const moved = await outside.detailsOf(id);
    expect(moved).toMatchObject({ startDate: AFTERNOON.startDate, endDate: AFTERNOON.endDate, proposals: [] });
    expect(moved.sequence).toBe(1);
    expect(await statesOf(id)).toEqual(['none', 'none', 'accepted']);
    await outside.gathered(uid);
    for (const one of [PAUL, EVA]) {
      await expect.poll(() => sentTo(one).at(-1), SOON).toContain('SEQUENCE:1');
      expect(sentTo(one).at(-1)).toContain('METHOD:REQUEST');
    }
  });

  it('is declined by one press, and who proposed it is told in the way that calendars understand', async () => {
    const { id, uid } = await outside.create();
    await counter({ uid });
    const given = { ...(await named(id)), comment: 'Da bin ich nicht da' };
    expect(await outside.fixture.emil.command('appointment.declineProposal', given)).toEqual({ isTold: true });
    const after = await outside.detailsOf(id);
    expect(after).toMatchObject({ startDate: TIMES.startDate, proposals: [], sequence: 0 });
    await expect.poll(() => sentTo(PAUL).at(-1), SOON).toContain('METHOD:DECLINECOUNTER');
    const sent = sentTo(PAUL).at(-1) ?? '';
    for (const line of [`UID:${uid}`, 'SEQUENCE:0', 'COMMENT:Da bin ich nicht da', `mailto:${EMIL}`, `mailto:${PAUL}`])
      expect(sent).toContain(line);
    const again = await outside.fixture.emil.tryCommand('appointment.declineProposal', given);
    expect([again.status, (again.body as { code: string }).code]).toEqual([410, 'PROPOSAL_GONE']);
  });

  it.each<[string, Omit<Counter, 'uid'> & { readonly uid?: string }]>([
    ['by somebody else for them', { from: EVA, attendee: PAUL }],
    ['by somebody who is not invited', { from: EVA, attendee: EVA }],
    ['that the checks do not confirm', { isSigned: false }],
    ['for something else', { uid: 'fremd@werft' }],
    ['for what it was before', { sequence: 0 }],
    ['for an occurrence of what has none', { lines: ['RECURRENCE-ID:20311203T080000Z'] }],
    ['for when it is already', { hours: ['10', '11'] }],
  ])('%s changes nothing', async (_name, seed) => {
    const { id, uid } = await outside.create();
    await outside.fixture.emil.command('appointment.editSingle', {
      aggregateId: id,
      startDate: '2030-12-03T11:00:00',
      endDate: '2030-12-03T12:00:00',
    });
    await outside.gathered(uid);
    await counter({ uid, sequence: 1, ...seed });
    expect(await proposalsOf(id)).toEqual([]);
    expect(await statesOf(id)).toEqual(['none', 'accepted']);
  });

  it('for one occurrence of a series is for that alone', long, async () => {
    const { id, uid } = await outside.create({ repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 3 } });
    await outside.come({
      method: 'COUNTER',
      uid,
      lines: [
        'RECURRENCE-ID:20301210T080000Z',
        'DTSTART:20301211T080000Z',
        'DTEND:20301211T090000Z',
        `ATTENDEE;PARTSTAT=TENTATIVE:mailto:${PAUL}`,
      ],
    });
    expect(await proposalsOf(id)).toEqual([]);
    const rows = await runSql(
      outside.fixture.server.url,
      `select p.starts_local, t.original_local from appointment_proposal p join appointment t using (instance_id, appointment_id) where t.uid = '${uid}'`,
    );
    expect(rows).toEqual([{ starts_local: '2030-12-11T09:00:00', original_local: '2030-12-10T09:00:00' }]);
  });
});

describe('another time that one of ours proposes to an organiser outside', () => {
  const invite = (uid: string, given: { readonly sequence?: number; readonly hour?: string } = {}) =>
    outside.come({
      method: 'REQUEST',
      uid,
      sequence: given.sequence ?? 0,
      lines: [
        `DTSTART;TZID=Europe/Berlin:20301204T${given.hour ?? '08'}0000`,
        `DTEND;TZID=Europe/Berlin:20301204T${given.hour ?? '08'}3000`,
        'SUMMARY:Montage besprechen',
        `ORGANIZER;CN=Paul Neumann:mailto:${PAUL}`,
        `ATTENDEE:mailto:${EMIL}`,
      ],
    });
  const idOf = async (uid: string): Promise<string> => {
    const [row] = await runSql(
      outside.fixture.server.url,
      `select appointment_id::int as id from appointment where uid = '${uid}'`,
    );
    return JSON.stringify({
      moduleName: 'module_appointment',
      entryId: (row as { id: number }).id,
      userId: outside.fixture.ids.emil,
      sourceContainerId: 0,
      targetContainerId: 0,
    });
  };
  const own = async (uid: string): Promise<AppointmentDetail> => outside.detailsOf(await idOf(uid));
  const proposed = {
    startDate: '2030-12-04T14:00:00',
    endDate: '2030-12-04T14:30:00',
    comment: 'Vormittags nie',
  };

  it('goes to them in the mail, from the mail that invites', async () => {
    const uid = 'gegen1@werft';
    const mail = await invite(uid);
    await outside.fixture.emil.command('mail.proposeTime', {
      aggregateId: mail,
      startDate: '2030-12-04T13:00:00Z',
      endDate: '2030-12-04T13:30:00Z',
      comment: 'Vormittags nie',
    });
    await expect.poll(() => sentTo(PAUL).at(-1), SOON).toContain('METHOD:COUNTER');
    const sent = sentTo(PAUL).at(-1) ?? '';
    for (const line of [
      `UID:${uid}`,
      'DTSTART:20301204T130000Z',
      'DTEND:20301204T133000Z',
      'X-MS-OLK-ORIGINALSTART;VALUE=DATE-TIME:20301204T070000Z',
      'COMMENT:Vormittags nie',
      `PARTSTAT=TENTATIVE:mailto:${EMIL}`,
    ])
      expect(sent).toContain(line);
    expect(await own(uid)).toMatchObject({
      startDate: '2030-12-04T08:00:00',
      participation: 'tentative',
      proposals: [{ startDate: '2030-12-04T14:00:00', isDeclined: false, comment: 'Vormittags nie' }],
    });
    const answered = await outside.fixture.emil.query<MailDetail>('mail.details', { aggregateId: mail });
    expect(answered.invitation?.answer?.answer).toBe('tentative');
  });

  it('goes to them from the mail of who has accepted already, who goes on taking part', long, async () => {
    const uid = 'gegen4@werft';
    const mail = await invite(uid);
    await outside.fixture.emil.command('mail.answerInvitation', { aggregateId: mail, answer: 'accepted' });
    await outside.fixture.emil.command('mail.proposeTime', {
      aggregateId: mail,
      startDate: '2030-12-04T13:00:00Z',
      endDate: '2030-12-04T13:30:00Z',
    });
    expect(await own(uid)).toMatchObject({ participation: 'accepted', proposals: [{ isDeclined: false }] });
  });

  it('goes to them from the appointment, and is gone once they say another time', long, async () => {
    const uid = 'gegen2@werft';
    const mail = await invite(uid);
    await outside.fixture.emil.command('mail.answerInvitation', { aggregateId: mail, answer: 'accepted' });
    const before = sentTo(PAUL).length;
    await outside.fixture.emil.command('appointment.proposeTime', { aggregateId: await idOf(uid), ...proposed });
    await expect.poll(() => sentTo(PAUL).slice(before).at(-1), SOON).toContain('METHOD:COUNTER');
    expect(sentTo(PAUL).at(-1)).toContain('PARTSTAT=ACCEPTED');
    expect(await own(uid)).toMatchObject({ participation: 'accepted', proposals: [{ isDeclined: false }] });
    await invite(uid, { sequence: 1, hour: '14' });
    expect(await own(uid)).toMatchObject({ startDate: '2030-12-04T14:00:00', proposals: [] });
  });

  it('is declined by them alone', async () => {
    const uid = 'gegen3@werft';
    const mail = await invite(uid);
    await outside.fixture.emil.command('mail.answerInvitation', { aggregateId: mail, answer: 'accepted' });
    await outside.fixture.emil.command('appointment.proposeTime', { aggregateId: await idOf(uid), ...proposed });
    const decline = (part: Partial<FromOutside>) =>
      outside.come({
        method: 'DECLINECOUNTER',
        uid,
        lines: [
          'DTSTART;TZID=Europe/Berlin:20301204T080000',
          `ORGANIZER:mailto:${PAUL}`,
          `ATTENDEE:mailto:${EMIL}`,
          'COMMENT:Leider nicht',
        ],
        ...part,
      });
    await decline({ from: EVA });
    await decline({ isSigned: false });
    expect(await own(uid)).toMatchObject({ proposals: [{ isDeclined: false }] });
    await decline({});
    expect(await own(uid)).toMatchObject({ proposals: [{ isDeclined: true, answer: 'Leider nicht' }] });
  });
});
