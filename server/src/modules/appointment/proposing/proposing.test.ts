import type { ListEntry } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import {
  at,
  codeOf,
  create,
  details,
  list,
  numberOf,
  occurrence,
  openOffice,
  starts,
  type Office,
} from '../testing/fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice('vorschlag');
});
afterAll(() => office?.server.close());

const nine = { startDate: at(3, '09:00'), endDate: at(3, '10:00') };
const two = { startDate: at(3, '14:00'), endDate: at(3, '15:00') };
const made = (part: object = {}) =>
  create(office.anna, {
    title: 'Runde',
    ...nine,
    participants: [{ userId: office.ids.ben }, { userId: office.ids.chris }],
    ...part,
  });
const idFor = (aggregateId: string, userId: number) =>
  formatAggregateId({ module: 'appointment', entryId: numberOf(aggregateId), userId });
const propose = (by: TestClient, aggregateId: string, part: object = {}) =>
  by.command('appointment.proposeTime', { aggregateId, ...two, ...part });
const proposals = async (by: TestClient, aggregateId: string) => (await details(by, aggregateId)).proposals;
const named = async (aggregateId: string) => {
  const [{ memberId, proposedAt } = expect.fail('No proposal')] = await proposals(office.anna, aggregateId);
  return { aggregateId, memberId, proposedAt };
};
const statusOf = async (by: TestClient, aggregateId: string) =>
  (await list(by)).find((one: ListEntry) => numberOf(one.aggregateId) === numberOf(aggregateId))?.status;

describe('another time', () => {
  it('that a colleague proposes is shown to who decides and to them alone, and asks who decides', async () => {
    const id = await made();
    await propose(office.ben, id, { comment: 'Vormittags nie' });
    expect(await proposals(office.anna, id)).toMatchObject([
      { userId: office.ids.ben, ...two, comment: 'Vormittags nie', isDeclined: false },
    ]);
    expect(await proposals(office.ben, id)).toHaveLength(1);
    expect(await proposals(office.chris, id)).toEqual([]);
    expect(await statusOf(office.anna, id)).toBe(1);
    expect((await details(office.ben, id)).participation).toBe('tentative');
    expect((await details(office.anna, id)).startDate).toBe(nine.startDate);
  });

  it('that is proposed anew takes the place of the former, and what names that one is too late', async () => {
    const id = await made();
    await propose(office.ben, id);
    const former = await named(id);
    await propose(office.ben, id, { startDate: at(4, '09:00'), endDate: at(4, '10:00') });
    expect(await proposals(office.anna, id)).toMatchObject([{ startDate: at(4, '09:00') }]);
    expect(await codeOf(office.anna.tryCommand('appointment.acceptProposal', former))).toBe('410 PROPOSAL_GONE');
    expect(await codeOf(office.anna.tryCommand('appointment.declineProposal', former))).toBe('410 PROPOSAL_GONE');
  });

  it('that is accepted moves it: who proposed it takes part, others are asked anew, and nothing is proposed any more', async () => {
    const id = await made();
    await office.chris.command('appointment.answer', { aggregateId: id, state: 'accepted' });
    await propose(office.ben, id);
    await propose(office.chris, id, { startDate: at(5, '09:00'), endDate: at(5, '10:00') });
    await office.anna.command('appointment.acceptProposal', await named(id));
    expect(await details(office.anna, id)).toMatchObject({ ...two, proposals: [], sequence: 1 });
    expect((await details(office.ben, id)).participation).toBe('accepted');
    expect((await details(office.chris, id)).participation).toBe('none');
    expect(await statusOf(office.chris, id)).toBe(1);
    expect(await starts(office.ben, office.ids.ben)).toContain('2031-03-03T13:00:00.000Z');
  });

  it('that is accepted collides as any other change does, unless that is accepted, too', async () => {
    await create(office.anna, { title: 'Werft', startDate: at(6, '14:00'), endDate: at(6, '15:00') });
    const id = await made({ startDate: at(6, '09:00'), endDate: at(6, '10:00'), checkCollision: true });
    await propose(office.ben, id, { startDate: at(6, '14:30'), endDate: at(6, '15:30') });
    const given = await named(id);
    expect(await codeOf(office.anna.tryCommand('appointment.acceptProposal', given))).toBe('409 APPOINTMENT_COLLIDES');
    await office.anna.command('appointment.acceptProposal', { ...given, accepted: true });
    expect((await details(office.anna, id)).startDate).toBe(at(6, '14:30'));
  });

  it('that is declined is so for who proposed it, with what is said, until they propose another', async () => {
    const id = await made();
    await propose(office.ben, id);
    const given = { ...(await named(id)), comment: 'Da ist die Halle zu' };
    expect(await office.anna.command('appointment.declineProposal', given)).toEqual({ isTold: true });
    expect(await proposals(office.anna, id)).toEqual([]);
    expect(await proposals(office.ben, id)).toMatchObject([{ isDeclined: true, answer: 'Da ist die Halle zu' }]);
    expect(await statusOf(office.ben, id)).toBe(1);
    await propose(office.ben, id, { startDate: at(4, '09:00'), endDate: at(4, '10:00') });
    expect(await proposals(office.anna, id)).toMatchObject([{ isDeclined: false, answer: '' }]);
  });

  it('is nothing any more once it is moved to any other', async () => {
    const id = await made();
    await propose(office.ben, id);
    await office.anna.command('appointment.editSingle', { aggregateId: id, title: 'Große Runde' });
    expect(await proposals(office.anna, id)).toHaveLength(1);
    await office.anna.command('appointment.changeTimes', {
      aggregateId: id,
      startDate: at(7, '09:00'),
      endDate: at(7, '10:00'),
    });
    expect(await proposals(office.anna, id)).toEqual([]);
    expect(await proposals(office.ben, id)).toEqual([]);
  });

  it('is nothing any more once who proposed it accepts the time that there is', async () => {
    const id = await made();
    await propose(office.ben, id);
    await office.ben.command('appointment.answer', { aggregateId: id, state: 'tentative' });
    expect(await proposals(office.anna, id)).toHaveLength(1);
    await office.ben.command('appointment.answer', { aggregateId: id, state: 'accepted' });
    expect(await proposals(office.anna, id)).toEqual([]);
  });

  it('of one occurrence is for that alone, and moves it alone', async () => {
    const id = await made({
      startDate: at(10, '09:00'),
      endDate: at(10, '10:00'),
      repetition: { repetitionType: 'daily', hasAnEnd: true, nTimes: 3 },
    });
    const second = occurrence(id, at(11, '09:00'));
    await propose(office.ben, second, { startDate: at(11, '14:00'), endDate: at(11, '15:00') });
    expect(await proposals(office.anna, id)).toEqual([]);
    const [proposal = expect.fail('No proposal')] = await proposals(office.anna, second);
    const { memberId, proposedAt } = proposal;
    await office.anna.command('appointment.acceptProposal', { aggregateId: second, memberId, proposedAt });
    expect((await details(office.anna, second)).startDate).toBe(at(11, '14:00'));
    expect((await details(office.anna, occurrence(id, at(12, '09:00')))).startDate).toBe(at(12, '09:00'));
  });

  it.each<[string, (id: string) => Promise<string>]>([
    [
      '422 APPOINTMENT_TIMES_INVALID',
      (aggregateId) =>
        codeOf(
          office.ben.tryCommand('appointment.proposeTime', {
            aggregateId,
            startDate: at(3, '15:00'),
            endDate: at(3, '14:00'),
          }),
        ),
    ],
    [
      '422 PROPOSAL_UNCHANGED',
      (aggregateId) => codeOf(office.ben.tryCommand('appointment.proposeTime', { aggregateId, ...nine })),
    ],
    [
      // Whoever has the say moves it.
      '403 RIGHT_MISSING',
      (aggregateId) => codeOf(office.anna.tryCommand('appointment.proposeTime', { aggregateId, ...two })),
    ],
    [
      '403 RIGHT_MISSING',
      async (aggregateId) => {
        await propose(office.ben, aggregateId);
        const given = { ...(await named(aggregateId)), aggregateId: idFor(aggregateId, office.ids.chris) };
        return codeOf(office.chris.tryCommand('appointment.acceptProposal', given));
      },
    ],
  ])('is refused with %s', async (code, attempt) => {
    expect(await attempt(await made())).toBe(code);
  });
});

describe('what else is at the time of a mail', () => {
  const nearby = async (by: TestClient, time: object, uid = 'fremd@werft.example') =>
    (
      await by.query<{ nearby: { title: string | null; collides: boolean; aggregateId: string | null }[] }>(
        'appointment.ofInvitation',
        { uid, time },
      )
    ).nearby.map(({ title, collides, aggregateId }) => [
      title,
      collides,
      aggregateId === null ? 0 : numberOf(aggregateId),
    ]);

  it('is told with what comes before and after it on that day, and of others as much as the person may see', async () => {
    const on = (title: string, from: string, to: string, part: object = {}) =>
      create(office.chris, { title, startDate: at(20, from), endDate: at(20, to), ...part });
    const early = await on('Früh', '07:00', '08:00');
    await on('Noch früher', '05:00', '06:00');
    const same = await on('Zugleich', '09:30', '11:00', { access: 'private' });
    await on('Frei', '09:00', '10:00', { isFree: true });
    const late = await on('Danach', '10:00', '11:30');
    await on('Morgen', '09:00', '10:00', { startDate: at(21, '09:00'), endDate: at(21, '10:00') });
    const time = { calendarId: office.ids.chris, from: '2031-03-20T08:00:00Z', to: '2031-03-20T09:00:00Z' };
    expect(await nearby(office.chris, time)).toEqual([
      ['Früh', false, numberOf(early)],
      ['Zugleich', true, numberOf(same)],
      ['Danach', false, numberOf(late)],
    ]);
    expect(await nearby(office.ben, time)).toEqual([
      [null, false, 0],
      [null, true, 0],
      [null, false, 0],
    ]);
  });
});
