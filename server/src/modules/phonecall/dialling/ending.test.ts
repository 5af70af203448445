import type { PhonecallDetail } from '@kontor/contract/phonecall';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callsOf, openLine } from '../testing/calls.ts';
import { openOffice, openPeer, type Office } from '../testing/office.ts';

let office: Office;
let peer: Awaited<ReturnType<typeof openPeer>>;
let cti: Awaited<ReturnType<typeof openLine>>;
beforeAll(async () => {
  office = await openOffice('auflegen');
  peer = await openPeer();
  cti = await openLine(office, 'cti', { terminals: [{ terminal: 'ben', userId: office.ids.ben }] });
});
afterAll(async () => {
  peer?.close();
  await office?.server.close();
});
beforeEach(() => {
  peer.answer.status = 200;
});

let count = 0;
const give = async (way: string, more: object = {}): Promise<void> => {
  const saved = await office.anna.command<{ locationId: number }>('phoneCall.saveLocation', {
    title: way,
    way,
    url: `${peer.url}/call?to={number}`,
    ...more,
  });
  await office.anna.command('phoneCall.saveDialUser', {
    userId: office.ids.ben,
    isAllowed: true,
    locationId: saved.locationId,
    terminal: 'e0',
  });
};
/** A call that goes out from Ben's telephone, to a number of its own; `begins`: from here. */
async function callOut(begins = true) {
  count += 1;
  const number = 49_431_300_000 + count;
  const callId = begins
    ? (await office.ben.command<{ callId: number }>('phoneCall.start', { calledNumber: `+${number}` })).callId
    : 0;
  const say = (event: string, more: object = {}) =>
    cti.post({ event, callId: `e${count}`, from: '4943199', to: String(number), direction: 'out', ...more });
  await say('newCall', { user: ['ben'] });
  const entryId = (await callsOf(office)).find((call) => call.number === number)?.id ?? 0;
  return { callId, entryId, say };
}
const as = (name: 'anna' | 'ben', entryId: number) =>
  JSON.stringify({
    moduleName: 'module_phonecall',
    entryId,
    userId: office.ids[name],
    sourceContainerId: 0,
    targetContainerId: 0,
  });
/** What the call's detail and its card say to somebody. */
async function saidTo(name: 'anna' | 'ben', entryId: number): Promise<readonly (number | null)[]> {
  const params = { aggregateId: as(name, entryId) };
  const details = await office[name].query<PhonecallDetail>('phoneCall.details', params);
  const card = await office[name].query<{ hangUpId: number | null }>('phoneCall.card', params);
  return [details.hangUpId, card.hangUpId];
}
async function ended(callId: number): Promise<string | null> {
  await office.ben.command('phoneCall.hangUp', { callId });
  const read = async () => (await office.ben.query<{ end: string | null }>('phoneCall.attempt', { callId })).end;
  await expect.poll(read, { interval: 30 }).not.toBe('calling');
  return read();
}

test('a call that was begun here can be ended by its detail and its card while it goes on, by who began it alone', async () => {
  await give('tapimasterExtern', { url: `${peer.url}/tapi` });
  const { callId, entryId, say } = await callOut();
  expect(await saidTo('ben', entryId)).toEqual([callId, callId]);
  expect(await saidTo('anna', entryId)).toEqual([null, null]);
  await say('answer', { user: '' });
  expect(await saidTo('ben', entryId)).toEqual([callId, callId]);
  await say('hangup', { cause: 'normalClearing' });
  expect(await saidTo('ben', entryId)).toEqual([null, null]);
});

test('one that was ended cannot be ended again; one that could not be ended can', async () => {
  await give('tapimasterExtern', { url: `${peer.url}/tapi` });
  const { callId, entryId } = await callOut();
  peer.answer.status = 500;
  expect(await ended(callId)).toBe('failed');
  expect(await saidTo('ben', entryId)).toEqual([callId, callId]);
  peer.answer.status = 200;
  expect(await ended(callId)).toBe('done');
  expect(await saidTo('ben', entryId)).toEqual([null, null]);
});

test('nothing is ended from here that was begun elsewhere, or by a way that ends nothing', async () => {
  await give('curlPost');
  expect(await saidTo('ben', (await callOut()).entryId)).toEqual([null, null]);
  await give('curlPost', { urlHangup: `${peer.url}/end` });
  const { callId, entryId } = await callOut();
  expect(await saidTo('ben', entryId)).toEqual([callId, callId]);
  expect(await saidTo('ben', (await callOut(false)).entryId)).toEqual([null, null]);
});
