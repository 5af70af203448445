import type { PresenceChange } from '@kontor/contract/presence';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { StompPeer } from '../../testing/stomp.ts';
import {
  HOUR_MS,
  STATES,
  advance,
  anna,
  appointments,
  ben,
  calls,
  carla,
  choose,
  codeOf,
  devices,
  idOf,
  ids,
  instance,
  later,
  onlineUsers,
  parts,
  published,
  secondDevice,
  seen,
  server,
  tools,
  untilTold,
  usePresenceFixture,
  userStates,
} from './testing/fixture.ts';
import { PresenceWatch, endStates } from './turning.ts';

usePresenceFixture();

afterEach(async () => {
  for (const userId of Object.values(ids)) devices.go(instance, userId);
  calls.states.clear();
  appointments.states.clear();
  for (const by of [anna, ben, carla]) {
    await by.command('presence.hide', { isHidden: false });
    await choose(by, 0);
  }
});

describe('the list of people', () => {
  test('has everybody, who is there first, and says it with the fields of the wire', async () => {
    devices.come(instance, idOf('carla'));
    await choose(ben, STATES.away);
    const presenceTo = async (by: TestClient) =>
      (await onlineUsers(by)).map(({ name, presence, presenceSort }) => [name, presence, presenceSort]);
    expect(await presenceTo(carla)).toEqual([
      ['carla Test', 'present', '0'],
      ['ben Test', 'absent', '2'],
      ['anna Test', 'absent', '3'],
    ]);
    // Who asks is there.
    expect(await presenceTo(anna)).toEqual([
      ['anna Test', 'present', '0'],
      ['carla Test', 'present', '0'],
      ['ben Test', 'absent', '2'],
    ]);
    const list = (await onlineUsers(anna)).slice(1);
    expect(list[1]).toMatchObject({
      id: idOf('ben'),
      stateText: 'Abwesend',
      stateType: 'global',
      stateIconCls: 'clock',
      stateIconColorHex: '#ffffff',
      stateBackgroundColorHex: '#5f6b7a',
      stateAutomaticIconCls: null,
      stateAutomaticIconColorHex: null,
      userAvatar: null,
      stateId: STATES.away,
      isBusy: false,
      substituteId: null,
    });
    expect(list[0]).toMatchObject({ stateText: null, stateType: null, stateId: null, until: null, activeAt: null });
  });

  test('says to the minute when somebody who is absent was last active', async () => {
    const { activeAt } = await seen(anna, 'ben');
    expect(activeAt).toMatch(/:00\.000Z$/);
    devices.come(instance, idOf('ben'));
    expect((await seen(anna, 'ben')).activeAt).toBeNull();
  });

  test('is in the language that the person has chosen', async () => {
    await choose(ben, STATES.home);
    await carla.command('settings.change', { values: { language: 'en' }, versions: { language: 1 } });
    expect((await seen(carla, 'ben')).stateText).toBe('Working from home');
    expect((await seen(anna, 'ben')).stateText).toBe('Homeoffice');
  });

  test('has nobody who may not sign in any more', async () => {
    const userId = await server.person(instance, 'emil');
    expect((await onlineUsers(anna)).some(({ id }) => id === userId)).toBe(true);
    await anna.command('account.setActive', { userId, isActive: false });
    expect((await onlineUsers(anna)).some(({ id }) => id === userId)).toBe(false);
    expect(await codeOf(anna.tryQuery('presence.user', { userId }))).toBe('404 NOT_FOUND');
  });
});

describe('a state that is chosen', () => {
  test('is one of those that are offered, and selected from then on', async () => {
    expect((await userStates(ben)).map(({ id, type, selectedState }) => [id, type, selectedState])).toEqual([
      [1, 'available', false],
      ...[2, 3, 4, 5, 6, 7].map((id) => [id, 'global', false]),
      [8, 'personal', false],
    ]);
    await choose(ben, STATES.busy, { until: 'untilFurtherNotice' });
    const selected = (await userStates(ben)).filter(({ selectedState }) => selectedState);
    expect(selected).toMatchObject([{ id: STATES.busy, text: 'Beschäftigt', iconCls: 'hourglass', until: null }]);
    expect(await seen(carla, 'ben')).toMatchObject({ stateId: STATES.busy, isBusy: true, presence: 'absent' });
  });

  test('ends at midnight of the person’s zone, at a time, or not at all', async () => {
    await ben.command('settings.change', { values: { timeZone: 'Asia/Tokyo' }, versions: { timeZone: 1 } });
    const { until } = (await choose(ben, STATES.home)).body.data;
    expect(until).toMatch(/T15:00:00\.000Z$/);
    expect(Date.parse(until ?? '')).toBeGreaterThan(server.platform.now());
    const soon = later(HOUR_MS);
    expect((await choose(ben, STATES.home, { until: soon })).body.data).toEqual({ isTaken: true, until: soon });
    expect((await choose(ben, STATES.home, { until: 'untilFurtherNotice' })).body.data.until).toBeNull();
  });

  test.each([
    ['that is none', { userstateId: 99 }, '409 STATE_GONE'],
    ['that follows from a source', { userstateId: -2 }, '422 PARAMETERS_INVALID'],
    ['that has ended', { userstateId: 3, until: '2020-01-01T00:00:00Z' }, '422 STATE_TIME'],
    ['for ages', { userstateId: 3, until: '2126-01-01T00:00:00Z' }, '422 STATE_TIME'],
    ['until some time', { userstateId: 3, until: 'morgen' }, '422 PARAMETERS_INVALID'],
  ])('%s is refused', async (_what, choice, code) => {
    expect(await codeOf(ben.tryCommand('presence.switchState', choice))).toBe(code);
  });

  test('gives back what was before when its time is over, and everybody is told once', async () => {
    devices.come(instance, idOf('ben'));
    calls.states.set(idOf('ben'), { begunAt: 0, until: null });
    await choose(ben, STATES.away, { until: later(HOUR_MS) });
    expect(await seen(anna, 'ben')).toMatchObject({ presence: 'absent', stateText: 'Abwesend' });
    published.length = 0;
    await advance(HOUR_MS + 1000);
    expect(await seen(anna, 'ben')).toMatchObject({ presence: 'present', stateText: 'Im Gespräch', isBusy: true });
    await endStates(tools(), parts);
    await endStates(tools(), parts);
    expect(published).toEqual([[[idOf('ben'), 'present', -1, null, null, null]]]);
  });

  test('is told to everybody at once, and to the person’s own devices', async () => {
    const [all, own] = await Promise.all([StompPeer.as(anna, ['/topic/event.presence.changed']), StompPeer.as(ben)]);
    await choose(ben, STATES.home, { until: 'untilFurtherNotice' });
    await untilTold(all, [idOf('ben'), 'present', STATES.home, null, null, null]);
    expect(await own.event()).toMatchObject({ type: 'presence.ownChanged', payload: { keys: ['presenceOwn'] } });
    all.close();
    own.close();
  });

  test('of two devices the later choice wins, whichever comes here first', async () => {
    const phone = await secondDevice('ben');
    server.advance(10_000);
    const [early, late] = [later(-2000), later(-1000)];
    expect((await choose(ben, STATES.busy, { chosenAt: late, until: 'untilFurtherNotice' })).body.data.isTaken).toBe(
      true,
    );
    expect((await choose(phone, STATES.home, { chosenAt: early })).body.data).toEqual({ isTaken: false, until: null });
    expect((await seen(anna, 'ben')).stateId).toBe(STATES.busy);
    // A clock that is ahead wins nothing for later.
    await choose(phone, STATES.home, { chosenAt: later(5 * HOUR_MS) });
    expect((await choose(ben, STATES.busy)).body.data.isTaken).toBe(true);
    // What was over before it came here changes nothing.
    const over = { chosenAt: later(-2 * HOUR_MS), until: later(-HOUR_MS) };
    expect((await choose(phone, STATES.away, over)).body.data.isTaken).toBe(false);
    expect((await seen(anna, 'ben')).stateId).toBe(STATES.busy);
  });

  test('of one’s own has one’s own words, on one line and without signs that turn the writing', async () => {
    const say = (text: string) => ben.tryCommand('presence.setPersonalState', { text });
    await say('  Auf\nder \u202eMesse\u2066 \u0007👩‍🔧 ');
    expect((await seen(anna, 'ben')).stateText).toBeNull();
    devices.come(instance, idOf('ben'));
    await choose(ben, STATES.personal, { until: 'untilFurtherNotice' });
    expect(await seen(anna, 'ben')).toMatchObject({ stateText: 'Auf der Messe 👩‍🔧', stateType: 'personal' });
    const peer = await StompPeer.as(anna, ['/topic/event.presence.changed']);
    await say('Zurück um drei');
    await untilTold(peer, [idOf('ben'), 'present', STATES.personal, null, null, { text: 'Zurück um drei' }]);
    peer.close();
    expect((await userStates(ben)).find(({ type }) => type === 'personal')?.text).toBe('Zurück um drei');
    expect((await userStates(carla)).find(({ type }) => type === 'personal')?.text).toBeNull();
    expect(await codeOf(say('ä'.repeat(80)))).toBe('200');
    expect(await codeOf(say('ä'.repeat(81)))).toBe('422 PARAMETERS_INVALID');
    await say('');
    expect(await seen(anna, 'ben')).toMatchObject({ stateText: null, stateType: 'personal' });
  });
});

describe('what other modules know', () => {
  test('of an absence shows to everybody, with who stands in', async () => {
    const endsAt = later(48 * HOUR_MS);
    await ben.command('mail.saveAbsence', {
      userId: idOf('ben'),
      startsAt: later(-HOUR_MS),
      endsAt,
      subject: 'Abwesend',
      content: '<p>Weg</p>',
      substituteId: idOf('carla'),
    });
    devices.come(instance, idOf('ben'));
    expect(await seen(anna, 'ben')).toMatchObject({
      presence: 'absent',
      presenceSort: '2',
      stateText: 'Abwesend',
      stateId: -2,
      until: endsAt,
      substituteId: idOf('carla'),
    });
    expect(await anna.query('presence.user', { userId: idOf('ben') })).toMatchObject({
      substituteName: 'carla Test',
      freeAt: endsAt,
    });
    await choose(ben, STATES.home);
    expect(await seen(anna, 'ben')).toMatchObject({ presence: 'present', stateText: 'Homeoffice', substituteId: null });
    await ben.command('mail.endAbsence', { userId: idOf('ben') });
  });

  test('of an appointment shows unless something was chosen after it began', async () => {
    devices.come(instance, idOf('ben'));
    const begunAt = server.platform.now() - 1000;
    await choose(ben, 0, { chosenAt: new Date(begunAt - 1000).toISOString() });
    appointments.states.set(idOf('ben'), { begunAt: server.platform.now(), until: null });
    expect((await seen(anna, 'ben')).stateText).toBe('In einem Termin');
    appointments.states.set(idOf('ben'), { begunAt: begunAt - HOUR_MS, until: null });
    await choose(ben, 0);
    expect((await seen(anna, 'ben')).stateText).toBeNull();
  });
});

describe('who is hidden', () => {
  test('is absent to everybody, with no word, no place and no time', async () => {
    await ben.command('presence.setPersonalState', { text: 'zqgeheim' });
    await choose(ben, STATES.personal);
    devices.come(instance, idOf('ben'));
    expect(await seen(anna, 'ben')).toMatchObject({ presence: 'present', stateText: 'zqgeheim' });
    const peer = await StompPeer.as(anna, ['/topic/event.presence.changed']);
    await ben.command('presence.hide', { isHidden: true });
    const hidden: PresenceChange = [idOf('ben'), 'absent', null, null, null, null];
    await untilTold(peer, hidden);
    // What they choose meanwhile is nobody's, nor that they come and go.
    await ben.command('presence.setPersonalState', { text: 'zqgeheimer' });
    published.length = 0;
    await new PresenceWatch(tools(), parts).tellMoved(instance, [idOf('ben')]);
    expect(published).toEqual([]);
    peer.close();
    for (const by of [anna, carla, ben]) {
      expect(await seen(by, 'ben')).toMatchObject({
        presence: 'absent',
        presenceSort: '3',
        stateText: null,
        activeAt: null,
      });
      const card = await by.query('presence.user', { userId: idOf('ben') });
      expect(card).toMatchObject({ presence: 'absent', isHidden: by === ben });
      if (by !== ben) expect(JSON.stringify([card, await onlineUsers(by)])).not.toContain('zqgeheim');
    }
    await ben.command('presence.setPersonalState', { text: '' });
  });

  test('shows where the instance has nobody hide', async () => {
    await choose(ben, STATES.home);
    await ben.command('presence.hide', { isHidden: true });
    expect(await codeOf(ben.tryCommand('presence.allowHiding', { mayHide: false }))).toBe('403 RIGHT_MISSING');
    await anna.command('presence.allowHiding', { mayHide: false });
    expect(await seen(anna, 'ben')).toMatchObject({ presence: 'present', stateText: 'Homeoffice' });
    expect(await codeOf(carla.tryCommand('presence.hide', { isHidden: true }))).toBe('403 RIGHT_MISSING');
    expect(await ben.query('presence.user', { userId: idOf('ben') })).toMatchObject({
      isHidden: false,
      mayHide: false,
    });
    await anna.command('presence.allowHiding', { mayHide: true });
    expect((await seen(anna, 'ben')).presence).toBe('absent');
  });
});

describe('coming and going', () => {
  test('is told where it is news, and not a second time', async () => {
    const watch = new PresenceWatch(tools(), parts);
    published.length = 0;
    devices.come(instance, idOf('carla'));
    await watch.tellMoved(instance, [idOf('carla')]);
    await watch.tellMoved(instance, [idOf('carla')]);
    expect(published).toEqual([[[idOf('carla'), 'present', null, null, null, null]]]);
    devices.go(instance, idOf('carla'));
    await watch.tellMoved(instance, [idOf('carla')]);
    expect(published[1]?.[0]?.slice(0, 2)).toEqual([idOf('carla'), 'absent']);
  });

  test('writes nothing', async () => {
    const watch = new PresenceWatch(tools(), parts);
    const written = async () =>
      (
        await sql`select (select count(*) from event_outbox) as events, (select sum(stamp) from change_stamp) as stamps`.execute(
          server.platform.database.owner,
        )
      ).rows;
    const before = await written();
    for (let n = 0; n < 10; n += 1) {
      devices[n % 2 === 0 ? 'come' : 'go'](instance, idOf('carla'));
      await watch.tellMoved(instance, [idOf('carla')]);
    }
    expect(await written()).toEqual(before);
  });

  test('what begins by itself is told as long as somebody is there to see it', async () => {
    const watch = new PresenceWatch(tools(), parts);
    published.length = 0;
    await watch.look();
    calls.states.set(idOf('ben'), { begunAt: 0, until: null });
    server.advance(61_000);
    await watch.look();
    expect(published).toEqual([]);
    devices.come(instance, idOf('anna'));
    // What was told before by another process is not known: all are told of once.
    await watch.look();
    expect(published.map((changed) => changed.length)).toEqual([(await onlineUsers(anna)).length]);
    published.length = 0;
    calls.states.clear();
    server.advance(61_000);
    await watch.look();
    await watch.look();
    expect(published.map((changed) => changed.map(([userId, , stateId]) => [userId, stateId]))).toEqual([
      [[idOf('ben'), null]],
    ]);
  });

  test('of who comes tells those who wait for them', async () => {
    const watch = new PresenceWatch(tools(), parts);
    await anna.command('presence.notifyWhenThere', { userId: idOf('carla'), until: later(HOUR_MS) });
    devices.come(instance, idOf('carla'));
    await watch.tellMoved(instance, [idOf('carla')]);
    expect(await waitingFor(anna, 'carla')).toBeNull();
  });

  const waitingFor = async (by: TestClient, name: string) =>
    (await by.query<{ notifyUntil: string | null }>('presence.user', { userId: idOf(name) })).notifyUntil;

  test('tells who waits for somebody, once', async () => {
    const peer = await StompPeer.as(anna);
    const until = later(HOUR_MS);
    await anna.command('presence.notifyWhenThere', { userId: idOf('ben'), until });
    await peer.event();
    expect(await waitingFor(anna, 'ben')).toBe(until);
    expect(await waitingFor(carla, 'ben')).toBeNull();
    await choose(ben, STATES.away);
    expect(await waitingFor(anna, 'ben')).toBe(until);
    await choose(ben, STATES.home);
    // What is one's own is told by another way, and what was stored before may come now.
    const isOfBen = async (): Promise<object> => {
      const { type, payload } = await peer.event();
      return type === 'presence.isThere' && payload['userId'] === idOf('ben') ? payload : isOfBen();
    };
    expect(await isOfBen()).toMatchObject({ name: 'ben Test' });
    expect(await waitingFor(anna, 'ben')).toBeNull();
    peer.close();
  });

  test('of somebody who is there, who hides, or for whom one has waited long enough', async () => {
    await choose(ben, STATES.home);
    await anna.command('presence.notifyWhenThere', { userId: idOf('ben'), until: later(HOUR_MS) });
    expect(await waitingFor(anna, 'ben')).toBeNull();
    await ben.command('presence.hide', { isHidden: true });
    await anna.command('presence.notifyWhenThere', { userId: idOf('ben'), until: later(HOUR_MS) });
    expect(await waitingFor(anna, 'ben')).not.toBeNull();
    await anna.command('presence.cancelNotify', { userId: idOf('ben') });
    expect(await waitingFor(anna, 'ben')).toBeNull();
    expect(await codeOf(anna.tryCommand('presence.notifyWhenThere', { userId: idOf('ben'), until: later(-1) }))).toBe(
      '422 STATE_TIME',
    );
    expect(await codeOf(anna.tryCommand('presence.notifyWhenThere', { userId: 99_999, until: later(HOUR_MS) }))).toBe(
      '404 NOT_FOUND',
    );
  });
});
