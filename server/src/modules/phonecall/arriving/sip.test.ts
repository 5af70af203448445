import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasLongTests } from '../../../testing/long.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { callsOf, openLine, ringsOf } from '../testing/calls.ts';
import { openOffice, type Office } from '../testing/office.ts';
import { hasSip, openExchange, type Exchange, type Phone } from '../testing/sip.ts';
import { eventually } from '../../../testing/eventually.ts';

const CALLER = '4943110001';
const OURS = '4943199002';

/** Real telephones call each other by a real exchange, and Kontor is told of it. */
describe.skipIf(!hasLongTests || !hasSip())('Kamailio, baresip and sipp', () => {
  let office: Office;
  let exchange: Exchange;
  let caller: Phone;
  let ours: Phone;
  beforeAll(async () => {
    office = await openOffice('vermittlung');
    const line = await openLine(office, 'cti', { terminals: [{ terminal: OURS, userId: office.ids.ben }] });
    exchange = await openExchange(`${office.server.base}${line.address}`);
    caller = await exchange.phone(CALLER);
    ours = await exchange.phone(OURS);
  });
  afterAll(async () => {
    await exchange?.close();
    await office?.server.close();
  });
  const last = async () => (await callsOf(office)).at(-1);
  const outcome = (expected: object) => eventually(async () => expect(await last()).toMatchObject(expected));

  test('a call that rings, is taken, and is over after some seconds', async () => {
    const peer = await StompPeer.as(office.ben);
    caller.dial(OURS, exchange.port);
    await ours.until('CALL_INCOMING');
    await outcome({ outcome: 'ringing', number: Number(CALLER), receivedFor: office.ids.ben });
    ours.answer();
    await caller.until('CALL_ESTABLISHED');
    await outcome({ outcome: 'talking', receivedBy: office.ids.ben });
    await sleep(2000);
    caller.hangUp();
    await outcome({ outcome: 'answered', receivedBy: office.ids.ben });
    const { duration = 0 } = (await last()) ?? {};
    expect(Math.abs(duration - 2)).toBeLessThanOrEqual(2);
    await eventually(() =>
      expect(ringsOf(peer).map((call) => call.outcome)).toEqual(['ringing', 'talking', 'answered']),
    );
    peer.close();
  });

  test('one that is refused as busy, one that the caller gives up, and one to where nobody is', async () => {
    caller.dial(OURS, exchange.port);
    await ours.until('CALL_INCOMING');
    ours.hangUp();
    await outcome({ outcome: 'busy', number: Number(CALLER) });
    await exchange.callAndCancel(OURS, 500);
    await outcome({ outcome: 'missed', number: 4_943_110_009 });
    caller.dial('4943199777', exchange.port);
    await outcome({ outcome: 'missed', called: 4_943_199_777 });
    expect(await callsOf(office)).toHaveLength(4);
  });
});
