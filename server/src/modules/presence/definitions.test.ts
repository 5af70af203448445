import type { StateDefinition } from '@kontor/contract/presence';
import { describe, expect, test } from 'vitest';
import { StompPeer } from '../../testing/stomp.ts';
import {
  STATES,
  anna,
  ben,
  carla,
  choose,
  codeOf,
  devices,
  idOf,
  instance,
  seen,
  server,
  usePresenceFixture,
  userStates,
  untilTold,
} from './testing/fixture.ts';

usePresenceFixture();

const FAIR: Omit<StateDefinition, 'id'> = {
  type: 'global',
  textDe: 'Auf der Messe',
  textEn: 'At the fair',
  iconCls: 'users',
  hexCode: '#2f6f4f',
  counts: 'absent',
  isBusy: false,
};
const save = (more: object = {}) => anna.tryCommand<{ stateId: number }>('presence.saveState', { ...FAIR, ...more });
const definitions = async () => (await anna.query<{ states: StateDefinition[] }>('presence.definitions')).states;
const idsOf = async () => (await definitions()).map(({ id }) => id);

describe('the states of an instance', () => {
  test('are there from the beginning, with their words in both languages', async () => {
    expect((await definitions()).map(({ id, textDe, textEn, counts }) => [id, textDe, textEn, counts])).toEqual([
      [1, 'Verfügbar', 'Available', 'devices'],
      [2, 'Im Büro', 'In the office', 'present'],
      [3, 'Beschäftigt', 'Busy', 'devices'],
      [4, 'Nicht stören', 'Do not disturb', 'devices'],
      [5, 'Homeoffice', 'Working from home', 'present'],
      [6, 'Abwesend', 'Away', 'absent'],
      [7, 'Urlaub', 'On holiday', 'absent'],
      [8, 'Eigener Status', 'Own status', 'devices'],
    ]);
    expect(await codeOf(ben.tryQuery('presence.definitions'))).toBe('403 RIGHT_MISSING');
  });

  test('are made and changed by administrators, and everybody hears of it', async () => {
    const peer = await StompPeer.as(ben, ['/topic/event.presence.definitionsChanged']);
    const { stateId } = (await save()).body.data;
    expect(await peer.event()).toMatchObject({ payload: { keys: ['presenceStates'] } });
    peer.close();
    expect((await userStates(ben)).at(-1)).toMatchObject({ id: stateId, text: 'Auf der Messe', hexCode: '#2f6f4f' });
    await choose(ben, stateId);
    await save({ stateId, textDe: 'In Hannover', hexCode: '#123ABC' });
    expect(await seen(carla, 'ben')).toMatchObject({ stateText: 'In Hannover', stateBackgroundColorHex: '#123abc' });
    expect(await codeOf(ben.tryCommand('presence.saveState', FAIR))).toBe('403 RIGHT_MISSING');
  });

  test('that somebody has are taken from them when they are removed, and chosen by nobody any more', async () => {
    const { stateId } = (await save()).body.data;
    await choose(ben, stateId, { until: 'untilFurtherNotice' });
    devices.come(instance, idOf('ben'));
    expect(await seen(carla, 'ben')).toMatchObject({ presence: 'absent', stateId });
    const peer = await StompPeer.as(carla, ['/topic/event.presence.changed']);
    expect(await codeOf(ben.tryCommand('presence.removeState', { stateId }))).toBe('403 RIGHT_MISSING');
    await anna.command('presence.removeState', { stateId });
    await untilTold(peer, [idOf('ben'), 'present', null, null, null, null]);
    peer.close();
    expect(await seen(carla, 'ben')).toMatchObject({ presence: 'present', stateId: null, stateText: null });
    expect(await codeOf(choose(ben, stateId))).toBe('409 STATE_GONE');
    expect(await codeOf(anna.tryCommand('presence.removeState', { stateId }))).toBe('409 STATE_GONE');
    expect(await codeOf(save({ stateId }))).toBe('409 STATE_GONE');
    // A number that was given once is given to none other.
    expect((await save()).body.data.stateId).toBeGreaterThan(stateId);
  });

  test('always have one of being available, and one of one’s own', async () => {
    for (const stateId of [STATES.available, STATES.personal])
      expect(await codeOf(anna.tryCommand('presence.removeState', { stateId }))).toBe('422 STATE_TYPE');
    expect(await codeOf(save({ type: 'personal' }))).toBe('422 STATE_TYPE');
    expect(await codeOf(save({ stateId: STATES.personal }))).toBe('422 STATE_TYPE');
    expect(await codeOf(save({ stateId: STATES.available }))).toBe('422 STATE_TYPE');
    const { stateId } = (await save({ type: 'available' })).body.data;
    await anna.command('presence.removeState', { stateId });
  });

  test('stand in the order that administrators give them', async () => {
    const before = await idsOf();
    await anna.command('presence.orderStates', { stateIds: [STATES.holiday, STATES.busy, STATES.holiday] });
    const rest = before.filter((id) => id !== STATES.holiday && id !== STATES.busy);
    expect(await idsOf()).toEqual([STATES.holiday, STATES.busy, ...rest]);
    expect((await userStates(ben)).map(({ id }) => id)).toEqual(await idsOf());
    expect(await codeOf(anna.tryCommand('presence.orderStates', { stateIds: [1, 99] }))).toBe('409 STATE_GONE');
  });

  test.each([
    ['without words', { textDe: ' ' }],
    ['with words that are hidden', { textEn: '\u202e\u2069' }],
    ['with too many words', { textDe: 'x'.repeat(81) }],
    ['with a colour that is none', { hexCode: 'red' }],
    ['with an icon that is none', { iconCls: '../x' }],
    ['that counts as nothing', { counts: 'maybe' }],
  ])('%s are refused', async (_what, more) => expect(await codeOf(save(more))).toBe('422 PARAMETERS_INVALID'));

  test('are fifty at most', async () => {
    const known = (await idsOf()).length;
    for (let n = known; n < 50; n += 1) expect(await codeOf(save({ textDe: `Nummer ${n}` }))).toBe('200');
    expect(await codeOf(save())).toBe('422 TOO_MANY_STATES');
  });

  test('of another instance are its own', async () => {
    const other = await server.instance('fremd');
    await server.person(other, 'anna', { isAdministrator: true });
    const client = await server.client(other, 'anna');
    expect((await userStates(client)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('stand in the audit log', async () => {
    const { entries } = await anna.query<{ entries: { subject: string }[] }>('account.auditLog', {
      kinds: ['instance.changed'],
    });
    expect(entries.map(({ subject }) => subject)).toContain('state In Hannover');
  });
});
