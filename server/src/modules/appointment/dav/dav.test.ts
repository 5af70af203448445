import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DAVCalendar, DAVCalendarObject, DAVClient } from 'tsdav';
import { event, namesIn, openDav, simple, titles, xml, type DavOffice, type Who } from '../testing/dav.ts';
import { forgetChanges } from '../store/changes.ts';
import { at, create, details, day, occurrence, starts, type Office } from '../testing/fixture.ts';

let dav: DavOffice;
let office: Office;

beforeAll(async () => {
  dav = await openDav('dav');
  ({ office } = dav);
});
afterAll(() => office?.server.close());

const send: DavOffice['send'] = (...given) => dav.send(...given);
const statusOf: DavOffice['statusOf'] = (...given) => dav.statusOf(...given);
const pathOf: DavOffice['pathOf'] = (...given) => dav.pathOf(...given);
const put: DavOffice['put'] = (...given) => dav.put(...given);
const get: DavOffice['get'] = (...given) => dav.get(...given);

const TOKEN = /<d:sync-token>([^<]*)<\/d:sync-token>/;
const sync = (who: Who, owner: Who, token: string, limit?: number) =>
  send(
    who,
    'REPORT',
    pathOf(who, owner),
    xml(
      `<d:sync-collection xmlns:d="DAV:"><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level>${
        limit === undefined ? '' : `<d:limit><d:nresults>${limit}</d:nresults></d:limit>`
      }<d:prop><d:getetag/></d:prop></d:sync-collection>`,
      '0',
    ),
  );
describe('a client of others', () => {
  let client: DAVClient;
  let calendars: DAVCalendar[];
  let own: DAVCalendar;

  test('finds the calendars from the address of the server alone', async () => {
    expect((await send('anna', 'GET', '/.well-known/caldav')).headers.get('location')).toBe('/dav/');
    client = await dav.clientOf('anna');
    calendars = await client.fetchCalendars();
    expect(calendars.map(({ displayName, components }) => [displayName, components])).toEqual([
      ['Kalender', ['VEVENT']],
      ['Aufgaben', ['VTODO']],
    ]);
    own = calendars[0] as DAVCalendar;
    expect(own.url).toBe(`${office.server.base}${pathOf('anna')}`);
  });

  const find = async (uid: string): Promise<DAVCalendarObject> => {
    const objects = await client.fetchCalendarObjects({ calendar: own });
    return objects.find(({ data }) => String(data).includes(uid)) ?? expect.fail(`${uid} is not there`);
  };

  test('makes, changes and removes, and what has changed meanwhile is not overwritten', async () => {
    const made = await client.createCalendarObject({
      calendar: own,
      filename: 'a1.ics',
      iCalString: simple('a1', 'Besuch', '20310310', ['CATEGORIES:Werft,Außendienst', 'X-KANARIE;X-P=1:ja']),
    });
    expect(made.status).toBe(201);
    expect(await titles(office.anna, office.ids.anna)).toContain('Besuch');
    const first = await find('UID:a1');
    for (const line of ['CATEGORIES:Werft,Außendienst', 'X-KANARIE;X-P=1:ja'])
      expect(String(first.data).replaceAll('\r\n ', '')).toContain(line);
    const changed = await client.updateCalendarObject({
      calendarObject: { ...first, data: String(first.data).replace('SUMMARY:Besuch', 'SUMMARY:Werft') },
    });
    expect(changed.status).toBe(204);
    expect(await titles(office.anna, office.ids.anna)).toContain('Werft');
    const late = await client.updateCalendarObject({
      calendarObject: { ...first, data: String(first.data).replace('SUMMARY:Besuch', 'SUMMARY:Zu spät') },
    });
    expect(late.status).toBe(412);
    expect((await client.deleteCalendarObject({ calendarObject: await find('UID:a1') })).status).toBe(204);
    expect(await titles(office.anna, office.ids.anna)).not.toContain('Werft');
  });

  test('hears nothing where nothing has changed, and then of each change once', async () => {
    const objects = await client.fetchCalendarObjects({ calendar: own });
    const [fresh] = await client.fetchCalendars();
    const known = {
      ...(fresh as DAVCalendar),
      objects,
      objectMultiGet: (...given: Parameters<DAVClient['calendarMultiGet']>) => client.calendarMultiGet(...given),
    };
    const nothing = await client.smartCollectionSync({ collection: known, method: 'webdav', detailedResult: true });
    expect([nothing.objects.created, nothing.objects.updated, nothing.objects.deleted]).toEqual([[], [], []]);
    await create(office.anna, { title: 'Von hier', startDate: at(11, '09:00'), endDate: at(11, '10:00') });
    const one = await client.smartCollectionSync({ collection: known, method: 'webdav', detailedResult: true });
    expect(one.objects.created.map(({ data }) => /SUMMARY:(.*)/.exec(String(data))?.[1]?.trim())).toEqual(['Von hier']);
  });
});

describe('a series', () => {
  const series = (more: readonly string[] = [], after: readonly string[] = []) =>
    event('s1', [
      'DTSTART;TZID=Europe/Berlin:20310303T090000',
      'DTEND;TZID=Europe/Berlin:20310303T093000',
      'RRULE:FREQ=DAILY;COUNT=5',
      'SUMMARY:Runde',
      ...more,
    ]).replace('END:VCALENDAR', [...after, 'END:VCALENDAR'].join('\r\n'));
  const changed = [
    'BEGIN:VEVENT',
    'UID:s1',
    'DTSTAMP:20310101T000000Z',
    'RECURRENCE-ID;TZID=Europe/Berlin:20310304T090000',
    'DTSTART;TZID=Europe/Berlin:20310304T110000',
    'DTEND;TZID=Europe/Berlin:20310304T113000',
    'SUMMARY:Runde\\, später',
    'END:VEVENT',
  ];
  const path = () => pathOf('chris', 'chris', 's1.ics');
  const begins = () => starts(office.chris, office.ids.chris);

  test('comes with a changed occurrence and one that was taken out, and goes on so', async () => {
    const sent = series(['EXDATE;TZID=Europe/Berlin:20310306T090000'], changed);
    expect((await put('chris', path(), sent)).status).toBe(201);
    expect(await begins()).toEqual(['03T08', '04T10', '05T08', '07T08'].map((one) => `2031-03-${one}:00:00.000Z`));
    const text = await get('chris', path());
    expect(text).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20310304T090000');
    expect(text).toContain('SUMMARY:Runde\\, später');
    expect(text).toContain('EXDATE;TZID=Europe/Berlin:20310306T090000');
    // The same once more changes nothing.
    const before = (await send('chris', 'GET', path())).headers.get('etag');
    expect((await put('chris', path(), text)).status).toBe(204);
    expect((await send('chris', 'GET', path())).headers.get('etag')).toBe(before);
  });

  test('takes one more out, and brings one back', async () => {
    const sent = series(['EXDATE;TZID=Europe/Berlin:20310307T090000'], changed);
    expect((await put('chris', path(), sent)).status).toBe(204);
    expect(await begins()).toEqual(['03T08', '04T10', '05T08', '06T08'].map((one) => `2031-03-${one}:00:00.000Z`));
  });

  test('has a rule that its form has no fields for', async () => {
    const sent = event('s2', [
      'DTSTART;TZID=Europe/Berlin:20310303T150000',
      'DTEND;TZID=Europe/Berlin:20310303T160000',
      'RRULE:FREQ=MONTHLY;COUNT=3;BYDAY=MO,WE;BYSETPOS=2',
      'SUMMARY:Zweiter',
    ]);
    expect((await put('chris', pathOf('chris', 'chris', 's2.ics'), sent)).status).toBe(201);
    expect(await get('chris', pathOf('chris', 'chris', 's2.ics'))).toMatch(/RRULE:(?=.*BYSETPOS=2)(?=.*BYDAY=MO,WE)/);
    const other = sent.replace('BYSETPOS=2', 'BYSETPOS=3');
    expect((await put('chris', pathOf('chris', 'chris', 's2.ics'), other)).status).toBe(204);
    expect(await get('chris', pathOf('chris', 'chris', 's2.ics'))).toContain('BYSETPOS=3');
  });

  test('is removed with all that belongs to it', async () => {
    expect(await statusOf('chris', 'DELETE', path())).toBe(204);
    expect(await statusOf('chris', 'GET', path())).toBe(404);
    expect((await begins()).filter((one) => one < '2031-03-08' && !one.includes('T14'))).toEqual([]);
  });
});

describe('what has changed since', () => {
  test('is told by names, with what is gone, up to a limit, and never missed', async () => {
    const first = await sync('ben', 'ben', '');
    const token = TOKEN.exec(first.text)?.[1] ?? '';
    expect(token).toBe(`urn:kontor:${office.ids.ben}:${token.split(':').at(-1)}`);
    for (const name of ['t1', 't2', 't3']) await put('ben', pathOf('ben', 'ben', `${name}.ics`), simple(name, name));
    await send('ben', 'DELETE', pathOf('ben', 'ben', 't2.ics'));
    const all = await sync('ben', 'ben', token);
    expect(namesIn(all.text)).toEqual(['t1.ics', 't2.ics gone', 't3.ics']);
    const some = await sync('ben', 'ben', token, 1);
    expect(some.text).toContain('507 Insufficient Storage');
    const rest = await sync('ben', 'ben', TOKEN.exec(some.text)?.[1] ?? '');
    expect(namesIn(rest.text)).toHaveLength(2);
    const nothing = await sync('ben', 'ben', TOKEN.exec(all.text)?.[1] ?? '');
    expect(namesIn(nothing.text)).toEqual([]);
  });

  test.each([
    ['of another calendar', () => `urn:kontor:${office.ids.anna}:1`],
    ['of the future', () => `urn:kontor:${office.ids.ben}:99999999`],
    ['of another server', () => 'http://example.com/ns/sync/1234'],
    ['of nothing', () => 'x'],
  ])('by a token %s is refused', async (_what, token) => {
    const answer = await sync('ben', 'ben', token());
    expect([answer.status, answer.text.includes('valid-sync-token')]).toEqual([403, true]);
  });

  test('by a token older than 90 days is refused', async () => {
    const token = TOKEN.exec((await sync('ben', 'ben', '')).text)?.[1] ?? '';
    await put('ben', pathOf('ben', 'ben', 't4.ics'), simple('t4', 't4'));
    const { owner } = office.server.platform.database;
    await owner
      .updateTable('calendar_change')
      .set({ changed_at: new Date(Date.now() - 91 * 86_400_000) })
      .execute();
    expect((await sync('ben', 'ben', token)).status).toBe(403);
  });

  test('is forgotten after 90 days where it is gone, and the tokens of before with it', async () => {
    const { ben } = office.ids;
    await put('ben', pathOf('ben', 'ben', 't5.ics'), simple('t5', 't5'));
    const before = TOKEN.exec((await sync('ben', 'ben', '')).text)?.[1] ?? '';
    await send('ben', 'DELETE', pathOf('ben', 'ben', 't5.ics'));
    const after = TOKEN.exec((await sync('ben', 'ben', '')).text)?.[1] ?? '';
    expect(namesIn((await sync('ben', 'ben', before)).text)).toEqual(['t5.ics gone']);
    const { instance, server } = office;
    await forgetChanges(server.platform.database.forInstance(instance.id), instance.id, new Date(Date.now() + 60_000));
    const { owner } = server.platform.database;
    const left = await owner
      .selectFrom('calendar_change')
      .select('uid')
      .where('calendar_id', '=', ben)
      .where('is_gone', '=', true)
      .execute();
    expect(left).toEqual([{ uid: '' }]);
    expect((await sync('ben', 'ben', before)).status).toBe(403);
    expect((await sync('ben', 'ben', after)).status).toBe(207);
  });

  test('of many that write at once is told to the last', async () => {
    const token = TOKEN.exec((await sync('ben', 'ben', '')).text)?.[1] ?? '';
    const seen = new Set<string>();
    let at0 = token;
    const look = async () => {
      const answer = await sync('ben', 'ben', at0);
      for (const name of namesIn(answer.text)) seen.add(name);
      at0 = TOKEN.exec(answer.text)?.[1] ?? at0;
    };
    const names = Array.from({ length: 12 }, (_, n) => `m${n}.ics`);
    const writing = Promise.all(
      names.map((name) => put('ben', pathOf('ben', 'ben', name), simple(name.slice(0, -4), name, '20310320'))),
    );
    for (let count = 0; count < 4; count += 1) await look();
    await writing;
    await look();
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
  });
});

describe('a task with a day', () => {
  const todo = (lines: readonly string[]) => event('todo1', lines).replaceAll('VEVENT', 'VTODO');
  const path = () => `/dav/calendars/${office.ids.anna}/tasks/x-1.ics`;
  const tasks = () => office.anna.query<{ information: string; status: number }[]>('task.items', { view: 'all' });

  test('is made, changed, done and thrown away', async () => {
    const first = todo(['SUMMARY:Angebot', 'DUE;VALUE=DATE:20310320', 'X-APPLE-SORT-ORDER:7']);
    expect((await put('anna', path(), first)).status).toBe(201);
    const text = await get('anna', path());
    for (const line of ['UID:todo1', 'SUMMARY:Angebot', 'DUE;VALUE=DATE:20310320', 'X-APPLE-SORT-ORDER:7'])
      expect(text).toContain(line);
    expect((await tasks()).map(({ information }) => information)).toContain('Angebot');
    const done = text.replace('SUMMARY:Angebot', 'SUMMARY:Angebot Werft').replace(/STATUS:.*/, 'STATUS:COMPLETED');
    expect((await put('anna', path(), done)).status).toBe(204);
    expect((await tasks()).find(({ information }) => information === 'Angebot Werft')?.status).toBe(3);
    expect(await get('anna', path())).toContain('STATUS:COMPLETED');
    expect(await statusOf('anna', 'DELETE', path())).toBe(204);
    expect(await statusOf('anna', 'GET', path())).toBe(404);
  });

  test('that was made here is found by its number', async () => {
    await office.anna.command('task.create', {
      moduleLayout: 'task',
      title: 'Von hier',
      content: '<p>Zwei</p><p>Zeilen</p>',
      inactive: false,
      fixedMaturityDate: '2031-03-21',
      forerunTime: 0,
      ownerUserId: 0,
    });
    const listed = await send(
      'anna',
      'PROPFIND',
      `/dav/calendars/${office.ids.anna}/tasks/`,
      xml('<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>'),
    );
    const [name = ''] = namesIn(listed.text).filter((one) => one.startsWith('task-'));
    const text = await get('anna', `/dav/calendars/${office.ids.anna}/tasks/${name}`);
    expect(text).toContain('SUMMARY:Von hier');
    expect(text).toContain('DESCRIPTION:Zwei\\nZeilen');
    expect(
      (await put('anna', `/dav/calendars/${office.ids.anna}/tasks/${name}`, text.replace('Von hier', 'Von dort')))
        .status,
    ).toBe(204);
    expect((await tasks()).map(({ information }) => information)).toContain('Von dort');
  });
});

test('a series of ours that a program sends as it came is as it was, whatever order its rule is in', async () => {
  const id = await create(office.anna, {
    title: 'Jour fixe',
    startDate: at(4, '08:00'),
    endDate: at(4, '09:00'),
    participants: [{ userId: office.ids.ben, write: true }],
    repetition: {
      repetitionType: 'weekly',
      weekdays: ['tuesday', 'thursday'],
      hasAnEnd: true,
      durationEnd: '2031-05-01',
    },
  });
  const request = xml(
    '<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop></d:propfind>',
  );
  const listed = (await send('anna', 'PROPFIND', pathOf('anna'), request)).text.split('<d:response>');
  const uid = /UID:([\w-]+)/.exec(listed.find((one) => one.includes('Jour fixe')) ?? '')?.[1] ?? '';
  const path = pathOf('anna', 'anna', `${uid}.ics`);
  const { text, headers } = await send('anna', 'GET', path);
  const turned = text.replace(
    /RRULE:(.*)/,
    (_, rule: string) => `RRULE:${rule.trim().split(';').toReversed().join(';')}`,
  );
  expect((await put('anna', path, turned)).status).toBe(204);
  expect((await send('anna', 'GET', path)).headers.get('etag')).toBe(headers.get('etag'));
  const renamed = turned.replace('SUMMARY:Jour fixe', 'SUMMARY:Runde').replace(/(ATTENDEE[^]*?ROLE=)REQ/, '$1OPT');
  expect((await put('anna', path, renamed)).status).toBe(204);
  const { title, participants } = await details(office.anna, id);
  expect([title, participants.find(({ userId }) => userId === office.ids.ben)?.write]).toEqual(['Runde', 'true']);
});

test('an occurrence that is changed here is a part of the file of its series', async () => {
  const id = await create(office.anna, {
    title: 'Wöchentlich',
    startDate: at(3, '14:00'),
    endDate: at(3, '15:00'),
    repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 4 },
  });
  const aggregateId = occurrence(id, at(10, '14:00'));
  await office.anna.command('appointment.changeTimes', {
    aggregateId,
    startDate: at(10, '16:00'),
    endDate: at(10, '17:00'),
  });
  await office.anna.command('appointment.delete', { aggregateId: occurrence(id, at(17, '14:00')) });
  const listed = await send(
    'anna',
    'PROPFIND',
    pathOf('anna'),
    xml(
      '<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop></d:propfind>',
    ),
  );
  const text = listed.text.split('<d:response>').find((one) => one.includes('Wöchentlich')) ?? '';
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(text).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20310310T140000');
  expect(text).toContain('EXDATE;TZID=Europe/Berlin:20310317T140000');
  expect(day(3)).toBe('2031-03-03');
});
