import type { Health } from '@kontor/contract/account';
import type { Line } from '@kontor/contract/phonecall';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsOf, openLine } from '../testing/calls.ts';
import { openOffice, openPeer, type Office } from '../testing/office.ts';
import { eventually } from '../../../testing/eventually.ts';

const MINUTE = 60_000;
let office: Office;
let peer: Awaited<ReturnType<typeof openPeer>>;
beforeAll(async () => {
  peer = await openPeer({ status: 200, body: '{"items":[]}' });
  office = await openOffice('nachtrag', { alone: true, phone: { historyMs: 100 } });
});
afterAll(async () => {
  await office?.server.close();
  peer?.close();
});

const lineOf = async (lineId: number) =>
  (await office.anna.query<Line[]>('phoneCall.lineSettings', {})).find((line) => line.lineId === lineId);
const entry = (callId: string, at: number, part: object) => ({
  id: `id-${callId}`,
  callId,
  target: '+4943199',
  type: 'CALL',
  created: new Date(at).toISOString(),
  endpoints: [{ type: 'ROUTED', endpoint: { extension: 'e0', type: 'REGISTER' } }],
  duration: 0,
  ...part,
});
/** Time goes on until the history is asked again, and it has been. */
async function askAgain(): Promise<void> {
  const before = peer.requests.length;
  await eventually(() => {
    // Once more where it was just being asked: the next time is counted from then on.
    office.server.advance(11 * MINUTE);
    expect(peer.requests.length).toBeGreaterThan(before);
  });
}
const stored = async () =>
  (await callsOf(office)).map(({ outcome, number, duration, receivedBy }) => [outcome, number, duration, receivedBy]);

test('what nobody was told of is made up for: once, and with the end of what was going on', async () => {
  const { post, lineId } = await openLine(office, 'sipgate', {
    terminals: [{ terminal: 'e0', userId: office.ids.ben }],
    history: { url: peer.url, user: 'token-1', secret: 'Geheimnis' },
  });
  expect(JSON.stringify(await lineOf(lineId))).not.toContain('Geheimnis');
  expect((await lineOf(lineId))?.history).toMatchObject({ url: peer.url, user: 'token-1', fault: '' });
  const at = office.server.platform.now();
  // We are away before it is taken.
  await post('event=newCall&callId=live&from=49431500&to=4943199&direction=in&user[]=Ben&userId[]=e0');
  await post('event=newCall&callId=known&from=49431700&to=4943199&direction=in&user[]=Ben&userId[]=e0');
  await post('event=hangup&callId=known&from=49431700&to=4943199&direction=in&cause=noAnswer');
  peer.answer.body = JSON.stringify({
    items: [
      entry('gone', at + 4 * MINUTE, { direction: 'MISSED_INCOMING', callStatus: 'MISSED', source: '+49431600' }),
      entry('out', at + 3 * MINUTE, {
        direction: 'OUTGOING',
        callStatus: 'SUCCESS',
        source: '+4943199',
        target: '+49431800',
        duration: 12,
      }),
      entry('live', at, { direction: 'INCOMING', callStatus: 'SUCCESS', source: '+49431500', duration: 60 }),
      entry('known', at, { direction: 'MISSED_INCOMING', callStatus: 'MISSED', source: '+49431700' }),
      // It began before the history was asked for, and may be over long since.
      entry('older', at - 5 * 60 * MINUTE, { direction: 'MISSED_INCOMING', callStatus: 'MISSED', source: '+49431900' }),
    ],
  });
  const expected = [
    ['answered', 49_431_500, 60, office.ids.ben],
    ['missed', 49_431_700, 0, null],
    ['answered', 49_431_800, 12, office.ids.ben],
    ['missed', 49_431_600, 0, null],
  ];
  await askAgain();
  await eventually(async () => expect(await stored()).toEqual(expected));
  const { headers } = peer.requests.at(-1) ?? {};
  expect(headers?.authorization).toBe(`Basic ${Buffer.from('token-1:Geheimnis').toString('base64')}`);
  // Who is meant by it is told, and it is New for all of its list.
  expect((await callsOf(office)).at(-1)?.statuses).toMatchObject({ [office.ids.anna]: 1, [office.ids.ben]: 1 });
  const until = (await lineOf(lineId))?.history?.until ?? '';
  await askAgain();
  await eventually(async () =>
    expect(Date.parse((await lineOf(lineId))?.history?.until ?? '')).toBeGreaterThan(Date.parse(until)),
  );
  expect(await stored()).toEqual(expected);

  // What is told of late changes nothing that came after it.
  // Calls begin at whole seconds.
  const later = Math.floor(office.server.platform.now() / 1000) * 1000;
  for (const number of ['49431810', '49431820']) {
    const about = `callId=late${number}&from=${number}&to=4943199&direction=in`;
    await post(`event=newCall&${about}&user[]=Ben&userId[]=e0`);
    await post(`event=hangup&${about}&cause=noAnswer`);
  }
  peer.answer.body = JSON.stringify({
    items: [
      entry('before', later - 3 * MINUTE, {
        direction: 'OUTGOING',
        callStatus: 'SUCCESS',
        source: '+4943199',
        target: '+49431810',
        duration: 30,
      }),
      entry('earlier', later - 50 * MINUTE, {
        direction: 'MISSED_INCOMING',
        callStatus: 'MISSED',
        source: '+49431820',
      }),
    ],
  });
  await askAgain();
  const missedOf = async (number: number) =>
    (await callsOf(office)).find((call) => call.number === number && call.direction === 0);
  await eventually(async () => expect(await missedOf(49_431_820)).toMatchObject({ tries: 2 }));
  expect((await missedOf(49_431_820))?.startedAt.getTime()).toBeGreaterThanOrEqual(later);
  await eventually(async () => expect(await callsOf(office)).toHaveLength(expected.length + 3));
  expect(await missedOf(49_431_810)).toMatchObject({ doneBy: null, statuses: { [office.ids.anna]: 1 } });
  await office.anna.command('phoneCall.deleteLine', { lineId });
});

test('what goes wrong is said to administrators, and tried again', async () => {
  const { lineId } = await openLine(office, 'sipgate', { history: { url: peer.url, user: 'token-2', secret: 'x' } });
  const expectFault = async (fault: string, status: number, body = '{"items":[]}') => {
    Object.assign(peer.answer, { status, body });
    await eventually(async () => {
      office.server.advance(70 * MINUTE);
      expect((await lineOf(lineId))?.history?.fault).toBe(fault);
    });
  };
  const failing = async () => (await office.anna.query<Health>('account.health')).phoneLines;
  await expectFault('refused', 401);
  await expectFault('unreadable', 200, '<html>');
  expect(await failing()).toEqual({ on: 1, failing: 1 });
  await expectFault('away', 503);
  await expectFault('', 200);
  expect(await failing()).toEqual({ on: 1, failing: 0 });
  // A change of it is tried at once.
  await expectFault('refused', 403);
  Object.assign(peer.answer, { status: 200, body: '{"items":[]}' });
  await office.anna.command('phoneCall.saveLine', {
    lineId,
    kind: 'sipgate',
    title: 'sipgate',
    listId: office.listId,
    history: { url: peer.url, user: 'token-3' },
  });
  await eventually(async () => expect((await lineOf(lineId))?.history?.fault).toBe(''));
  // One that is asked no more is not.
  await office.anna.command('phoneCall.saveLine', { lineId, kind: 'sipgate', title: 'sipgate', listId: office.listId });
  expect((await lineOf(lineId))?.history).toBeNull();
});
