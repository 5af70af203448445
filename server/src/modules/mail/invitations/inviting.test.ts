import type { AppointmentDetail, Participant } from '@kontor/contract/appointment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSql } from '../../../platform/db/testing.ts';
import { hastenJobs } from '../../../platform/jobs/enqueue.ts';
import { MailParser } from '../../../platform/mailparse/index.ts';
import { ScriptedPeer } from '../../../platform/mailsubmit/testing/scripted-peer.ts';
import type { TestClient } from '../../../testing/client.ts';
import { openFixture, type Fixture } from '../writing/testing/fixture.ts';

let fixture: Fixture;
let peer: ScriptedPeer;
const parser = new MailParser({ processes: 1 });
const SOON = { interval: 50 };

beforeAll(async () => {
  fixture = await openFixture({ KONTOR_DNS: 'off' });
  peer = await ScriptedPeer.start();
  for (const [by, { accountId }] of [
    [fixture.anna, fixture.shared],
    [fixture.emil, fixture.own],
  ] as const)
    await by.command('mail.updateSending', {
      accountId,
      sending: { host: '127.0.0.1', port: peer.port, security: 'none' },
    });
});
afterAll(async () => {
  await fixture?.close();
  await peer?.close();
  await parser.close();
});

const times = { startDate: '2030-12-03T09:00:00', endDate: '2030-12-03T10:00:00' };
let count = 0;
/** An address outside that is in one appointment alone. */
const somebody = (): string => `paul${(count += 1)}@werft.example`;

const create = async (given: object, by: TestClient = fixture.emil): Promise<string> =>
  (await by.command<{ aggregateId: string }>('appointment.create', { title: 'Wartung', ...times, ...given }))
    .aggregateId;
const detailsOf = (aggregateId: string, by = fixture.emil) =>
  by.query<AppointmentDetail>('appointment.details', { aggregateId });
const participant = async (aggregateId: string, address: string, by = fixture.emil): Promise<Participant> =>
  (await detailsOf(aggregateId, by)).participants.find((one) => one.address === address) ?? expect.fail('Nobody');
const change = (aggregateId: string, part: object) =>
  fixture.emil.command<{ aggregateId: string }>('appointment.editSingle', { aggregateId, ...part });
const entryOf = (aggregateId: string): number => (JSON.parse(aggregateId) as { entryId: number }).entryId;
const uidOf = async (aggregateId: string): Promise<string> => {
  const [row] = await runSql(
    fixture.server.url,
    `select uid from appointment where appointment_id = ${entryOf(aggregateId)}`,
  );
  return (row as { uid: string }).uid;
};
const jobs = async (uid: string): Promise<number> =>
  (await runSql(fixture.server.url, `select from graphile_worker._private_jobs where key like '%invite:%${uid}'`))
    .length;
/** Has the half minute be over, and waits until what is told is told. */
async function gathered(aggregateId: string): Promise<void> {
  const uid = await uidOf(aggregateId);
  await hastenJobs(fixture.server.platform.database, [`appointment.invite:${fixture.instance.id}:${uid}`]);
  await expect.poll(() => jobs(uid), SOON).toBe(0);
  await expect
    .poll(
      async () =>
        (await detailsOf(aggregateId).catch(() => undefined))?.participants.some(
          ({ mailState }) => mailState === 'waiting',
        ) ?? false,
      SOON,
    )
    .toBe(false);
}
/** The mails that have come to an address. */
async function mailsTo(address: string) {
  const own = peer.taken.filter(({ to }) => to.includes(address));
  return Promise.all(
    own.map(async (taken) => {
      const read = await parser.parse(Buffer.from(taken.raw));
      return { ...taken, mail: read.ok ? read.mail : expect.fail('Unreadable') };
    }),
  );
}
const saysOf = async (address: string) =>
  (await mailsTo(address)).map(({ mail: { subject, invitation } }) => [
    subject,
    invitation?.method,
    invitation?.sequence,
  ]);

describe('an appointment with somebody outside', () => {
  it('is told of by one mail that programs and people can read, from the organiser', async () => {
    const address = somebody();
    const id = await create({
      location: 'Halle 2',
      description: '<p>Bitte <b>Pläne</b> mitbringen.</p>',
      access: 'private',
      participants: [{ address, name: 'Paul Neumann' }, { userId: fixture.ids.anna }],
    });
    expect((await participant(id, address)).mailState).toBe('waiting');
    await gathered(id);
    expect(await participant(id, address)).toMatchObject({ mailState: 'sent', mailFault: null, state: 'none' });
    const [sent, ...more] = await mailsTo(address);
    expect(more).toEqual([]);
    expect(sent?.from).toBe('emil@nordwerk.example');
    expect(sent?.mail.invitation).toMatchObject({
      method: 'REQUEST',
      uid: await uidOf(id),
      sequence: 0,
      title: 'Wartung',
      location: 'Halle 2',
      startDate: '2030-12-03T08:00:00.000Z',
      timeZone: 'Europe/Berlin',
      organiser: { address: 'emil@nordwerk.example', name: 'emil Berger' },
    });
    expect(sent?.mail.invitation?.participants.map((one) => one.address)).toEqual([
      address,
      'anna@nordwerk.example',
      'emil@nordwerk.example',
    ]);
    const raw = sent?.raw ?? '';
    expect(raw).toMatch(/^Content-Type: multipart\/mixed/m);
    for (const part of [
      'multipart/alternative',
      'text/plain',
      'text/html',
      'text/calendar; charset=utf-8; method=REQUEST',
      'application/ics',
      'filename=invite.ics',
    ])
      expect(raw).toContain(part);
    expect(sent?.mail.text).toContain('Dienstag, 3. Dezember 2030, 09:00 bis 10:00 (Europe/Berlin)');
    expect(sent?.mail.text).toContain('Bitte Pläne mitbringen.');
  });

  it('that is moved to and fro is told of once, and one that is undone not at all', async () => {
    const address = somebody();
    const id = await create({ participants: [{ address }] });
    await gathered(id);
    await change(id, { startDate: '2030-12-03T11:00:00' });
    await change(id, { startDate: '2030-12-03T12:00:00' });
    await change(id, { startDate: '2030-12-03T13:00:00' });
    await gathered(id);
    expect(await saysOf(address)).toEqual([
      ['Einladung: Wartung', 'REQUEST', 0],
      ['Geändert: Wartung', 'REQUEST', 3],
    ]);
    await change(id, { startDate: '2030-12-03T15:00:00' });
    await change(id, { startDate: '2030-12-03T13:00:00' });
    expect((await participant(id, address)).mailState).toBe('sent');
    await gathered(id);
    const made = await create({ participants: [{ address }] });
    await fixture.emil.command('appointment.delete', { aggregateId: made });
    await hastenJobs(fixture.server.platform.database, [
      `appointment.invite:${fixture.instance.id}:${await uidOf(made)}`,
    ]);
    const uid = await uidOf(made);
    await expect.poll(() => jobs(uid), SOON).toBe(0);
    expect(await saysOf(address)).toHaveLength(2);
  });

  it('whose title alone is another is told of with the same number', async () => {
    const address = somebody();
    const id = await create({ participants: [{ address }] });
    await gathered(id);
    await change(id, { title: 'Wartung und Angebot' });
    await gathered(id);
    // What only we have says nothing to anybody outside.
    await change(id, { color: '#ff0000', isFree: true, alert: { unit: 'minutes', value: 10 } });
    expect((await participant(id, address)).mailState).toBe('sent');
    await gathered(id);
    expect(await saysOf(address)).toEqual([
      ['Einladung: Wartung', 'REQUEST', 0],
      ['Geändert: Wartung und Angebot', 'REQUEST', 0],
    ]);
  });

  it('is off for who is taken out, and for all where it is off; put back, they are invited again', async () => {
    const [one, other] = [somebody(), somebody()];
    const id = await create({ participants: [{ address: one }, { address: other }] });
    await gathered(id);
    await change(id, { participants: [{ address: other }] });
    await gathered(id);
    expect(await saysOf(one)).toEqual([
      ['Einladung: Wartung', 'REQUEST', 0],
      ['Abgesagt: Wartung', 'CANCEL', 0],
    ]);
    expect(await saysOf(other)).toHaveLength(1);
    const [, off] = await mailsTo(one);
    // Who is out hears nothing of who is in.
    expect(off?.mail.invitation?.participants.map(({ address }) => address)).toEqual([one]);
    await fixture.emil.command('appointment.delete', { aggregateId: id });
    await gathered(id);
    await fixture.emil.command('appointment.delete', { aggregateId: id, takesBack: true });
    await gathered(id);
    expect(await saysOf(other)).toEqual([
      ['Einladung: Wartung', 'REQUEST', 0],
      ['Abgesagt: Wartung', 'CANCEL', 1],
      ['Einladung: Wartung', 'REQUEST', 2],
    ]);
    expect(await saysOf(one)).toHaveLength(2);
    // Who comes back hears of a higher number than that by which they were taken out.
    await change(id, { participants: [{ address: one }, { address: other }] });
    await gathered(id);
    expect((await saysOf(one)).at(-1)).toEqual(['Einladung: Wartung', 'REQUEST', 2]);
  });

  it('that is over tells nobody anything', async () => {
    const address = somebody();
    const id = await create({
      startDate: '2020-12-03T09:00:00',
      endDate: '2020-12-03T10:00:00',
      participants: [{ address }],
    });
    expect((await participant(id, address)).mailState).toBeNull();
    await gathered(id);
    expect(await saysOf(address)).toEqual([]);
  });
});

describe('a series', () => {
  const occurrence = (aggregateId: string, day: string): string =>
    JSON.stringify({
      ...JSON.parse(aggregateId),
      sourceContainerId: Date.parse(`${day}T09:00:00Z`) / 60_000,
    });

  it('is told of whole, an occurrence that is moved or off by itself, and one that is as it was not', async () => {
    const address = somebody();
    const id = await create({
      participants: [{ address }, { userId: fixture.ids.anna }],
      repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 5 },
    });
    await gathered(id);
    // What somebody of ours says to one of them is nothing to those outside.
    await fixture.anna.command('appointment.answer', { aggregateId: occurrence(id, '2030-12-24'), state: 'declined' });
    await gathered(id);
    expect(await saysOf(address)).toHaveLength(1);
    await change(occurrence(id, '2030-12-10'), { startDate: '2030-12-10T14:00:00' });
    await gathered(id);
    await fixture.emil.command('appointment.delete', { aggregateId: occurrence(id, '2030-12-17') });
    await gathered(id);
    const says = (await mailsTo(address)).map(({ mail: { invitation } }) => [
      invitation?.method,
      invitation?.recurrence,
      invitation?.startDate,
      invitation?.repeats === null ? null : 'repeats',
    ]);
    expect(says).toEqual([
      ['REQUEST', '', '2030-12-03T08:00:00.000Z', 'repeats'],
      ['REQUEST', '20301210T090000', '2030-12-10T13:00:00.000Z', null],
      ['CANCEL', '20301217T090000', '2030-12-17T08:00:00.000Z', null],
    ]);
    for (const { raw } of await mailsTo(address)) expect(raw.match(/^BEGIN:VEVENT/gm) ?? []).toHaveLength(1);
  });

  it('that ends before an occurrence and goes on otherwise is told of as two', async () => {
    const address = somebody();
    const id = await create({
      participants: [{ address }],
      repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 5 },
    });
    await gathered(id);
    const { aggregateId } = await fixture.emil.command<{ aggregateId: string }>('appointment.changeTimes', {
      aggregateId: occurrence(id, '2030-12-17'),
      startDate: '2030-12-17T11:00:00',
      endDate: '2030-12-17T12:00:00',
      scope: 'following',
    });
    await gathered(id);
    await gathered(aggregateId);
    const says = (await mailsTo(address)).map(({ mail: { invitation } }) => [
      invitation?.uid === undefined ? '' : invitation.startDate,
      invitation?.sequence,
      invitation?.repeats,
    ]);
    expect(says).toEqual([
      ['2030-12-03T08:00:00.000Z', 0, expect.stringContaining('COUNT=5')],
      ['2030-12-03T08:00:00.000Z', 1, expect.stringContaining('UNTIL=20301217T075959Z')],
      ['2030-12-17T10:00:00.000Z', 1, expect.stringContaining('COUNT=3')],
    ]);
  });
});

describe('a mail that does not reach somebody', () => {
  it('is said at them, with why, and is tried again', async () => {
    const address = somebody();
    peer.become({ refuses: { [address]: '550 5.1.1 Unbekannt' } });
    const id = await create({ participants: [{ address }] });
    await gathered(id);
    expect(await participant(id, address)).toMatchObject({
      mailState: 'failed',
      mailFault: { reason: 'refused', answer: expect.stringContaining('Unbekannt') },
    });
    peer.become({});
    const { memberId } = await participant(id, address);
    await fixture.emil.command('appointment.sendAgain', { aggregateId: id, memberId });
    await gathered(id);
    expect(await participant(id, address)).toMatchObject({ mailState: 'sent', mailFault: null });
    expect(await saysOf(address)).toHaveLength(1);
    expect((await fixture.emil.tryCommand('appointment.sendAgain', { aggregateId: id, memberId: 99 })).status).toBe(
      404,
    );
  });

  it('cannot be sent by who has no mailbox, or to what is no address', async () => {
    const address = somebody();
    const id = await create({ participants: [{ address }] }, fixture.dora);
    const uid = await uidOf(id);
    await hastenJobs(fixture.server.platform.database, [`appointment.invite:${fixture.instance.id}:${uid}`]);
    await expect
      .poll(async () => (await participant(id, address, fixture.dora)).mailFault, SOON)
      .toEqual({ reason: 'senderMissing', answer: '' });
    const odd = await create({ participants: [{ address: 'paul@-' }] });
    await gathered(odd);
    expect((await participant(odd, 'paul@-')).mailFault).toEqual({ reason: 'addressInvalid', answer: '' });
  });
});
