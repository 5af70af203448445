import type { AppointmentDetail, CalendarImport } from '@kontor/contract/appointment';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { zipOf } from '../../../platform/filetext/testing/zip.ts';
import { upload } from '../../../testing/upload.ts';
import { calendar, codeOf, create, openOffice, spans, starts, type Office } from '../testing/fixture.ts';

let office: Office;

beforeAll(async () => {
  office = await openOffice('imports');
});
afterAll(() => office?.server.close());

const file = (...events: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y//DE', ...events, 'END:VCALENDAR', ''].join('\r\n');
const event = (uid: string, ...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20300101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
const at = (day: number, hour = 9): readonly string[] => {
  const stamp = (one: number) => `203103${String(day).padStart(2, '0')}T${String(one).padStart(2, '0')}0000Z`;
  return [`DTSTART:${stamp(hour)}`, `DTEND:${stamp(hour + 1)}`];
};

const importsOf = async (by: TestClient) =>
  (await by.query<{ imports: CalendarImport[] }>('appointment.imports')).imports;
async function until(by: TestClient, importId: number, ...states: readonly string[]): Promise<CalendarImport> {
  const one = async () => (await importsOf(by)).find((it) => it.importId === importId);
  await expect.poll(async () => states.includes((await one())?.state ?? '')).toBe(true);
  return (await one()) as CalendarImport;
}
async function check(by: TestClient, content: string | Uint8Array, name = 'kalender.ics'): Promise<CalendarImport> {
  const { id } = await upload(by, content, name);
  const { importId } = await by.command<{ importId: number }>('appointment.beginImport', { attachmentId: id });
  return until(by, importId, 'checked', 'failed');
}
async function bring(by: TestClient, content: string | Uint8Array, replaces = false): Promise<CalendarImport> {
  const { importId } = await check(by, content);
  await by.command('appointment.startImport', { importId, replaces });
  return until(by, importId, 'done', 'failed');
}
async function undo(by: TestClient, importId: number): Promise<CalendarImport> {
  await by.command('appointment.undoImport', { importId });
  return until(by, importId, 'undone', 'failed');
}
const counts = ({ state, made, changed, skipped, faulty }: CalendarImport) => ({
  state,
  made,
  changed,
  skipped,
  faulty,
});
const titles = async (by: TestClient, userId: number) => (await spans(by, [userId])).map(({ title }) => title);
const named = async (by: TestClient, title: string) => {
  const own = Object.entries({ anna: office.anna, ben: office.ben, chris: office.chris }).find(([, one]) => one === by);
  const all = await calendar(by, { calendar: office.ids[own?.[0] as keyof Office['ids']] });
  return all.find((one) => one.title === title);
};
const found = async (by: TestClient, title: string): Promise<AppointmentDetail> => {
  const one = await named(by, title);
  return by.query<AppointmentDetail>('appointment.details', { aggregateId: one?.aggregateId });
};

describe('a calendar', () => {
  test('is shown before it is taken, then taken whole, once, and taken back', async () => {
    const { anna, ben, ids, server } = office;
    const text = file(
      event(
        'one@x',
        ...at(3),
        'SUMMARY:Einzeln',
        'LOCATION:Kiel',
        'CLASS:PRIVATE',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT30M',
        'END:VALARM',
      ),
      event('series@x', ...at(4), 'SUMMARY:Serie', 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20310305T090000Z'),
      event('series@x', ...at(6, 14), 'RECURRENCE-ID:20310306T090000Z', 'SUMMARY:Serie, später'),
      event('series@x', ...at(7), 'RECURRENCE-ID:20310307T090000Z', 'STATUS:CANCELLED', 'SUMMARY:Fällt aus'),
      event('broken@x', 'SUMMARY:Ohne Beginn'),
      event('off@x', ...at(9), 'SUMMARY:Abgesagt', 'STATUS:CANCELLED'),
    );
    const preview = await check(anna, text);
    expect(counts(preview)).toEqual({ state: 'checked', made: 2, changed: 0, skipped: 0, faulty: 1 });
    expect(preview.rows.map(({ title, repeats, outcome }) => [title, repeats, outcome])).toEqual([
      ['Einzeln', false, 'made'],
      ['Serie', true, 'made'],
    ]);
    expect(preview.faults).toEqual([{ file: '', line: 43, title: 'Ohne Beginn', why: 'times' }]);
    expect(await starts(anna, ids.anna)).toEqual([]);
    const done = await bring(anna, text);
    expect(counts(done)).toEqual({ state: 'done', made: 2, changed: 0, skipped: 0, faulty: 1 });
    expect(await starts(anna, ids.anna)).toEqual([
      '2031-03-03T09:00:00.000Z',
      '2031-03-04T09:00:00.000Z',
      '2031-03-06T14:00:00.000Z',
    ]);
    const single = await found(anna, 'Einzeln');
    expect(single).toMatchObject({ location: 'Kiel', access: 'private', alert: 'none' });
    // What is private is no more than taken for others, and its alarm is the person's own.
    expect((await spans(ben, [ids.anna])).map(({ title }) => title)).toEqual([null, null, null]);
    const owner = server.platform.database.owner;
    const { own_alert: own } = await owner
      .selectFrom('appointment_person')
      .innerJoin('appointment', (join) =>
        join
          .onRef('appointment.instance_id', '=', 'appointment_person.instance_id')
          .onRef('appointment.appointment_id', '=', 'appointment_person.appointment_id'),
      )
      .select('own_alert')
      .where('uid', '=', 'one@x')
      .executeTakeFirstOrThrow();
    expect(own).toEqual({ unit: 'minutes', value: 30 });
    // Twice makes none twice.
    expect(counts(await bring(anna, text))).toEqual({ state: 'done', made: 0, changed: 0, skipped: 2, faulty: 1 });
    expect(await starts(anna, ids.anna)).toHaveLength(3);
    expect(await undo(anna, done.importId)).toMatchObject({ taken: 2, left: 0, isKept: false });
    expect(await starts(anna, ids.anna)).toEqual([]);
    // What was taken back comes again.
    const again = await bring(anna, text);
    expect(counts(again)).toMatchObject({ made: 2, skipped: 0 });
    expect(await starts(anna, ids.anna)).toHaveLength(3);
    await undo(anna, again.importId);
  });

  test('has people of ours and others in it, and nobody is written to', async () => {
    const { chris, ids, server } = office;
    const address = async (id: number, email: string) =>
      server.platform.database.owner.updateTable('app_user').set({ email }).where('user_id', '=', id).execute();
    await address(ids.ben, 'ben@office.example');
    await address(ids.chris, 'chris@office.example');
    await bring(
      chris,
      file(
        event(
          'people@x',
          ...at(10),
          'SUMMARY:Runde',
          'ORGANIZER;CN=Dora:mailto:dora@x.example',
          'ATTENDEE;PARTSTAT=ACCEPTED:mailto:chris@office.example',
          'ATTENDEE:mailto:BEN@office.example',
          'ATTENDEE;CN=Eva;PARTSTAT=TENTATIVE:mailto:eva@x.example',
        ),
        event(
          'mine@x',
          ...at(11),
          'SUMMARY:Meins',
          'ORGANIZER:mailto:chris.before@x.example',
          'ATTENDEE:mailto:eva@x.example',
        ),
      ),
    );
    const round = await found(chris, 'Runde');
    const said = round.participants.map(({ userId, address: outside, state }) => [userId ?? outside, state]);
    expect(Object.fromEntries(said)).toEqual({
      [ids.ben]: 'none',
      [ids.chris]: 'accepted',
      'eva@x.example': 'tentative',
    });
    expect(round.organiser).toMatchObject({ address: 'dora@x.example' });
    // An organiser who invites nobody of ours was the person by another address: it is theirs to move.
    const mine = await found(chris, 'Meins');
    expect(mine.organiser).toMatchObject({ userId: ids.chris });
    // Whoever is asked by mail would be answered by mail: nobody is, and what they say or take back stays here.
    const invited = await server.platform.database.owner
      .selectFrom('appointment_person')
      .select('invited_as')
      .where('instance_id', '=', office.instance.id)
      .where('invited_as', '<>', '')
      .execute();
    expect(invited).toEqual([]);
  });

  test('waits with no mail for those outside, taken or taken back, and what is changed later goes to them', async () => {
    const { chris, server, instance } = office;
    const guest = ['ORGANIZER:mailto:chris@first.example', 'ATTENDEE;CN=Eva:mailto:eva@aussen.example'];
    const waiting = async () => {
      const { rows } = await sql<{ waits: boolean }>`select waits from appointment_invitation
        where instance_id = ${instance.id} and waits`.execute(server.platform.database.owner);
      return rows.length;
    };
    const { importId } = await bring(chris, file(event('gast-1', ...at(27), 'SUMMARY:Mit Gast', ...guest)));
    expect(await waiting()).toBe(0);
    const { aggregateId } = await found(chris, 'Mit Gast');
    await chris.command('appointment.editSingle', { aggregateId, location: 'Büro' });
    expect(await waiting()).toBe(1);
    await chris.command('appointment.editSingle', { aggregateId, location: '' });
    expect(await waiting()).toBe(0);
    await undo(chris, importId);
    expect(await waiting()).toBe(0);
  });

  test('that is newer is asked for, and what it changed comes back', async () => {
    const { anna } = office;
    const text = (sequence: number, title: string, modified: string) =>
      file(event('newer@x', ...at(17), `SUMMARY:${title}`, `SEQUENCE:${sequence}`, `LAST-MODIFIED:${modified}`));
    await bring(anna, text(1, 'Erst', '20300101T000000Z'));
    expect(counts(await check(anna, text(1, 'Erst', '20300101T000000Z')))).toMatchObject({ skipped: 1 });
    expect(counts(await check(anna, text(0, 'Älter', '20300601T000000Z')))).toMatchObject({ skipped: 1 });
    const later = text(1, 'Später', '20300201T000000Z');
    expect(counts(await check(anna, later))).toMatchObject({ changed: 1 });
    expect(counts(await bring(anna, later, false))).toMatchObject({ changed: 0, skipped: 1 });
    expect((await found(anna, 'Erst')).title).toBe('Erst');
    const done = await bring(anna, later, true);
    expect(counts(done)).toMatchObject({ changed: 1 });
    expect((await found(anna, 'Später')).title).toBe('Später');
    expect(await undo(anna, done.importId)).toMatchObject({ taken: 1, left: 0 });
    expect((await found(anna, 'Erst')).title).toBe('Erst');
  });

  test('that somebody has changed since is left by an undo', async () => {
    const { anna } = office;
    const done = await bring(anna, file(event('kept@x', ...at(18), 'SUMMARY:Behalten')));
    const one = await named(anna, 'Behalten');
    await anna.command('appointment.delayOneDay', { aggregateId: one?.aggregateId });
    expect(await undo(anna, done.importId)).toMatchObject({ taken: 0, left: 1 });
    expect((await found(anna, 'Behalten')).startDate).toContain('2031-03-19');
  });

  test('with a uid that somebody else has says nothing of that, and is the own each time', async () => {
    const { anna, ben, ids } = office;
    const text = file(event('secret@x', ...at(20), 'SUMMARY:Geheim', 'CLASS:PRIVATE'));
    await bring(anna, text);
    expect(counts(await check(ben, text))).toMatchObject({ made: 1, skipped: 0 });
    expect(counts(await bring(ben, text))).toMatchObject({ made: 1 });
    expect(counts(await bring(ben, text))).toMatchObject({ made: 0, skipped: 1 });
    expect((await titles(ben, ids.ben)).filter((title) => title === 'Geheim')).toHaveLength(1);
  });

  test('never books a resource', async () => {
    const { anna, chris } = office;
    const { id } = await anna.command<{ id: number }>('appointment.saveResource', { name: 'Saal' });
    await create(anna, {
      startDate: '2031-03-21T10:00:00',
      endDate: '2031-03-21T11:00:00',
      participants: [
        {
          userId: null,
          resourceId: id,
          address: '',
          name: '',
          role: 'required',
          active: true,
          alert: true,
          write: false,
        },
      ],
    });
    const text = file(
      event(
        'room@x',
        ...at(21),
        'SUMMARY:Im Saal',
        'LOCATION:Saal',
        'ATTENDEE;CUTYPE=ROOM;CN=Saal:mailto:saal@x.example',
      ),
    );
    expect(counts(await bring(chris, text))).toMatchObject({ made: 1, faulty: 0 });
    expect((await found(chris, 'Im Saal')).participants.every(({ resourceId }) => resourceId === null)).toBe(true);
  });
});

describe('files', () => {
  test.each([
    ['a text', 'Hallo'],
    ['bytes', Buffer.from([0, 255, 1, 2, 3])],
    ['the beginning of an archive', Buffer.from('PK\u0003\u0004', 'latin1')],
  ])('that are no calendar end it: %s', async (_name, content) => {
    expect(await check(office.ben, content)).toMatchObject({ state: 'failed', why: 'CALENDAR_IMPORT_UNREADABLE' });
  });

  test('that are cut off are taken as far as they go', async () => {
    const text = `${file(event('whole@x', ...at(24), 'SUMMARY:Ganz')).replace('END:VCALENDAR\r\n', '')}BEGIN:VEVENT\r\nUID:cut@x\r\nDTSTART:2031`;
    const { made, faulty, faults } = await check(office.ben, text);
    expect([made, faulty, faults[0]?.why]).toEqual([1, 1, 'broken']);
  });

  test('that are hostile are bounded, and what is wrong in them is named', async () => {
    const { made, faults, state } = await check(
      office.ben,
      file(
        event('second@x', ...at(25), 'RRULE:FREQ=SECONDLY;COUNT=1000000000'),
        event('zero@x', ...at(25), 'RRULE:FREQ=DAILY;INTERVAL=0'),
        event('far@x', 'DTSTART:99990101T000000Z'),
        `BEGIN:VEVENT\r\nSUMMARY:Ohne Namen\r\n${at(25).join('\r\n')}\r\nEND:VEVENT`,
        event('long@x', ...at(25), `SUMMARY:${'x'.repeat(400_000)}`),
      ),
    );
    expect(state).toBe('checked');
    expect(made).toBeGreaterThan(0);
    expect(faults.map(({ why }) => why)).toEqual(['times', 'uid']);
  });

  test('of more than 20,000 appointments, and of more than 10 MB, are too many and too large', async () => {
    const many = file(
      ...Array.from({ length: 20_001 }, (_, n) => `BEGIN:VEVENT\nUID:${n}\nDTSTART:20310301T090000Z\nEND:VEVENT`),
    );
    expect(await check(office.ben, many)).toMatchObject({ state: 'failed', why: 'CALENDAR_IMPORT_TOO_LARGE' });
    const { id } = await upload(office.ben, 'x', 'x.ics');
    const { owner } = office.server.platform.database;
    await owner.updateTable('upload').set({ size: 10_000_001 }).where('attachment_id', '=', id).execute();
    expect(await codeOf(office.ben.tryCommand('appointment.beginImport', { attachmentId: id }))).toBe(
      '422 CALENDAR_IMPORT_TOO_LARGE',
    );
  });
});

describe('archives', () => {
  test('are read as the calendars in them, each appointment once', async () => {
    const one = file(event('zipped@x', ...at(27), 'SUMMARY:Verpackt'));
    const result = await check(
      office.ben,
      zipOf([
        { name: 'Takeout/Kalender/privat.ics', bytes: one },
        { name: 'Takeout/Kalender/arbeit.ics', bytes: file(event('zipped@x', ...at(27)), event('work@x', ...at(28))) },
        { name: 'Takeout/Kalender/leer.ics', bytes: 'Hallo' },
        { name: 'Takeout/archive_browser.html', bytes: '<html></html>' },
      ]),
      'takeout.zip',
    );
    expect(counts(result)).toEqual({ state: 'checked', made: 2, changed: 0, skipped: 0, faulty: 1 });
    expect(result.faults).toEqual([{ file: 'Takeout/Kalender/leer.ics', line: 0, title: '', why: 'calendar' }]);
  });

  test('that inflate to more than is taken are none', async () => {
    const bomb = Buffer.alloc(60_000_000, ' ');
    const [large, lying] = [
      Buffer.concat([Buffer.from(file()), Buffer.alloc(11_000_000, '\n')]),
      Buffer.alloc(20_000_000),
    ];
    const { made, faults } = await check(
      office.ben,
      zipOf([
        { name: 'bombe.ics', bytes: bomb },
        { name: 'gross.ics', bytes: large },
        { name: 'luege\0.ics', bytes: lying, says: 100 },
        { name: 'gut.ics', bytes: file(event('good@x', ...at(29))) },
      ]),
      'bombe.zip',
    );
    expect([made, faults.map(({ why }) => why)]).toEqual([1, ['large', 'large', 'broken']]);
  });

  test('without a calendar in them are none', async () => {
    const result = await check(office.ben, zipOf([{ name: 'brief.txt', bytes: 'Hallo' }]), 'brief.zip');
    expect(result).toMatchObject({ state: 'failed', why: 'CALENDAR_IMPORT_UNREADABLE' });
  });
});

test('an import is thrown away, and does nothing that its state does not allow', async () => {
  const { anna, ben } = office;
  const { importId } = await check(anna, file(event('drop@x', ...at(26), 'SUMMARY:Weg')));
  expect(await codeOf(anna.tryCommand('appointment.undoImport', { importId }))).toBe('409 CALENDAR_IMPORT_STATE');
  expect(await codeOf(ben.tryCommand('appointment.dropImport', { importId }))).toBe('404 NOT_FOUND');
  await anna.command('appointment.dropImport', { importId });
  expect((await importsOf(anna)).some((one) => one.importId === importId)).toBe(false);
});

test('a table of Outlook is shown, taken once, and taken back as a calendar is', async () => {
  const { ben } = office;
  const table = readFileSync(new URL('fixtures/outlook-de-1252.csv', import.meta.url));
  const preview = await check(ben, table, 'kalender.CSV');
  expect(counts(preview)).toEqual({ state: 'checked', made: 3, changed: 0, skipped: 0, faulty: 1 });
  expect(preview.faults).toEqual([{ file: '', line: 6, title: 'Ohne Tag', why: 'times' }]);
  const done = await bring(ben, table);
  expect(counts(done)).toEqual({ state: 'done', made: 3, changed: 0, skipped: 0, faulty: 1 });
  expect(await titles(ben, office.ids.ben)).toContain('Zahnarzt');
  expect(await found(ben, 'Büro geschlossen')).toMatchObject({
    startDate: '2031-03-05',
    endDate: '2031-03-06',
    isFree: true,
  });
  expect(await found(ben, 'Zahnarzt')).toMatchObject({ startDate: '2031-03-07T14:00:00', access: 'private' });
  expect(counts(await bring(ben, table))).toMatchObject({ made: 0, skipped: 3 });
  const zip = zipOf([
    { name: 'kalender.csv', bytes: table },
    { name: 'kontakte.csv', bytes: Buffer.from('Name,Ort\r\nAnna,Kiel\r\n') },
  ]);
  expect(counts(await check(ben, zip, 'outlook.zip'))).toMatchObject({ skipped: 3, faulty: 1 });
  expect(await undo(ben, done.importId)).toMatchObject({ taken: 3, left: 0 });
  expect(await check(ben, 'Name,Ort\r\nAnna,Kiel\r\n', 'kontakte.csv')).toMatchObject({
    state: 'failed',
    why: 'CALENDAR_IMPORT_UNREADABLE',
  });
});
