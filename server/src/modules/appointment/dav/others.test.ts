import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { event, namesIn, openDav, simple, titles, xml, type DavOffice, type Who } from '../testing/dav.ts';
import { at, create, details, numberOf, type Office } from '../testing/fixture.ts';

let dav: DavOffice;
let office: Office;

beforeAll(async () => {
  dav = await openDav('others');
  ({ office } = dav);
});
afterAll(() => office?.server.close());

const send: DavOffice['send'] = (...given) => dav.send(...given);
const statusOf: DavOffice['statusOf'] = (...given) => dav.statusOf(...given);
const pathOf: DavOffice['pathOf'] = (...given) => dav.pathOf(...given);
const put: DavOffice['put'] = (...given) => dav.put(...given);
const get: DavOffice['get'] = (...given) => dav.get(...given);

describe("somebody else's calendar", () => {
  const WORD = 'Kanarienvogel';
  let secret = '';
  // What is only taken is shown around today.
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

  test('of which only what is taken may be seen has no word in it', async () => {
    secret = await create(office.ben, {
      title: WORD,
      description: `<p>${WORD}</p>`,
      location: WORD,
      startDate: `${soon}T09:00:00`,
      endDate: `${soon}T10:00:00`,
      repetition: { repetitionType: 'daily', hasAnEnd: true, nTimes: 3 },
    });
    await office.ben.command('appointment.saveRights', {
      calendarId: office.ids.ben,
      rights: [{ userId: office.ids.chris, level: 'busy' }],
    });
    const everything = `<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop></d:propfind>`;
    const listed = await send('chris', 'PROPFIND', pathOf('chris', 'ben'), xml(everything));
    expect(listed.status).toBe(207);
    expect(listed.text).not.toContain(WORD);
    expect(listed.text).toContain('SUMMARY:Belegt');
    expect(listed.text.match(/SUMMARY:Belegt/g)).toHaveLength(3);
    expect(listed.text).not.toMatch(/RRULE|TZID|Berlin/);
    const whole = await send('ben', 'PROPFIND', pathOf('ben', 'ben'), xml(everything));
    expect(whole.text).toContain(WORD);
    const uids = (text: string) => new Set([...text.matchAll(/UID:(\S+)/g)].map(([, one]) => one));
    const [mine, theirs] = [uids(whole.text), uids(listed.text)];
    expect([...theirs].filter((one) => mine.has(one))).toEqual([]);
  });

  test('is listed for whom it was opened, and not for all', async () => {
    const homes = `/dav/calendars/`;
    const listOf = async (who: Who) =>
      (
        await send(
          who,
          'PROPFIND',
          `${homes}${office.ids[who]}/`,
          xml('<d:propfind xmlns:d="DAV:"><d:prop><d:displayname/></d:prop></d:propfind>'),
        )
      ).text;
    expect(await listOf('chris')).toContain(pathOf('chris', 'ben'));
    expect(await listOf('anna')).not.toContain(pathOf('anna', 'ben'));
  });

  test('is not written by who may not', async () => {
    const body = simple('w1', 'Fremd');
    expect((await put('chris', pathOf('chris', 'ben', 'w1.ics'), body)).status).toBe(403);
    const listed = await send(
      'chris',
      'PROPFIND',
      pathOf('chris', 'ben'),
      xml('<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>'),
    );
    const name = /(taken-[^<]+\.ics)/.exec(listed.text)?.[1] ?? '';
    expect((await put('chris', pathOf('chris', 'ben', name), simple(name.slice(0, -4), 'Fremd'))).status).toBe(403);
    expect(await statusOf('chris', 'DELETE', pathOf('chris', 'ben', name))).toBe(403);
    expect((await details(office.ben, secret)).title).toBe(WORD);
  });

  test('shows what is private as taken to who reads the rest, and lets them write that alone', async () => {
    await office.ben.command('appointment.saveRights', {
      calendarId: office.ids.ben,
      rights: [{ userId: office.ids.chris, level: 'write' }],
    });
    await create(office.ben, {
      title: `${WORD} privat`,
      access: 'private',
      startDate: `${soon}T15:00:00`,
      endDate: `${soon}T16:00:00`,
    });
    const [from, to] = [soon, new Date(Date.parse(soon) + 9 * 86_400_000).toISOString().slice(0, 10)].map((one) =>
      one.replaceAll('-', ''),
    );
    const data = `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${from}T000000Z" end="${to}T000000Z"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
    const found = await send('chris', 'REPORT', pathOf('chris', 'ben'), xml(data));
    expect(found.text).toContain(WORD);
    expect(found.text).not.toContain(`${WORD} privat`);
    expect(found.text.match(/SUMMARY:Belegt/g)).toHaveLength(1);
    expect((await put('chris', pathOf('chris', 'ben', 'w2.ics'), simple('w2', 'Für Ben', '20310325'))).status).toBe(
      201,
    );
    expect(await titles(office.ben, office.ids.ben)).toContain('Für Ben');
  });

  test('of nobody is not there', async () => {
    for (const nobody of ['99999', '9999999999'])
      expect(await statusOf('chris', 'PROPFIND', `/dav/calendars/${office.ids.chris}/${nobody}/`, xml('', '0'))).toBe(
        404,
      );
    expect(
      await statusOf('chris', 'PROPFIND', `/dav/calendars/${office.ids.ben}/${office.ids.ben}/`, xml('', '0')),
    ).toBe(404);
  });
});

describe('what takes part', () => {
  test('is called by an alarm of their own', async () => {
    const id = await create(office.anna, {
      title: 'Zu zweit',
      startDate: at(26, '09:00'),
      endDate: at(26, '10:00'),
      alert: { unit: 'minutes', value: 30 },
      participants: [office.ids.chris],
    });
    const uid = /UID:(\S+)/.exec(await findText('chris', 'Zu zweit'))?.[1] ?? '';
    const path = pathOf('chris', 'chris', `${uid}.ics`);
    const text = (await get('chris', path)).replace('-PT30M', '-PT5M');
    expect(text).toContain('-PT5M');
    expect((await put('chris', path, text)).status).toBe(204);
    expect(await get('chris', path)).toContain('TRIGGER:-PT5M');
    expect(await get('anna', pathOf('anna', 'anna', `${uid}.ics`))).toContain('TRIGGER:-PT30M');
    expect(numberOf(id)).toBeGreaterThan(0);
  });

  test('says whether, and changes nothing else without the right', async () => {
    const text = await findText('chris', 'Zu zweit');
    const uid = /UID:(\S+)/.exec(text)?.[1] ?? '';
    const path = pathOf('chris', 'chris', `${uid}.ics`);
    const moved = text.replaceAll('T090000', 'T080000');
    expect((await put('chris', path, moved)).status).toBe(403);
    const own = new RegExp(`(ATTENDEE[^\\r\\n]*PARTSTAT=)[A-Z-]+([^\\r\\n]*user-${office.ids.chris}@)`);
    expect((await put('chris', path, text.replace(own, '$1TENTATIVE$2'))).status).toBe(204);
    expect(await get('anna', pathOf('anna', 'anna', `${uid}.ics`))).toMatch(
      new RegExp(`PARTSTAT=TENTATIVE[^\\r\\n]*user-${office.ids.chris}@`),
    );
    expect(await statusOf('chris', 'DELETE', path)).toBe(204);
    expect(await statusOf('chris', 'GET', path)).toBe(404);
    expect(await statusOf('anna', 'GET', pathOf('anna', 'anna', `${uid}.ics`))).toBe(200);
  });

  const findText = async (who: Who, title: string): Promise<string> => {
    const query = `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:prop-filter name="SUMMARY"><c:text-match>${title}</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
    const [name = ''] = namesIn((await send(who, 'REPORT', pathOf(who), xml(query))).text);
    return get(who, pathOf(who, who, name));
  };
});

describe('what is refused', () => {
  beforeAll(async () => void (await put('ben', pathOf('ben', 'ben', 't1.ics'), simple('t1', 'Besuch'))));

  test.each<[string, string, number, string]>([
    ['twice the same UID', simple('t1', 'Noch einmal'), 409, 'no-uid-conflict'],
    ['no calendar', 'Guten Tag', 403, 'valid-calendar-data'],
    ['nothing', '', 403, 'valid-calendar-data'],
    ['no beginning', event('x1', ['SUMMARY:x']), 403, 'valid-calendar-data'],
    [
      'two UIDs',
      simple('x2', 'a').replace('END:VCALENDAR', simple('x3', 'b').split('\r\n').slice(3).join('\r\n')),
      403,
      'valid-calendar-object-resource',
    ],
    [
      'an invitation',
      simple('x4', 'a').replace('VERSION:2.0', 'VERSION:2.0\r\nMETHOD:REQUEST'),
      403,
      'valid-calendar-object-resource',
    ],
    ['a task', simple('x5', 'a').replaceAll('VEVENT', 'VTODO'), 403, 'supported-calendar-component'],
  ])('a file with %s', async (_what, body, status, condition) => {
    const answer = await put('ben', pathOf('ben', 'ben', 'other.ics'), body);
    expect([answer.status, answer.text.includes(condition)]).toEqual([status, true]);
  });

  test.each(['MKCALENDAR', 'MKCOL', 'LOCK', 'UNLOCK', 'COPY', 'MOVE'])('%s', async (method) => {
    const status = await statusOf('ben', method, pathOf('ben', 'ben', 't1.ics'), {
      headers: { Destination: '/dav/x' },
    });
    expect(status).toBe(method.startsWith('MK') ? 403 : 405);
  });

  test('all that is under an address, at once', async () => {
    const answer = await send('ben', 'PROPFIND', '/dav/', xml('', 'infinity'));
    expect([answer.status, answer.text.includes('propfind-finite-depth')]).toEqual([403, true]);
  });

  test.each([
    '/dav/calendars/%2e%2e/1/',
    '/dav/calendars/1%2f2/',
    '/dav/calendars/1/..%5c/',
    '/dav/calendars/1/%00/',
    '/dav/calendars/0x1/1/',
    '/dav//calendars/',
    '/dav/calendars/1/1/a/b.ics',
  ])('the trick %s', async (path) => {
    expect(await statusOf('ben', 'PROPFIND', path, xml('', '0'))).toBe(404);
  });

  test('more than 500 addresses at once', async () => {
    const hrefs = (count: number) =>
      `<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/></d:prop>${Array.from({ length: count }, (_, n) => `<d:href>${pathOf('ben', 'ben', `${n}.ics`)}</d:href>`).join('')}</c:calendar-multiget>`;
    expect(await statusOf('ben', 'REPORT', pathOf('ben'), xml(hrefs(501)))).toBe(403);
    const answer = await send('ben', 'REPORT', pathOf('ben'), xml(hrefs(500)));
    expect([answer.status, answer.text.match(/404 Not Found/g)?.length]).toEqual([207, 500]);
  });

  test('a body that is no XML, or has a DOCTYPE', async () => {
    for (const body of ['<a', '<!DOCTYPE a [<!ENTITY b "c">]><d:propfind xmlns:d="DAV:"><d:allprop/></d:propfind>'])
      expect(await statusOf('ben', 'PROPFIND', '/dav/', xml(body, '0'))).toBe(400);
    expect(await statusOf('ben', 'PROPFIND', '/dav/', xml(`<a>${'x'.repeat(1_100_000)}</a>`, '0'))).toBe(413);
  });
});

test('a calendar bears a name and a colour of its reader', async () => {
  const update = `<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><d:displayname>Dienst &amp; Werft</d:displayname><i:calendar-color xmlns:i="http://apple.com/ns/ical/">#AABBCCFF</i:calendar-color></d:prop></d:set></d:propertyupdate>`;
  const answer = await send('anna', 'PROPPATCH', pathOf('anna'), xml(update));
  expect([answer.status, answer.text.match(/200 OK/g)?.length]).toEqual([207, 2]);
  const request = `<d:propfind xmlns:d="DAV:"><d:prop><d:displayname/><i:calendar-color xmlns:i="http://apple.com/ns/ical/"/></d:prop></d:propfind>`;
  const shown = await send('anna', 'PROPFIND', pathOf('anna'), xml(request, '0'));
  expect(shown.text).toContain('Dienst &amp; Werft');
  expect(shown.text).toContain('#aabbccff');
  const refused = await send(
    'anna',
    'PROPPATCH',
    pathOf('anna'),
    xml(update.replace('<d:displayname>', '<d:owner>x</d:owner><d:displayname>')),
  );
  expect(refused.text).toMatch(/403 Forbidden/);
  expect(refused.text).not.toMatch(/200 OK/);
});

describe('when people have time', () => {
  beforeAll(async () => {
    const times = { startDate: at(17, '09:00'), endDate: at(17, '10:00') };
    await create(office.ben, { title: 'Kanarienvogel', access: 'private', ...times });
  });

  test('is told of a calendar without a word', async () => {
    const query = `<c:free-busy-query xmlns:c="urn:ietf:params:xml:ns:caldav"><c:time-range start="20310317T000000Z" end="20310318T000000Z"/></c:free-busy-query>`;
    const answer = await send('anna', 'REPORT', pathOf('anna', 'ben'), xml(query));
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('FREEBUSY;FBTYPE=BUSY:20310317T080000Z/20310317T090000Z');
    expect(answer.text).not.toContain('Kanarienvogel');
  });

  test('is asked of several at once, and nothing is known of strangers', async () => {
    const question = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'METHOD:REQUEST',
      'BEGIN:VFREEBUSY',
      'UID:fb1',
      'DTSTAMP:20310101T000000Z',
      'DTSTART:20310317T000000Z',
      'DTEND:20310318T000000Z',
      `ORGANIZER:mailto:user-${office.ids.anna}@kontor.invalid`,
      `ATTENDEE:mailto:user-${office.ids.ben}@kontor.invalid`,
      'ATTENDEE:mailto:fremd@example.com',
      'END:VFREEBUSY',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    const answer = await send('anna', 'POST', `/dav/calendars/${office.ids.anna}/outbox/`, {
      headers: { 'Content-Type': 'text/calendar' },
      body: question,
    });
    expect(answer.text.match(/<c:request-status>[^<]*/g)).toEqual([
      '<c:request-status>2.0;Success',
      '<c:request-status>3.7;Invalid Calendar User',
    ]);
    expect(answer.text).toContain('20310317T080000Z/20310317T090000Z');
  });
});
