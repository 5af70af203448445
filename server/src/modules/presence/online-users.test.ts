import type { OnlineUser } from '@kontor/contract/presence';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { HOUR_MS, STATES, choose } from './testing/fixture.ts';

/** The list of people from memory, with all that it is read from as it is. */
let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
  instance = await server.instance('nordwerk');
  for (const name of ['anna', 'ben', 'carla', 'dora', 'emil'])
    ids[name] = await server.person(instance, name, { isAdministrator: name === 'anna' });
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
});
afterAll(() => server?.close());

const idOf = (name: string): number => ids[name] ?? 0;
const list = (by: TestClient) => by.query<OnlineUser[]>('presence.onlineUsers');
/** What somebody sees of another; undefined where they are not there. */
const seen = async (by: TestClient, name: string) => (await list(by)).find(({ id }) => id === idOf(name));
const later = (ms: number): string => new Date(server.platform.now() + ms).toISOString();

/** As another process does it, of which this one hears nothing. */
const elsewhere = async (text: string): Promise<void> => {
  const own = { ':instance': instance.id, ':ben': idOf('ben'), ':carla': idOf('carla') };
  const whole = Object.entries(own).reduce((sum, [name, value]) => sum.replaceAll(name, String(value)), text);
  await sql.raw(whole).execute(server.platform.database.owner);
};
const ofBen = (set: string) => elsewhere(`update app_user set ${set} where instance_id = :instance and user_id = :ben`);
const ofState = (set: string) =>
  elsewhere(`update user_state set ${set} where instance_id = :instance and state_id = ${STATES.home}`);
const ofPlaces = (set: string) => elsewhere(`update automatic_state set ${set} where instance_id = :instance`);

/** A day from a moment on, by the clock of the instance. */
const clock = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO('Europe/Berlin')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .concat(':00');
let appointmentId = '';
async function meet(): Promise<void> {
  const now = server.platform.now();
  const times = { startDate: clock(now - HOUR_MS), endDate: clock(now + HOUR_MS) };
  const given = { title: 'Runde', ...times, participants: [idOf('carla')] };
  ({ aggregateId: appointmentId } = await anna.command<{ aggregateId: string }>('appointment.create', given));
}
const absence = () => ({
  userId: idOf('ben'),
  startsAt: later(-HOUR_MS),
  endsAt: later(HOUR_MS),
  subject: 'Abwesend',
  content: '<p>Weg</p>',
  substituteId: idOf('carla'),
});

let doras: TestClient;
const signOut = () =>
  doras.send('/auth/logout', {
    method: 'POST',
    headers: doras.headers({ 'Content-Type': 'application/json' }),
    body: '{}',
  });

/** Each changes one thing, and leaves the next one what it needs: what is done, of whom, and what shows of them then. */
const CHANGES: readonly (readonly [string, () => Promise<unknown>, string, Partial<OnlineUser>])[] = [
  ['a state is chosen', () => choose(ben, STATES.home), 'ben', { stateId: STATES.home, stateText: 'Homeoffice' }],
  ['the state is called otherwise', () => ofState(`text_de = 'Zuhause'`), 'ben', { stateText: 'Zuhause' }],
  ['the state counts otherwise', () => ofState(`counts = 'absent'`), 'ben', { presence: 'absent', presenceSort: '2' }],
  ['the state is taken away', () => ofState('gone = true'), 'ben', { stateId: null, stateText: null }],
  ['the state is there again', () => ofState(`gone = false, counts = 'present'`), 'ben', { stateText: 'Zuhause' }],
  ['they hide', () => ben.command('presence.hide', { isHidden: true }), 'ben', { presence: 'absent', stateText: null }],
  [
    'nobody may hide',
    () => anna.command('presence.allowHiding', { mayHide: false }),
    'ben',
    { presence: 'present', stateText: 'Zuhause' },
  ],
  ['they are called otherwise', () => ofBen(`first_name = 'Benno'`), 'ben', { name: 'Benno Test' }],
  [
    'they have a picture',
    () => ofBen(`avatar = repeat('0123456789abcdef', 4)`),
    'ben',
    { userAvatar: expect.stringContaining('account.avatar') },
  ],
  ['they have none any more', () => ofBen('avatar = null'), 'ben', { userAvatar: null }],
  [
    'they come to a place',
    () =>
      elsewhere(`with made as (
        insert into automatic_state (instance_id, name, icon, latitude, longitude, radius, schedule, state_id)
          values (:instance, 'Werft', 'push-pin', 54.3, 10.1, 150, '', ${STATES.office}) returning automatic_id)
        update user_presence set automatic_id = made.automatic_id, automatic_at = '${later(-1000)}' from made
          where instance_id = :instance and user_id = :ben`),
    'ben',
    { stateAutomaticIconCls: 'push-pin', automaticId: expect.any(Number) },
  ],
  ['the place has another sign', () => ofPlaces(`icon = 'desktop'`), 'ben', { stateAutomaticIconCls: 'desktop' }],
  ['the place is gone', () => ofPlaces('gone = true'), 'ben', { stateAutomaticIconCls: null }],
  ['the choice is taken back', () => choose(ben, 0), 'ben', { stateId: null }],
  [
    'they are away',
    () => ben.command('mail.saveAbsence', absence()),
    'ben',
    { stateId: -2, substituteId: expect.any(Number) },
  ],
  [
    'who stands in is none any more',
    () => elsewhere(`update app_user set is_active = false where instance_id = :instance and user_id = :carla`),
    'ben',
    { stateId: -2, substituteId: null },
  ],
  [
    'somebody is there again',
    () => elsewhere(`update app_user set is_active = true where instance_id = :instance and user_id = :carla`),
    'carla',
    { name: 'carla Test' },
  ],
  [
    'they are back',
    () => ben.command('mail.endAbsence', { userId: idOf('ben') }),
    'ben',
    { stateId: null, substituteId: null },
  ],
  ['they are in an appointment', meet, 'carla', { stateId: -3, stateText: 'In einem Termin' }],
  [
    'they keep their times from somebody',
    () =>
      elsewhere(
        `insert into calendar_right (instance_id, owner_id, user_id, level) values (:instance, :carla, :ben, 'none')`,
      ),
    'carla',
    { stateId: null },
  ],
  [
    'they do so no more',
    () => elsewhere('delete from calendar_right where instance_id = :instance and owner_id = :carla'),
    'carla',
    { stateId: -3 },
  ],
  [
    'the appointment is called off',
    () => anna.command('appointment.delete', { aggregateId: appointmentId }),
    'carla',
    { stateId: null },
  ],
  [
    'they sign in',
    async () => void (doras = await server.client(instance, 'dora')),
    'dora',
    { activeAt: expect.stringMatching(/:00\.000Z$/) },
  ],
  ['they sign out', signOut, 'dora', { activeAt: null }],
];

describe('the list of people is another with the next question where', () => {
  test.each(CHANGES)('%s', async (_what, change, name, expected) => {
    // The second is from memory.
    const before = [await seen(anna, name), await seen(anna, name)];
    expect(before[1]).toEqual(before[0]);
    expect(before[1] ?? {}).not.toMatchObject(expected);
    await change();
    expect(await seen(anna, name)).toMatchObject(expected);
  });

  test('somebody is new, and is there no more', async () => {
    const names = async () => (await list(anna)).map(({ name }) => name);
    const before = await names();
    ids['fritz'] = await server.person(instance, 'fritz');
    expect((await names()).filter((name) => !before.includes(name))).toEqual(['fritz Test']);
    await anna.command('account.setActive', { userId: idOf('fritz'), isActive: false });
    expect(await names()).toEqual(before);
  });
});

describe('the list of people is another when by the clock', () => {
  test.each<[string, () => Promise<unknown>, Partial<OnlineUser>, Partial<OnlineUser>]>([
    [
      'a choice is over',
      () => choose(ben, STATES.holiday, { until: later(20_000) }),
      { stateId: STATES.holiday },
      { stateId: null },
    ],
    [
      'an absence begins',
      () => ben.command('mail.saveAbsence', { ...absence(), startsAt: later(20_000) }),
      { stateId: null },
      { stateId: -2 },
    ],
    [
      'a place has held too long',
      () =>
        elsewhere(`with made as (
          insert into automatic_state (instance_id, name, icon, latitude, longitude, radius, schedule, state_id)
            values (:instance, 'Dock', 'push-pin', 54.3, 10.1, 150, '', ${STATES.office}) returning automatic_id)
          update user_presence set automatic_id = made.automatic_id, automatic_at = '${later(20_000 - 14 * HOUR_MS)}' from made
            where instance_id = :instance and user_id = :ben`),
      { stateAutomaticIconCls: 'push-pin' },
      { stateAutomaticIconCls: null },
    ],
  ])('%s', async (_what, begin, before, after) => {
    await begin();
    expect(await seen(anna, 'ben')).toMatchObject(before);
    expect(await seen(anna, 'ben')).toMatchObject(before);
    server.advance(21_000);
    expect(await seen(anna, 'ben')).toMatchObject(after);
    await ben.tryCommand('mail.endAbsence', { userId: idOf('ben') });
  });
});

describe('what is kept for all is nobody’s own', () => {
  test('each is given their own language, and another one once they have chosen that', async () => {
    await choose(ben, STATES.busy);
    await anna.command('settings.change', { values: { language: 'en' }, versions: { language: 1 } });
    const textsTo = async () => [(await seen(anna, 'ben'))?.stateText, (await seen(ben, 'ben'))?.stateText];
    for (let times = 0; times < 2; times += 1) expect(await textsTo()).toEqual(['Busy', 'Beschäftigt']);
    await anna.command('settings.change', { values: { language: 'de' }, versions: { language: 2 } });
    for (let times = 0; times < 2; times += 1) expect(await textsTo()).toEqual(['Beschäftigt', 'Beschäftigt']);
    await choose(ben, 0);
  });

  test('whoever asks is there to themselves alone, first among those who are', async () => {
    const emil = await server.client(instance, 'emil');
    for (let times = 0; times < 2; times += 1)
      for (const [name, by] of Object.entries({ anna, ben, emil })) {
        const people = await list(by);
        expect(people.filter(({ presence }) => presence === 'present').map(({ id }) => id)).toEqual([idOf(name)]);
        expect(people[0]?.id).toBe(idOf(name));
        // Everybody once, in the order of their names behind.
        const others = people.slice(1).map(({ id }) => id);
        expect(others).toEqual(others.toSorted((one, other) => one - other));
        expect(new Set(people.map(({ id }) => id)).size).toBe(5);
      }
  });

  test('a word that was hidden is in no answer any more, to whomever it was given before', async () => {
    await anna.command('presence.allowHiding', { mayHide: true });
    await ben.command('presence.hide', { isHidden: false });
    await ben.command('presence.setPersonalState', { text: 'zqgeheim' });
    await choose(ben, STATES.personal);
    const readers = [anna, await server.client(instance, 'carla'), await server.client(instance, 'emil')];
    const answers = async () => JSON.stringify(await Promise.all(readers.map((by) => list(by))));
    expect((await answers()).split('zqgeheim')).toHaveLength(4);
    await ben.command('presence.hide', { isHidden: true });
    for (let times = 0; times < 2; times += 1) expect(await answers()).not.toContain('zqgeheim');
    expect(JSON.stringify(await list(ben))).not.toContain('zqgeheim');
  });

  test('another instance has its own people', async () => {
    const other = await server.instance('suedwerk');
    await server.person(other, 'gerda');
    const gerda = await server.client(other, 'gerda');
    for (let times = 0; times < 2; times += 1) {
      expect((await list(gerda)).map(({ name }) => name)).toEqual(['gerda Test']);
      expect((await list(anna)).map(({ name }) => name)).not.toContain('gerda Test');
    }
  });
});

test('it is the same in all forms that can be asked for', async () => {
  const plain = await anna.envelope('presence.onlineUsers');
  for (const coding of ['identity', 'gzip', 'br']) {
    const query = new URLSearchParams({ query: 'presence.onlineUsers', parameters: '{}' });
    const answer = await fetch(`${server.base}/query?${query.toString()}`, {
      headers: { ...anna.headers(), 'Accept-Encoding': coding },
    });
    expect(await answer.json()).toEqual(plain);
  }
});
