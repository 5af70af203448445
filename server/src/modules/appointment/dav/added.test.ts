import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upload } from '../../../testing/upload.ts';
import type { CalendarImport } from '@kontor/contract/appointment';
import { event, openDav, type DavOffice } from '../testing/dav.ts';
import { starts } from '../testing/fixture.ts';

let dav: DavOffice;
beforeAll(async () => {
  dav = await openDav('added');
});
afterAll(() => dav?.office.server.close());

/** A series as programs have it whose fourth and fifth day are none that its rule gives. */
const file = (uid: string, lines: readonly string[]): string =>
  event(uid, [
    'DTSTART;TZID=Europe/Berlin:20310303T090000',
    'DTEND;TZID=Europe/Berlin:20310303T093000',
    'SUMMARY:Runde',
    ...lines,
  ]);
const RULE = 'RRULE:FREQ=WEEKLY;COUNT=3';
const RDATE = 'RDATE;TZID=Europe/Berlin:20310305T090000,20310320T090000';
const WEEKS = ['03', '10', '17'];
const at = (days: readonly string[]) => days.map((day) => `2031-03-${day}T08:00:00.000Z`);

describe('times beside a rule', () => {
  const path = () => dav.pathOf('ben', 'ben', 'r1.ics');
  const begins = () => starts(dav.office.ben, dav.office.ids.ben);

  test('come, are given back, and the same once more changes nothing', async () => {
    expect((await dav.put('ben', path(), file('r1', [RULE, RDATE]))).status).toBe(201);
    expect(await begins()).toEqual(at(['03', '05', '10', '17', '20']));
    const text = await dav.get('ben', path());
    expect(text).toContain(RDATE);
    const tag = async () => (await dav.send('ben', 'GET', path())).headers.get('etag');
    const before = await tag();
    expect((await dav.put('ben', path(), text)).status).toBe(204);
    expect((await dav.put('ben', path(), file('r1', [RULE, RDATE]))).status).toBe(204);
    expect(await tag()).toBe(before);
  });

  test('are taken away and added by the file', async () => {
    const one = 'RDATE;TZID=Europe/Berlin:20310320T090000,20310321T090000';
    expect((await dav.put('ben', path(), file('r1', [RULE, one]))).status).toBe(204);
    expect(await begins()).toEqual(at([...WEEKS, '20', '21']));
    expect((await dav.put('ben', path(), file('r1', [RULE]))).status).toBe(204);
    expect(await begins()).toEqual(at(WEEKS));
  });

  test('are all that there is of what has no rule', async () => {
    const there = dav.pathOf('chris', 'chris', 'r2.ics');
    const own = () => starts(dav.office.chris, dav.office.ids.chris);
    expect((await dav.put('chris', there, file('r2', [RDATE]))).status).toBe(201);
    expect(await own()).toEqual(at(['03', '05', '20']));
    expect(await dav.get('chris', there)).toContain(RDATE);
    expect(await dav.statusOf('chris', 'DELETE', there)).toBe(204);
    expect(await own()).toEqual([]);
  });

  test('are refused where there are too many', async () => {
    const many = Array.from({ length: 201 }, (_, day) =>
      new Date(Date.UTC(2032, 0, 1 + day, 9)).toISOString().slice(0, 19).replaceAll(/[-:]/g, ''),
    );
    const sent = file('r3', [`RDATE;TZID=Europe/Berlin:${many.join(',')}`]);
    const answer = await dav.put('ben', dav.pathOf('ben', 'ben', 'r3.ics'), sent);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('max-instances')]);
  });

  test('are imported with their series, and taken back with it', async () => {
    const { anna, ids } = dav.office;
    const { id } = await upload(anna, file('r4', [RULE, RDATE]), 'kalender.ics');
    const { importId } = await anna.command<{ importId: number }>('appointment.beginImport', { attachmentId: id });
    const until = async (state: string) => {
      const one = async () =>
        (await anna.query<{ imports: CalendarImport[] }>('appointment.imports')).imports.find(
          (it) => it.importId === importId,
        );
      await expect.poll(async () => (await one())?.state).toBe(state);
      return one();
    };
    expect(await until('checked')).toMatchObject({ made: 1, faulty: 0 });
    await anna.command('appointment.startImport', { importId, replaces: false });
    await until('done');
    expect(await starts(anna, ids.anna)).toEqual(at(['03', '05', '10', '17', '20']));
    await anna.command('appointment.undoImport', { importId });
    await until('undone');
    expect(await starts(anna, ids.anna)).toEqual([]);
  });
});
