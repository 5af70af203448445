import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import {
  CIRCLE,
  HOUR_MS,
  STATES,
  advance,
  anna,
  ben,
  benAt,
  carla,
  choose,
  codeOf,
  idOf,
  instance,
  later,
  parts,
  places,
  post,
  savePlace,
  secondDevice,
  seen,
  server,
  tools,
  usePresenceFixture,
  watchedPlace,
} from './testing/fixture.ts';
import { endStates } from './turning.ts';

usePresenceFixture();

afterEach(async () => {
  for (const by of [anna, ben, carla]) {
    for (const { id, isChangeable } of await places(by))
      if (isChangeable) await by.command('presence.removePlace', { automaticUserStateId: id });
    await choose(by, 0);
  }
  await sql`delete from sign_in_try where key like 'fence%'`.execute(server.platform.database.owner);
});

const ofBen = () => seen(anna, 'ben');

describe('a place', () => {
  test('is one’s own, or for all by administrators', async () => {
    const own = (await savePlace(ben)).body.data.automaticUserStateId;
    expect(await codeOf(savePlace(ben, { isForAll: true }))).toBe('403 RIGHT_MISSING');
    const office = (await savePlace(anna, { isForAll: true, name: 'Büro' })).body.data.automaticUserStateId;
    expect(await places(ben)).toMatchObject([
      {
        id: office,
        name: 'Büro',
        isOwn: false,
        isChangeable: false,
        latitude: null,
        radius: null,
        status: null,
        key: null,
      },
      { id: own, name: 'Werkstatt', isOwn: true, isChangeable: true, ...CIRCLE, instanceName: 'nordwerk' },
    ]);
    expect((await places(carla)).map(({ id }) => id)).toEqual([office]);
    expect(await places(anna)).toMatchObject([{ id: office, isChangeable: true, ...CIRCLE }]);
    for (const by of [carla, anna])
      expect(await codeOf(by.tryCommand('presence.removePlace', { automaticUserStateId: own }))).toBe('410 PLACE_GONE');
    expect(await codeOf(savePlace(carla, { automaticUserStateId: office }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(carla.tryCommand('presence.removePlace', { automaticUserStateId: office }))).toBe(
      '403 RIGHT_MISSING',
    );
  });

  test.each([
    ['without a radius', { radius: 0 }, '422 PARAMETERS_INVALID'],
    ['with less than a fence can be', { radius: 99 }, '422 PARAMETERS_INVALID'],
    ['as wide as the world', { radius: 1_000_000_000 }, '422 PARAMETERS_INVALID'],
    ['beyond the pole', { latitude: 91 }, '422 PARAMETERS_INVALID'],
    ['nowhere', { longitude: null }, '422 PARAMETERS_INVALID'],
    ['without a name', { name: ' \u202e ' }, '422 PARAMETERS_INVALID'],
    ['with a name that goes on', { name: 'x'.repeat(81) }, '422 PARAMETERS_INVALID'],
    ['with an icon that is markup', { iconCls: '"><b>' }, '422 PARAMETERS_INVALID'],
    ['with a state that is none', { stateId: 99 }, '409 STATE_GONE'],
    ['that is not there', { automaticUserStateId: 999_999 }, '410 PLACE_GONE'],
  ])('%s is refused', async (_what, more, code) => {
    expect(await codeOf(savePlace(ben, more))).toBe(code);
    expect(await places(ben)).toEqual([]);
  });

  test('has its name on one line, and its schedule as it was written, read or not', async () => {
    await savePlace(ben, { name: ' <b>Halle</b>\n\u20664 ', schedule: 'Mo-Fr 07:00-18:00' });
    await savePlace(ben, { name: 'Kai', schedule: 'meistens' });
    expect(await places(ben)).toMatchObject([
      { name: '<b>Halle</b> 4', schedule: 'Mo-Fr 07:00-18:00', isScheduleRead: true },
      { name: 'Kai', schedule: 'meistens', isScheduleRead: false },
    ]);
  });

  test('there are twenty of a person at most, however many are made at once', async () => {
    const codes = await Promise.all(Array.from({ length: 22 }, () => codeOf(savePlace(ben))));
    expect(codes.filter((code) => code === '200')).toHaveLength(20);
    expect(new Set(codes)).toEqual(new Set(['200', '422 TOO_MANY_PLACES']));
    expect(await codeOf(savePlace(carla))).toBe('200');
  });

  test('keeps its state as long as it is there', async () => {
    await savePlace(ben, { stateId: STATES.holiday });
    expect(await codeOf(anna.tryCommand('presence.removeState', { stateId: STATES.holiday }))).toBe(
      '422 STATE_OF_PLACE',
    );
  });
});

describe('a fence', () => {
  test('that is entered and left is answered with its digit, and shows until then', async () => {
    const watched = await watchedPlace(ben);
    expect(await places(ben)).toMatchObject([{ status: 'subscribed', key: watched.key }]);
    expect(await codeOf(post(benAt(watched), 1))).toBe('200 1');
    expect(await ofBen()).toMatchObject({
      presence: 'present',
      stateText: 'Im Büro',
      stateIconCls: 'users',
      stateAutomaticIconCls: 'push-pin',
      stateAutomaticIconColorHex: '#1f5fae',
      automaticId: watched.id,
    });
    expect(await places(ben)).toMatchObject([{ status: 'active' }]);
    expect(await codeOf(post(benAt(watched), 1))).toBe('200 1');
    expect(await codeOf(post(benAt(watched), 0))).toBe('200 0');
    expect(await codeOf(post(benAt(watched), 0))).toBe('200 0');
    expect(await ofBen()).toMatchObject({ presence: 'absent', stateText: null, stateAutomaticIconCls: null });
  });

  test('takes numbers as phones send them', async () => {
    const { id, key } = await watchedPlace(ben);
    expect(await codeOf(post({ locationId: String(id), userId: String(idOf('ben')), key }, 1))).toBe('200 1');
  });

  test.each([2, -1, '1', true, null, undefined, 0.5, [1]])('that says %j is refused', async (state) => {
    const watched = await watchedPlace(ben);
    expect(await codeOf(post(benAt(watched), state))).toBe('422 PARAMETERS_INVALID');
    expect((await ofBen()).automaticId).toBeNull();
  });

  test('with more than it may say is refused', async () => {
    const watched = await watchedPlace(ben);
    const bad = [
      post(benAt(watched), 1, { surprise: 1 }),
      post({ ...benAt(watched), latitude: 1 }, 1),
      post({ ...benAt(watched), userId: 'ben' }, 1),
      post({ ...benAt(watched), key: 'x'.repeat(201) }, 1),
      post(benAt(watched), 1, { at: 'eben' }),
      post(benAt(watched), 1, {}, { 'X-Instance': 'niemand' }),
    ];
    const codes = await Promise.all(bad.map(codeOf));
    expect(codes).toEqual([...Array.from({ length: 5 }, () => '422 PARAMETERS_INVALID'), '404 INSTANCE_UNKNOWN']);
  });

  test('moves nobody by a key that is forged, of another person, place, session or instance', async () => {
    const watched = await watchedPlace(ben);
    const elsewhere = await watchedPlace(ben, { name: 'Lager' });
    const ofCarla = await watchedPlace(carla);
    const other = await server.instance('fremd');
    await server.person(other, 'ben');
    const forged = { ...watched, key: `${watched.key.slice(0, -1)}${watched.key.endsWith('A') ? 'B' : 'A'}` };
    for (const extras of [
      benAt(forged),
      { ...benAt(watched), key: '' },
      { ...benAt(watched), key: elsewhere.key },
      { ...benAt(watched), key: ofCarla.key },
      { ...benAt(watched), userId: idOf('carla') },
      { ...benAt(ofCarla) },
      { ...benAt(watched), locationId: 999_999 },
    ])
      for (const state of [1, 0]) expect(await codeOf(post(extras, state))).toBe('403 PLACE_KEY_WRONG');
    expect(await codeOf(post(benAt(watched), 1, {}, { 'X-Instance': other.name }))).toBe('403 PLACE_KEY_WRONG');
    expect((await ofBen()).automaticId).toBeNull();
  });

  test('moves nobody once its session has ended, and who was there by it is there no more', async () => {
    const phone = await secondDevice('ben');
    const watched = await watchedPlace(phone);
    const before = await codeOf(post(benAt(watched), 1));
    expect([before, (await ofBen()).automaticId]).toEqual(['200 1', watched.id]);
    await ben.command('account.endOtherSessions', {});
    expect((await ofBen()).automaticId).toBeNull();
    expect(await codeOf(post(benAt(watched), 1))).toBe('403 PLACE_KEY_WRONG');
  });

  test('moves nobody once the device watches the place no more', async () => {
    const watched = await watchedPlace(ben);
    await post(benAt(watched), 1);
    await ben.command('presence.unsubscribe', { automaticUserStateId: watched.id });
    expect((await ofBen()).automaticId).toBeNull();
    expect(await codeOf(post(benAt(watched), 1))).toBe('403 PLACE_KEY_WRONG');
    expect(await places(ben)).toMatchObject([{ status: null, key: null }]);
  });

  test('of a place that was moved is answered that it is gone, and its person is there no more', async () => {
    const office = (await savePlace(anna, { isForAll: true })).body.data.automaticUserStateId;
    const { key } = await ben.command<{ key: string }>('presence.subscribe', { automaticUserStateId: office });
    await post(benAt({ id: office, key }), 1);
    const moved = (await savePlace(anna, { automaticUserStateId: office, latitude: 54.4 })).body.data;
    expect(moved.automaticUserStateId).not.toBe(office);
    expect((await ofBen()).automaticId).toBeNull();
    for (const state of [1, 0]) expect(await codeOf(post(benAt({ id: office, key }), state))).toBe('410 PLACE_GONE');
    // Nothing of it is said to who has no key.
    expect(await codeOf(post({ ...benAt({ id: office, key }), key: 'x' }, 1))).toBe('403 PLACE_KEY_WRONG');
    expect(await places(ben)).toMatchObject([{ id: moved.automaticUserStateId, status: null, key: null }]);
    expect(await codeOf(ben.tryCommand('presence.subscribe', { automaticUserStateId: office }))).toBe('410 PLACE_GONE');
  });

  test('of one’s own that one moves is watched by the device that moves it alone', async () => {
    const phone = await secondDevice('ben');
    const watched = await watchedPlace(ben);
    await phone.command('presence.subscribe', { automaticUserStateId: watched.id });
    const renamed = await savePlace(ben, { automaticUserStateId: watched.id, name: 'Halle' });
    expect(renamed.body.data.automaticUserStateId).toBe(watched.id);
    expect(await places(phone)).toMatchObject([{ name: 'Halle', status: 'subscribed' }]);
    const moved = (await savePlace(ben, { automaticUserStateId: watched.id, radius: 200 })).body.data;
    const [own] = await places(ben);
    expect(own).toMatchObject({ id: moved.automaticUserStateId, status: 'subscribed', radius: 200 });
    expect(await places(phone)).toMatchObject([{ id: moved.automaticUserStateId, status: null, key: null }]);
    expect(await codeOf(post(benAt({ id: own?.id ?? 0, key: own?.key ?? '' }), 1))).toBe('200 1');
  });

  test('of two devices: the last word of entering wins, and each leaves what it has entered', async () => {
    const phone = await secondDevice('ben');
    const watched = await watchedPlace(ben);
    const { key } = await phone.command<{ key: string }>('presence.subscribe', { automaticUserStateId: watched.id });
    expect(key).not.toBe(watched.key);
    const home = await watchedPlace(phone, { name: 'Zuhause', stateId: STATES.home });
    await post(benAt(watched), 1);
    await post(benAt({ id: watched.id, key }), 1);
    await post(benAt(watched), 0);
    expect((await ofBen()).automaticId).toBe(watched.id);
    await post(benAt(home), 1);
    expect(await ofBen()).toMatchObject({ automaticId: home.id, stateText: 'Homeoffice' });
    expect((await places(ben)).map(({ id, status }) => [id, status])).toEqual([
      [watched.id, 'previous'],
      [home.id, 'active'],
    ]);
    await post(benAt({ id: watched.id, key }), 0);
    expect((await ofBen()).automaticId).toBe(home.id);
    await post(benAt(home), 0);
    expect((await ofBen()).automaticId).toBeNull();
  });

  test('that comes late changes nothing that is known better', async () => {
    const watched = await watchedPlace(ben);
    expect(await codeOf(post(benAt(watched), 1, { at: later(-2 * HOUR_MS) }))).toBe('200 1');
    expect((await ofBen()).automaticId).toBeNull();
    await post(benAt(watched), 1, { at: later(-HOUR_MS / 2) });
    await post(benAt(watched), 0, { at: later(-HOUR_MS) });
    expect((await ofBen()).automaticId).toBe(watched.id);
    await post(benAt(watched), 0, { at: later(0) });
    expect((await ofBen()).automaticId).toBeNull();
  });

  test('shows the place’s sign beside what was chosen, and its state when that ends', async () => {
    const watched = await watchedPlace(ben);
    await choose(ben, STATES.doNotDisturb, { until: later(HOUR_MS) });
    await post(benAt(watched), 1);
    expect(await ofBen()).toMatchObject({
      stateText: 'Nicht stören',
      stateAutomaticIconCls: 'push-pin',
      presence: 'present',
    });
    await advance(HOUR_MS + 1000);
    await endStates(tools(), parts);
    expect(await ofBen()).toMatchObject({ stateText: 'Im Büro', stateAutomaticIconCls: 'push-pin' });
  });

  test('that was never left ends by itself', async () => {
    const watched = await watchedPlace(ben);
    await post(benAt(watched), 1);
    await advance(14 * HOUR_MS + 1000);
    expect((await ofBen()).automaticId).toBeNull();
    await endStates(tools(), parts);
    const { rows } = await sql`select from user_presence where automatic_id is not null`.execute(
      server.platform.database.owner,
    );
    expect(rows).toEqual([]);
  });

  test('by an address that has been wrong too often is looked at no more', async () => {
    const watched = await watchedPlace(ben);
    await sql`insert into sign_in_try (instance_id, key, at, last_at)
      select ${instance.id}, key, array_fill(${new Date(server.platform.now())}::timestamptz, array[300]), now()
      from unnest(array['fence 127.0.0.1', 'fence ::1', 'fence ::ffff:127.0.0.1']) key
      on conflict (instance_id, key) do update set at = excluded.at`.execute(server.platform.database.owner);
    expect(await codeOf(post(benAt(watched), 1))).toBe('429 TOO_MANY_REQUESTS');
    expect((await ofBen()).automaticId).toBeNull();
  });
});

describe('a signed-in device', () => {
  const set = (id: number, key: string, by = ben) =>
    codeOf(by.tryCommand('presence.setAutomaticState', { automaticUserStateId: id, key }));
  const end = (more: object, key: string, by = ben) =>
    codeOf(by.tryCommand('presence.deleteAutomaticState', { ...more, key }));

  test('says the same by commands, with its key', async () => {
    const { id, key } = await watchedPlace(ben);
    expect(await set(id, key)).toBe('200');
    expect((await ofBen()).automaticId).toBe(id);
    expect(await end({ automaticUserStateId: id }, key)).toBe('200');
    expect((await ofBen()).automaticId).toBeNull();
  });

  test('ends whichever place holds, by any key of its own', async () => {
    const phone = await secondDevice('ben');
    const watched = await watchedPlace(ben);
    const other = await watchedPlace(phone, { name: 'Lager' });
    await post(benAt(watched), 1);
    expect(await end({}, watched.key, phone)).toBe('403 PLACE_KEY_WRONG');
    expect(await end({}, other.key, phone)).toBe('200');
    expect((await ofBen()).automaticId).toBeNull();
    expect(await end({}, other.key, phone)).toBe('200');
  });

  test('proves nothing by the key of another device, person or place', async () => {
    const phone = await secondDevice('ben');
    const { id, key } = await watchedPlace(ben);
    const other = await watchedPlace(ben, { name: 'Lager' });
    expect(await set(id, key, phone)).toBe('403 PLACE_KEY_WRONG');
    expect(await set(id, key, carla)).toBe('403 PLACE_KEY_WRONG');
    expect(await set(id, other.key)).toBe('403 PLACE_KEY_WRONG');
    await savePlace(ben, { automaticUserStateId: id, latitude: 1 });
    expect(await set(id, key)).toBe('403 PLACE_KEY_WRONG');
  });

  test('hears that a place for all is gone', async () => {
    const office = (await savePlace(anna, { isForAll: true })).body.data.automaticUserStateId;
    const { key } = await ben.command<{ key: string }>('presence.subscribe', { automaticUserStateId: office });
    await anna.command('presence.removePlace', { automaticUserStateId: office });
    expect(await set(office, key)).toBe('410 PLACE_GONE');
    await ben.command('presence.unsubscribe', { automaticUserStateId: office });
    expect(await set(office, key)).toBe('403 PLACE_KEY_WRONG');
  });
});
