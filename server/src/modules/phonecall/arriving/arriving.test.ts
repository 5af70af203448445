import { RIGHTS } from '@kontor/contract/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StompPeer } from '../../../testing/stomp.ts';
import { seedRecord } from '../../record/factory.ts';
import { callsOf, openLine, ringsOf } from '../testing/calls.ts';
import { openOffice, type Office } from '../testing/office.ts';
import { eventually } from '../../../testing/eventually.ts';

let office: Office;
let cti: Awaited<ReturnType<typeof openLine>>;
const owner = () => office.server.platform.database.owner;
beforeAll(async () => {
  office = await openOffice('klingeln');
  cti = await openLine(office, 'cti', {
    terminals: [
      { terminal: 'anna', userId: office.ids.anna },
      { terminal: 'ben', userId: office.ids.ben },
      { terminal: 'carla', userId: office.ids.carla },
    ],
  });
});
afterAll(() => office?.server.close());
beforeEach(async () => {
  await sql`delete from phone_call`.execute(owner());
  await sql`delete from activity where module = 2`.execute(owner());
  await sql`delete from phone_block`.execute(owner());
});

let count = 0;
/** A call of a number of its own. */
function newCall(more: object = {}) {
  count += 1;
  const common = { callId: `c${count}`, from: `49431${100_000 + count}`, to: '4943199', direction: 'in', ...more };
  const say = async (event: string, rest: object = {}) => {
    const answer = await cti.post({ ...common, event, ...rest });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  return {
    number: Number(common.from),
    ring: (rest: object = {}) => say('newCall', { user: ['anna', 'ben'], ...rest }),
    answer: (user: string, rest: object = {}) => say('answer', { user, ...rest }),
    end: (cause: string, rest: object = {}) => say('hangup', { cause, ...rest }),
  };
}
const { UNSEEN, SEEN, READY } = { UNSEEN: 1, SEEN: 2, READY: 3 };
const one = async () => {
  const calls = await callsOf(office);
  expect(calls).toHaveLength(1);
  return calls[0] as (typeof calls)[number];
};

describe('a call', () => {
  test('rings, is taken by somebody, and is over', async () => {
    const { ids } = office;
    const call = newCall();
    await call.ring();
    expect(await one()).toMatchObject({
      outcome: 'ringing',
      number: call.number,
      called: 4_943_199,
      statuses: { [ids.anna]: UNSEEN, [ids.ben]: UNSEEN },
    });
    office.server.advance(4000);
    await call.answer('ben');
    expect(await one()).toMatchObject({
      outcome: 'talking',
      receivedBy: ids.ben,
      statuses: { [ids.anna]: READY, [ids.ben]: SEEN },
    });
    office.server.advance(60_000);
    await call.end('normalClearing');
    const { duration, ...over } = await one();
    expect(over).toMatchObject({ outcome: 'answered', receivedBy: ids.ben });
    expect(duration).toBeGreaterThanOrEqual(60);
    expect(duration).toBeLessThan(90);
  });

  test('that nobody takes is New for all of the list', async () => {
    const call = newCall();
    await call.ring();
    await call.end('cancel');
    expect(await one()).toMatchObject({
      outcome: 'missed',
      statuses: { [office.ids.anna]: UNSEEN, [office.ids.ben]: UNSEEN },
    });
  });

  test('that rings at somebody who is not of the list is seen by them, too', async () => {
    const call = newCall();
    await call.ring({ user: ['carla'] });
    const { receivedFor, statuses } = await one();
    expect(receivedFor).toBe(office.ids.carla);
    expect(new Set(Object.keys(statuses).map(Number))).toEqual(new Set(Object.values(office.ids)));
  });

  test('whose end comes first is the same one, and so is one that is told of twice', async () => {
    const call = newCall();
    await call.end('busy');
    expect(await one()).toMatchObject({ outcome: 'busy' });
    await call.ring();
    await call.ring();
    await call.end('busy');
    expect(await one()).toMatchObject({ outcome: 'busy', number: call.number });
  });

  test('that is handed on is one, by the name that it had or by where it was forwarded from', async () => {
    const sipgate = await openLine(office, 'sipgate', { terminals: [{ terminal: 'w1', userId: office.ids.ben }] });
    const form = (event: string, more: string) =>
      sipgate.post(`event=${event}&from=4943155${(count += 1)}&direction=in&${more}`);
    const from = (more: string) => `from=494315577&direction=in&${more}`;
    await sipgate.post(from('event=newCall&callId=s1&to=4943190&userId[]=w0'));
    await sipgate.post(from('event=newCall&callId=s2&to=4943191&userId[]=w1&origCallId=s1'));
    await sipgate.post(from('event=answer&callId=s2&to=4943191&userId=w1'));
    await sipgate.post(from('event=hangup&callId=s1&to=4943190&cause=forwarded'));
    expect(await one()).toMatchObject({ outcome: 'talking', receivedBy: office.ids.ben, legs: 3 });
    await sipgate.post(from('event=newCall&callId=s4&to=4943193&userId[]=w1&diversion=4943192'));
    await sipgate.post(from('event=newCall&callId=s3&to=4943192&userId[]=w0'));
    expect(await callsOf(office)).toHaveLength(2);
    await form('newCall', 'callId=s5&to=4943193&userId[]=w1&diversion=4943192');
    expect(await callsOf(office)).toHaveLength(3);
  });

  test('of which two halves turn out to be one becomes one, where nobody has written in both', async () => {
    const sipgate = await openLine(office, 'sipgate');
    const from = (more: string) => `from=494315578&direction=in&to=4943190&${more}`;
    await sipgate.post(from('event=newCall&callId=t1'));
    // Its end does not say what it was forwarded from, and comes first.
    await sipgate.post(`event=hangup&callId=t2&direction=in&from=494315578&to=4943191&cause=normalClearing`);
    expect(await callsOf(office)).toHaveLength(2);
    await sipgate.post(`event=newCall&callId=t2&direction=in&from=494315578&to=4943191&origCallId=t1`);
    expect(await one()).toMatchObject({ legs: 2 });
  });

  test('of a colleague who has left is everybody’s of the list', async () => {
    const dora = await office.server.person(office.instance, 'dora');
    const line = await openLine(office, 'cti', { terminals: [{ terminal: 'dora', userId: dora }] });
    await sql`update app_user set is_active = false where user_id = ${dora} and instance_id = ${office.instance.id}`.execute(
      owner(),
    );
    await line.post({
      event: 'newCall',
      callId: 'x',
      from: '4943112345',
      to: '4943199',
      direction: 'in',
      user: ['dora'],
    });
    const { receivedFor, statuses } = await one();
    expect(receivedFor).toBeNull();
    expect(Object.keys(statuses)).not.toContain(String(dora));
  });

  test('of a terminal with a list of its own lies there', async () => {
    const { listId } = office;
    const { rows } = await sql<{ box_id: number }>`insert into box (instance_id, module, name)
      select instance_id, module, 'Werkstatt' from box where box_id = ${listId} and instance_id = ${office.instance.id} returning box_id`.execute(
      owner(),
    );
    const other = rows[0]?.box_id ?? 0;
    const line = await openLine(office, 'cti', { terminals: [{ terminal: 'werkstatt', listId: other }] });
    const said = { callId: 'w', from: '4943112346', to: '4943198', direction: 'in' };
    await line.post({ ...said, event: 'hangup', cause: 'cancel' });
    await line.post({ ...said, event: 'newCall', user: ['werkstatt'] });
    const { rows: items } = await sql<{
      box_id: number;
    }>`select box_id from activity where instance_id = ${office.instance.id} and module = 2`.execute(owner());
    expect(items).toEqual([{ box_id: other }]);
  });

  test('within the house is nobody’s to look at', async () => {
    const call = newCall({ from: '101', to: '102' });
    await call.ring();
    expect(await callsOf(office)).toEqual([]);
  });

  test('whose number was kept back has none', async () => {
    await newCall({ from: 'anonymous' }).ring();
    expect(await one()).toMatchObject({ number: null, numberText: '' });
  });

  test('of which the mailbox was left something is a voice message', async () => {
    const call = newCall();
    await call.ring();
    await call.answer('voicemail');
    await call.end('normalClearing');
    expect(await one()).toMatchObject({ outcome: 'voice', receivedBy: null, statuses: { [office.ids.anna]: UNSEEN } });
  });
});

describe('one number again and again', () => {
  test('is one call that counts, until somebody finishes it', async () => {
    const call = { from: '494317771', to: '4943199', direction: 'in', user: ['anna', 'ben'] };
    for (let index = 0; index < 25; index += 1) {
      await cti.post({ ...call, event: 'newCall', callId: `r${index}` });
      await cti.post({ ...call, event: 'hangup', callId: `r${index}`, cause: 'cancel' });
    }
    const { tries, outcome, legs } = await one();
    expect([tries, outcome]).toEqual([25, 'missed']);
    expect(legs).toBeLessThan(50);
    await sql`update activity_user set status = ${READY} where module = 2`.execute(owner());
    await cti.post({ ...call, event: 'newCall', callId: 'r99' });
    expect((await callsOf(office)).map((row) => row.tries)).toEqual([25, 1]);
  });

  test('and is taken in the end', async () => {
    // A line takes so many a second, and has just taken many.
    office.server.advance(1000);
    const call = { from: '494317772', to: '4943199', direction: 'in', user: ['anna', 'ben'] };
    await cti.post({ ...call, event: 'newCall', callId: 'q1' });
    await cti.post({ ...call, event: 'hangup', callId: 'q1', cause: 'cancel' });
    await cti.post({ ...call, event: 'newCall', callId: 'q2' });
    await cti.post({ ...call, event: 'answer', callId: 'q2', user: 'ben' });
    expect(await one()).toMatchObject({ tries: 2, outcome: 'talking', receivedBy: office.ids.ben });
  });
});

describe('a number that nobody wants', () => {
  test('is rejected, is no news to anybody, and is kept as that', async () => {
    const call = newCall();
    await sql`insert into phone_block (instance_id, number, by_user, at) values (${office.instance.id}, ${call.number}, ${office.ids.anna}, now())`.execute(
      owner(),
    );
    const peer = await StompPeer.as(office.anna);
    expect(JSON.parse(await call.ring())).toEqual({ action: 'reject', reason: 'busy' });
    await call.end('busy');
    expect(await one()).toMatchObject({ outcome: 'blocked', statuses: { [office.ids.anna]: READY } });
    await newCall().ring();
    await eventually(() => expect(ringsOf(peer)).toHaveLength(1));
    expect(ringsOf(peer)[0]?.outcome).toBe('ringing');
    peer.close();
  });
});

describe('called back', () => {
  test('by a call that goes out, is answered and takes ten seconds, all that was missed of the number is done', async () => {
    const { ids } = office;
    const missed = newCall();
    await missed.ring();
    await missed.end('cancel');
    const other = newCall();
    await other.ring();
    await other.end('cancel');
    const out = newCall({ from: '4943199', to: String(missed.number), direction: 'out' });
    await out.ring({ user: ['ben'] });
    await out.answer('');
    office.server.advance(5000);
    await out.end('normalClearing');
    expect((await callsOf(office))[0]).toMatchObject({ doneBy: null, statuses: { [ids.anna]: UNSEEN } });
    const again = newCall({ from: '4943199', to: String(missed.number), direction: 'out' });
    await again.ring({ user: ['ben'] });
    await again.answer('');
    office.server.advance(12_000);
    await again.end('normalClearing');
    const calls = await callsOf(office);
    expect(calls[0]).toMatchObject({ doneBy: calls[3]?.id, statuses: { [ids.anna]: READY, [ids.ben]: READY } });
    expect(calls[1]).toMatchObject({ doneBy: null, statuses: { [ids.anna]: UNSEEN } });
    expect(calls[3]).toMatchObject({ direction: 1, receivedBy: ids.ben, outcome: 'answered' });
  });

  test('nothing is that who called does not see', async () => {
    const missed = newCall();
    await missed.ring();
    await missed.end('cancel');
    const out = newCall({ from: '4943199', to: String(missed.number), direction: 'out' });
    await out.ring({ user: ['carla'] });
    await out.answer('');
    office.server.advance(20_000);
    await out.end('normalClearing');
    expect((await callsOf(office))[0]).toMatchObject({ doneBy: null });
  });
});

test('a call that was begun here is the next one that goes out, with its records', async () => {
  const { locationId } = await office.anna.command<{ locationId: number }>('phoneCall.saveLocation', {
    title: 'Softphone',
    way: 'asterisk',
    lineId: cti.lineId,
  });
  await office.anna.command('phoneCall.saveDialUser', {
    userId: office.ids.ben,
    isAllowed: true,
    locationId,
    terminal: '',
  });
  const record = await seedRecord(office.server.change, office.instance, { values: { name: 'Werft' } });
  const { timestamp } = await office.ben.command<{ timestamp: number }>('phoneCall.start', {
    calledNumber: '0431 424242',
    idoLinkings: [record],
  });
  const next = () =>
    office.ben.query<{ number: number; aggregateId: string; error: string }>('phoneCall.nextOutgoingId', {
      calledNumber: '0431 424242',
      timestamp,
    });
  expect((await next()).error).toBe('NO_NEXT_OUTGOING_CALL_FOUND');
  await newCall({ from: '4943199', to: '49431424242', direction: 'out' }).ring({ user: ['ben'] });
  const { id } = await one();
  expect(await next()).toMatchObject({ number: id, error: '' });
  const { rows } = await sql<{
    record_id: number;
  }>`select record_id from activity_record where activity_id = ${id} and instance_id = ${office.instance.id}`.execute(
    owner(),
  );
  expect(rows).toEqual([{ record_id: record.idoId }]);
  // The second call to the number is nobody's attempt.
  await newCall({ from: '4943199', to: '49431424242', direction: 'out' }).ring({ user: ['ben'] });
  expect((await next()).number).toBe(id);
});

describe('screens', () => {
  test('where it rings at one more terminal, that person is told, and who was told before is not again', async () => {
    const [anna, ben] = await Promise.all([office.anna, office.ben].map((by) => StompPeer.as(by)));
    const call = newCall();
    await call.ring({ user: ['ben'] });
    await call.ring({ user: ['anna'] });
    await eventually(() => expect(ringsOf(anna as StompPeer)).toHaveLength(1));
    expect(ringsOf(ben as StompPeer)).toHaveLength(1);
  });

  test('of those at whose terminals it rings are told, with nothing that they may not read; the others not', async () => {
    const [anna, ben, carla] = await Promise.all([office.anna, office.ben, office.carla].map((by) => StompPeer.as(by)));
    const call = newCall({ name: 'qwGeheim' });
    await call.ring({ user: ['ben'] });
    await call.answer('ben');
    await call.end('normalClearing');
    await eventually(() =>
      expect(ringsOf(ben as StompPeer).map((it) => it.outcome)).toEqual(['ringing', 'talking', 'answered']),
    );
    expect(ringsOf(ben as StompPeer)[0]).toMatchObject({
      list: 'Zentrale',
      calledNumber: '',
      receivedFor: office.ids.ben,
    });
    expect([anna, carla].map((peer) => ringsOf(peer as StompPeer))).toEqual([[], []]);
    for (const peer of [anna, ben, carla]) peer?.close();
  });

  test('of who may not see calls, and of who has the card no more, are told nothing', async () => {
    const eva = await office.server.person(office.instance, 'eva', {
      rights: RIGHTS.filter((right) => right !== 'phoneCallList'),
    });
    await sql`insert into box_member (instance_id, box_id, user_id) values (${office.instance.id}, ${office.listId}, ${eva})`.execute(
      owner(),
    );
    const [peer, anna, ben] = await Promise.all([
      StompPeer.as(await office.server.client(office.instance, 'eva')),
      StompPeer.as(office.anna),
      StompPeer.as(office.ben),
    ]);
    const call = newCall();
    await call.ring({ user: [] });
    const { id } = await one();
    await sql`insert into phone_hidden (instance_id, activity_id, user_id) values (${office.instance.id}, ${id}, ${office.ids.anna})`.execute(
      owner(),
    );
    await call.end('cancel');
    await eventually(() => expect(ringsOf(ben)).toHaveLength(2));
    expect(ringsOf(anna)).toHaveLength(1);
    expect(ringsOf(peer)).toEqual([]);
    await sql`delete from box_member where user_id = ${eva} and instance_id = ${office.instance.id}`.execute(owner());
    for (const each of [peer, anna, ben]) each.close();
  });
});

describe('who talks', () => {
  const stateOf = async () => {
    const people = await office.carla.query<{ id: number; stateId: number | null }[]>('presence.onlineUsers', {});
    return people.find(({ id }) => id === office.ids.ben)?.stateId ?? null;
  };

  test('is in a call for as long as that takes, by whichever telephone', async () => {
    const second = await openLine(office, 'cti', { terminals: [{ terminal: 'mobil', userId: office.ids.ben }] });
    const call = newCall();
    await call.ring();
    expect(await stateOf()).not.toBe(-1);
    await call.answer('ben');
    expect(await stateOf()).toBe(-1);
    const said = { callId: 'm', from: '4943112399', to: '4943199', direction: 'in', user: ['mobil'] };
    await second.post({ ...said, event: 'newCall' });
    await second.post({ ...said, event: 'answer', user: 'mobil' });
    await call.end('normalClearing');
    expect(await stateOf()).toBe(-1);
    await second.post({ ...said, event: 'hangup', cause: 'normalClearing' });
    expect(await stateOf()).not.toBe(-1);
  });
});
