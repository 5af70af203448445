import { formatAggregateId } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StompPeer } from '../../../testing/stomp.ts';
import { calledBackOf, callsOf, openLine, ringsOf } from '../testing/calls.ts';
import { openOffice, type Office } from '../testing/office.ts';
import { eventually } from '../../../testing/eventually.ts';

let office: Office;
let cti: Awaited<ReturnType<typeof openLine>>;
const owner = () => office.server.platform.database.owner;
beforeAll(async () => {
  office = await openOffice('unterwegs');
  cti = await openLine(office, 'cti', {
    terminals: [
      { terminal: 'anna', userId: office.ids.anna },
      { terminal: 'ben', userId: office.ids.ben },
    ],
  });
});
afterAll(() => office?.server.close());
beforeEach(async () => {
  await sql`delete from phone_call`.execute(owner());
  await sql`delete from activity where module = 2`.execute(owner());
});

let count = 0;
/** A call of a number of its own. */
function newCall(more: object = {}) {
  count += 1;
  const common = { callId: `c${count}`, from: `49431${100_000 + count}`, to: '4943199', direction: 'in', ...more };
  const say = async (event: string, rest: object): Promise<void> => {
    expect((await cti.post({ ...common, event, ...rest })).status).toBe(200);
  };
  return {
    number: common.from,
    ring: (user: readonly string[] = ['anna', 'ben']) => say('newCall', { user }),
    answer: (user: string) => say('answer', { user }),
    end: (cause: string) => say('hangup', { cause }),
  };
}
const one = async () => {
  const calls = await callsOf(office);
  expect(calls).toHaveLength(1);
  return calls[0] as (typeof calls)[number];
};
const asOf = (name: 'anna' | 'ben', entryId: number): string =>
  formatAggregateId({ module: 'phonecall', entryId, userId: office.ids[name] });
const asAnna = (entryId: number): string => asOf('anna', entryId);

const UNSEEN = 1;

describe('a call', () => {
  test('that somebody has written in keeps what they wrote', async () => {
    const call = newCall();
    await call.ring();
    const { id } = await one();
    await sql`update phone_call set edit = 2, number = 49431777, received_for = ${office.ids.carla},
      people_wrote = '{number,number_text,received_for}' where activity_id = ${id}`.execute(owner());
    await call.end('cancel');
    expect(await one()).toMatchObject({ outcome: 'missed', number: 49_431_777, receivedFor: office.ids.carla });
  });

  test('that somebody has noted at and handed on while it rang still says who took it, and how long', async () => {
    const { anna, ids } = office;
    const call = newCall();
    await call.ring();
    const aggregateId = asAnna((await one()).id);
    await anna.command('phoneCall.note', { aggregateId, reason: 'Pumpe' });
    await anna.command('phoneCall.handOver', { aggregateId, userId: ids.carla });
    await call.answer('ben');
    office.server.advance(60_000);
    await call.end('normalClearing');
    const { duration, ...over } = await one();
    expect(over).toMatchObject({ outcome: 'answered', receivedBy: ids.ben, receivedFor: ids.carla });
    expect(duration).toBeGreaterThanOrEqual(60);
    expect(duration).toBeLessThan(90);
  });

  test('of which somebody has said who took it keeps that alone', async () => {
    const { anna, ids } = office;
    const call = newCall();
    await call.ring();
    const aggregateId = asAnna((await one()).id);
    const { aggregateVersion } = await anna.query<{ aggregateVersion: number }>('phoneCall.details', { aggregateId });
    await anna.command('phoneCall.process', { aggregateId, aggregateVersion, receivedBy: ids.carla });
    await call.answer('ben');
    office.server.advance(60_000);
    await call.end('normalClearing');
    const { duration, ...over } = await one();
    expect(over).toMatchObject({ outcome: 'answered', receivedBy: ids.carla });
    expect(duration).toBeGreaterThanOrEqual(60);
  });

  test('of a system that does not say how it ended is missed, unless somebody took it', async () => {
    const { anna, ids } = office;
    const line = await openLine(office, 'template', { terminals: [{ terminal: '12', userId: ids.ben }] });
    const say = (callId: string, event: string) =>
      line.post(`event=${event}&callid=${callId}&callfrom=04315566${callId}&direction=1&terminal=12`);
    for (const event of ['ring', 'end']) await say('1', event);
    for (const event of ['ring', 'answer', 'end']) await say('2', event);
    for (const event of ['end', 'ring', 'answer']) await say('3', event);
    const calls = await callsOf(office);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['missed', 'answered', 'answered']);
    expect(calls[0]?.statuses).toMatchObject({ [ids.anna]: UNSEEN, [ids.ben]: UNSEEN });
    const { legs } = await anna.query<{ legs: { outcome: string }[] }>('phoneCall.details', {
      aggregateId: asAnna(calls[1]?.id ?? 0),
    });
    expect(legs.map(({ outcome }) => outcome)).not.toContain('missed');
  });
});

test('who has called back is told what is Done by it, with how that stood before, and nobody else is', async () => {
  const [anna, ben] = await Promise.all([StompPeer.as(office.anna), StompPeer.as(office.ben)]);
  const missed = newCall();
  await missed.ring();
  await missed.end('cancel');
  const { id } = await one();
  await office.ben.command('activity.setState', { aggregateIds: [asOf('ben', id)], state: 'seen' });
  const callOut = async (): Promise<void> => {
    const out = newCall({ from: '4943199', to: missed.number, direction: 'out' });
    await out.ring(['ben']);
    await out.answer('');
    office.server.advance(12_000);
    await out.end('normalClearing');
  };
  await callOut();
  const back = { aggregateId: asOf('ben', id), state: 'seen' };
  await eventually(() => expect(calledBackOf(ben)).toEqual([[back]]));
  expect((await callsOf(office))[0]).toMatchObject({ statuses: { [office.ids.anna]: 3, [office.ids.ben]: 3 } });
  // They have it back, and it can be called back again.
  await office.ben.command('activity.setState', { aggregateIds: [back.aggregateId], state: back.state });
  expect((await callsOf(office))[0]).toMatchObject({
    doneBy: null,
    statuses: { [office.ids.anna]: 2, [office.ids.ben]: 2 },
  });
  await callOut();
  await eventually(() => expect(calledBackOf(ben)).toEqual([[back], [back]]));
  expect(calledBackOf(anna)).toEqual([]);
  for (const peer of [anna, ben]) peer.close();
});

describe('screens', () => {
  test('of all of the list are told who took what rang at no terminal in particular', async () => {
    const peers = await Promise.all([StompPeer.as(office.anna), StompPeer.as(office.ben)]);
    const call = newCall();
    await call.ring([]);
    await call.answer('ben');
    for (const peer of peers)
      await eventually(() =>
        expect(ringsOf(peer)).toMatchObject([
          { outcome: 'ringing' },
          { outcome: 'talking', receivedBy: office.ids.ben },
        ]),
      );
    for (const peer of peers) peer.close();
  });

  test('of all at whom it rang are told that it was taken at no terminal that is known, whoever it was handed to', async () => {
    const { ids } = office;
    const anna = await StompPeer.as(office.anna);
    const call = newCall();
    // Nobody is behind the first terminal: until it rings at that of somebody it rings for all.
    await call.ring(['empfang']);
    office.server.advance(1000);
    await call.ring(['ben']);
    await office.anna.command('phoneCall.handOver', { aggregateId: asAnna((await one()).id), userId: ids.carla });
    await call.answer('empfang');
    await eventually(() =>
      expect(ringsOf(anna)).toMatchObject([
        { outcome: 'ringing' },
        { outcome: 'talking', receivedBy: 0, receivedFor: ids.carla },
      ]),
    );
    anna.close();
  });
});
