import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarFeed, FeedLevel } from '@kontor/contract/appointment';
import { at, create, openOffice, type Office } from '../testing/fixture.ts';

let office: Office;
const WORD = 'Kanarienvogel';
const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  office = await openOffice('feeds');
  const soonTimes = { startDate: `${soon}T09:00:00`, endDate: `${soon}T10:00:00` };
  await create(office.anna, {
    title: 'Offen',
    startDate: at(3, '09:00'),
    endDate: at(3, '10:00'),
    participants: [office.ids.ben],
    repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 3 },
  });
  await create(office.anna, { ...soonTimes, title: WORD, location: WORD, description: WORD, access: 'private' });
});
afterAll(() => office?.server.close());

const renew = async (level: FeedLevel): Promise<string> =>
  (await office.anna.command<{ feed: CalendarFeed }>('appointment.renewFeed', { level })).feed.path;
async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(office.server.base + path, { headers });
  return { status: answer.status, headers: answer.headers, text: (await answer.text()).replaceAll('\r\n ', '') };
}

test('a calendar is read by its address, without people, and what is private is only taken', async () => {
  const { status, text, headers } = await read(await renew('whole'));
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  for (const line of [
    'SUMMARY:Offen',
    'RRULE:',
    'SUMMARY:Belegt',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-WR-CALNAME:',
  ])
    expect(text).toContain(line);
  expect(text).not.toMatch(new RegExp(`METHOD|ATTENDEE|ORGANIZER|VALARM|${WORD}`));
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(text.match(/END:VCALENDAR/g)).toHaveLength(1);
});

test('by its address it says no more than when it is taken, where that was chosen', async () => {
  const { text } = await read(await renew('busy'));
  expect(text).not.toMatch(new RegExp(`Offen|RRULE|TZID|${WORD}`));
  expect(text.match(/SUMMARY:Belegt/g)).toHaveLength(1);
});

test('it is not sent twice while nothing has changed', async () => {
  const path = await renew('whole');
  const tag = (await read(path)).headers.get('etag') ?? '';
  const headers = { 'If-None-Match': tag };
  expect((await read(path, headers)).status).toBe(304);
  await create(office.anna, { title: 'Noch einer', startDate: at(5, '09:00'), endDate: at(5, '10:00') });
  expect((await read(path, headers)).status).toBe(200);
});

test('an address leads nowhere once there is another one, or none', async () => {
  const first = await renew('whole');
  const second = await renew('busy');
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  const { feed } = await office.anna.query<{ feed: CalendarFeed | null }>('appointment.feed');
  expect([feed?.path, feed?.level, feed?.lastUsedAt === null]).toEqual([second, 'busy', false]);
  await office.anna.command('appointment.removeFeed');
  expect((await read(second)).status).toBe(404);
  expect(await office.anna.query('appointment.feed')).toEqual({ feed: null });
  expect((await office.anna.tryCommand('appointment.removeFeed')).status).toBe(404);
});

test.each([
  ['of another person', (path: string, office0: Office) => path.replace(/\.\d+\./, `.${office0.ids.ben}.`)],
  ['without its signature', (path: string) => path.replace(/\.[^.]*\.ics$/, '.ics')],
  ['with another chance', (path: string) => path.replace(/\.[\w-]{24}\./, `.${'a'.repeat(24)}.`)],
  ['of nothing', () => '/feeds/x.ics'],
])('an address %s is none', async (_what, changed) => {
  expect((await read(changed(await renew('whole'), office))).status).toBe(404);
});

test('the own calendar goes out as a file, all of it or some days', async () => {
  const file = async (params: object) => {
    const answer = await office.anna.tryQuery('appointment.export', params);
    const body = answer.body as unknown;
    return { status: answer.status, text: (typeof body === 'string' ? body : '').replaceAll('\r\n ', '') };
  };
  const all = await file({});
  expect(all.status).toBe(200);
  for (const line of [`SUMMARY:${WORD}`, 'SUMMARY:Offen', 'RRULE:', 'ATTENDEE', 'CLASS:PRIVATE'])
    expect(all.text).toContain(line);
  const some = await file({ from: '2031-03-03', to: '2031-03-03' });
  expect([some.text.includes('Offen'), some.text.includes(WORD)]).toEqual([true, false]);
  expect((await file({ from: '2031-03-03', to: '2031-03-02' })).status).toBe(422);
});
