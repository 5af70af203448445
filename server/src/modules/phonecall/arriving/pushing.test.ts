import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { peopleWhoWantRinging } from '../../../between-modules.ts';
import { runSql } from '../../../platform/db/testing.ts';
import { pushOut } from '../../settings/index.ts';
import { PushPeer, type PushedDevice } from '../../settings/testing/push-peer.ts';
import { sweepCalls } from '../sweep.ts';
import { callsOf, openLine } from '../testing/calls.ts';
import { openOffice, type Office } from '../testing/office.ts';

let office: Office;
let peer: PushPeer;
let line: Awaited<ReturnType<typeof openLine>>;
beforeAll(async () => {
  peer = await PushPeer.start();
  office = await openOffice('mitteilung', { alone: true, pushPolicy: { allowPrivateHosts: true } });
  line = await openLine(office, 'cti', {
    terminals: [
      { terminal: 'anna', userId: office.ids.anna },
      { terminal: 'ben', userId: office.ids.ben },
    ],
  });
});
afterAll(async () => {
  await office?.server.close();
  await peer?.close();
});

let versions = Date.now();
/** A device of somebody who wants to be told of calls so. */
async function deviceOf(client: TestClient, phonePush: 'all' | 'missedAndCallbacks' | 'none'): Promise<PushedDevice> {
  const version = (versions += 1);
  await client.command('settings.change', { values: { phonePush }, versions: { phonePush: version } });
  const device = peer.device();
  await client.command('push.registerToken', { deviceToken: device.token });
  return device;
}
const sent = () =>
  expect
    .poll(async () =>
      runSql(
        office.server.url,
        `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like 'push.%'`,
      ),
    )
    .toEqual([]);
const kindsOf = (device: PushedDevice) => device.messages.map(({ kind }) => kind);

let count = 0;
type Said = readonly [event: string, more: object];
async function call(...events: readonly Said[]): Promise<void> {
  count += 1;
  const common = { callId: `p${count}`, from: `4943120${count}`, to: '4943199', direction: 'in' };
  for (const [event, more] of events) {
    expect((await line.post({ ...common, event, ...more })).status).toBe(200);
    await sent();
  }
}

test('devices are told that it rings, that nobody took it, or nothing, as each has chosen; and who took it leaves nothing with the others', async () => {
  const anna = await deviceOf(office.anna, 'all');
  const ben = await deviceOf(office.ben, 'missedAndCallbacks');
  await call(['newCall', { user: ['anna', 'ben'] }]);
  const id = (await callsOf(office)).at(-1)?.id;
  expect(anna.messages).toMatchObject([{ kind: 'item', tag: `item:phonecall:${id}` }]);
  expect([anna.pushed[0]?.headers['ttl'], anna.pushed[0]?.headers['urgency']]).toEqual(['30', 'high']);
  expect(anna.texts.join()).not.toMatch(/4943|Zentrale/);
  expect(ben.pushed).toEqual([]);

  await call(
    ['newCall', { user: ['anna', 'ben'] }],
    ['answer', { user: 'ben' }],
    ['hangup', { cause: 'normalClearing' }],
  );
  expect(kindsOf(anna)).toEqual(['item', 'item', 'silence']);
  expect(ben.pushed).toEqual([]);

  await call(['newCall', { user: ['anna', 'ben'] }], ['hangup', { cause: 'cancel' }]);
  expect(kindsOf(anna)).toEqual(['item', 'item', 'silence', 'item', 'item']);
  expect(kindsOf(ben)).toEqual(['item']);
  expect(ben.pushed[0]?.headers['urgency']).toBe('normal');

  await deviceOf(office.ben, 'none');
  await call(['newCall', { user: ['anna', 'ben'] }], ['hangup', { cause: 'cancel' }]);
  expect(kindsOf(ben)).toEqual(['item']);
});

test('that it rings stays nowhere, whoever took it and however it ended', async () => {
  const devices = [await deviceOf(office.anna, 'all'), await deviceOf(office.ben, 'all')];
  const since = async (...events: readonly Said[]) => {
    const before = devices.map(({ messages }) => messages.length);
    await call(...events);
    return devices.map((device, index) => kindsOf(device).slice(before[index]).join(' '));
  };
  const ring = ['newCall', { user: ['anna', 'ben'] }] as const;
  const both = (kinds: string) => [kinds, kinds];
  // The one who took it may have it ring on a device of theirs as well.
  expect(await since(ring, ['answer', { user: 'ben' }])).toEqual(both('item silence'));
  expect(await since(ring, ['hangup', { cause: 'forwarded' }])).toEqual(both('item silence'));
  expect(await since(ring, ['hangup', { cause: 'else' }])).toEqual(both('item silence'));
  expect(await since(['newCall', {}], ['answer', { user: 'ben' }])).toEqual(both('item silence'));
  expect(await since(ring, ['hangup', {}])).toEqual(both('item item'));
});

test('that it rings is taken back where nobody has said for four hours that it does no more', async () => {
  const [anna, ben] = [await deviceOf(office.anna, 'all'), await deviceOf(office.ben, 'missedAndCallbacks')];
  const sweep = async () => {
    const parts = { pushOut, wantRinging: peopleWhoWantRinging, tellTalking: async () => undefined };
    await sweepCalls(office.server.change, office.instance, parts);
    await sent();
  };
  // What rang before is over.
  office.server.advance(5 * 3_600_000);
  await sweep();
  const before = anna.messages.length;
  await call(['newCall', { user: ['anna', 'ben'] }]);
  await call(['newCall', { user: ['anna', 'ben'] }], ['answer', { user: 'ben' }]);
  expect(kindsOf(anna).slice(before)).toEqual(['item', 'item', 'silence']);
  office.server.advance(4 * 3_600_000 + 1000);
  await sweep();
  const tag = `item:phonecall:${(await callsOf(office)).at(-2)?.id}`;
  expect(anna.messages.slice(before + 3)).toMatchObject([{ kind: 'silence', tag }]);
  expect(ben.pushed).toEqual([]);
});
