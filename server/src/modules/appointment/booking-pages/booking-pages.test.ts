import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Appointment, AppointmentDetail, BookingPage } from '@kontor/contract/appointment';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedRecord } from '../../record/factory.ts';
import { codeOf, create } from '../testing/fixture.ts';
import { sweepInstance } from './sweep.ts';
import { MORNINGS, ZONE, ahead, openBookingOffice, type BookingOffice } from './testing/office.ts';

let office: BookingOffice;
beforeAll(async () => {
  office = await openBookingOffice();
});
afterAll(() => office?.close());
beforeEach(async () => {
  const { server, mails, forgetTries } = office;
  await forgetTries();
  const { ownerPool } = server.platform.database;
  await ownerPool.query('delete from booking_hold');
  await ownerPool.query('delete from booking_page');
  await ownerPool.query('delete from appointment_span');
  await ownerPool.query('delete from mail_absence');
  const open = "select from graphile_worker.jobs where task_identifier = 'appointment.bookingMail'";
  while ((await ownerPool.query(open)).rows.length > 0) await sleep(20);
  mails.length = 0;
});

const DAY = ahead(7);
const ALL = ['09:00', '09:30', '10:00', '10:30', '11:00'];
const taking = (from: string, to: string, part: object = {}) => ({
  title: 'Geheimrezept',
  description: '<p>Kanarienvogel</p>',
  location: 'Tresor',
  startDate: `${DAY}T${from}:00`,
  endDate: `${DAY}T${to}:00`,
  zone: ZONE,
  participants: [],
  ...part,
});
const absent = (userId: number, substituteId: number | null) =>
  office.server.platform.database.ownerPool.query(
    `insert into mail_absence (instance_id, user_id, starts_at, ends_at, subject, content, inner_content, answers, substitute_id)
      values ($1, $2, $3::date, $3::date + 1, '', '', '', false, $4)`,
    [office.instance.id, userId, DAY, substituteId],
  );
const calendarOf = (userId: number) =>
  office.anna.query<Appointment[]>('appointment.calendar', { calendar: userId, startingDate: DAY, endingDate: DAY });

describe('what a page offers', () => {
  test('the hours that are free; busy, provisional and private count as taken, and nothing is said of them', async () => {
    const { anna, makePage, times, get } = office;
    const path = await makePage(anna);
    expect(await times(path, DAY)).toEqual(ALL);
    await create(anna, taking('09:00', '09:30', { access: 'private' }));
    expect(await times(path, DAY)).toEqual(['09:30', '10:00', '10:30', '11:00']);
    await create(office.ben, taking('10:30', '11:00', { needsConfirmation: true, participants: [office.ids.anna] }));
    expect(await times(path, DAY)).toEqual(['09:30', '11:00']);
    await create(anna, taking('11:00', '11:30', { isFree: true }));
    expect(await times(path, DAY)).toEqual(['09:30', '11:00']);
    const { text } = await get(`${path}?day=${DAY}`);
    for (const word of ['Geheimrezept', 'Kanarienvogel', 'Tresor']) expect(text).not.toContain(word);
  });

  test('with buffers, notice, days ahead, and durations of which one is chosen', async () => {
    const { anna, makePage, times, get } = office;
    await create(anna, taking('08:00', '09:00'));
    expect(await times(await makePage(anna, { bufferBefore: 30 }), DAY)).toEqual(ALL.slice(1));
    expect(await times(await makePage(anna, { noticeHours: 24 * 9 }), DAY)).toEqual([]);
    expect(await times(await makePage(anna, { daysAhead: 6 }), DAY)).toEqual([]);
    const path = await makePage(anna, { durations: [60, 180] });
    const { text } = await get(`${path}?day=${DAY}&minutes=180&lang=en`);
    expect(text.match(/name="slot"/g)).toHaveLength(1);
    expect(text).toContain('180 minutes');
  });

  test('of somebody who is away those of who stands in, and without anybody none', async () => {
    const { anna, ids, makePage, times, book, linkTo, post } = office;
    const path = await makePage(anna);
    await absent(ids.anna, ids.ben);
    await create(anna, taking('09:00', '12:00'));
    await create(office.ben, taking('09:00', '10:30'));
    expect(await times(path, DAY)).toEqual(['10:30', '11:00']);
    expect((await book(path, DAY, '11:00')).status).toBe(200);
    expect((await post(await linkTo('gerda@kunde.example', /^Bitte/), {})).status).toBe(200);
    expect(JSON.stringify(await calendarOf(ids.ben))).toContain(`${DAY}T11:00`);
    await office.server.platform.database.ownerPool.query('update mail_absence set substitute_id = null');
    expect(await times(path, DAY)).toEqual([]);
  });

  test('of a group whoever is free, and each of them once', async () => {
    const { anna, ids, makePage, times, book } = office;
    const group = await anna.command<{ groupId: number }>('account.createGroup', {
      name: `Beratung ${DAY}`,
      userIds: [ids.ben, ids.chris],
    });
    const path = await makePage(anna, { groupId: group.groupId });
    await create(office.ben, taking('09:00', '10:00'));
    expect(await times(path, DAY)).toEqual(ALL);
    expect((await book(path, DAY, '09:00')).status).toBe(200);
    expect(await times(path, DAY)).toEqual(['10:00', '10:30', '11:00']);
    expect((await book(path, DAY, '10:00', { address: 'zwei@kunde.example' })).status).toBe(200);
    expect((await book(path, DAY, '10:00', { address: 'drei@kunde.example' })).status).toBe(200);
    expect((await book(path, DAY, '10:00', { address: 'vier@kunde.example' })).status).toBe(409);
  });
});

describe('a booking', () => {
  test('is held, confirmed once by the link of a mail, in both calendars, and cancelled by another link', async () => {
    const { anna, ids, makePage, times, get, post, book, linkTo, mails } = office;
    const path = await makePage(anna, { title: 'Beratung', location: 'Hafenstraße 3' });
    const sent = await book(path, DAY, '10:00', { words: 'Es geht um\r\n<b>Pläne</b>' });
    expect(sent).toMatchObject({ status: 200 });
    expect(sent.text).toContain('gerda@kunde.example');
    expect(await times(path, DAY)).toEqual(['09:00', '11:00']);
    const link = await linkTo('gerda@kunde.example', /^Bitte bestätigen: Beratung$/);
    const shown = await get(link);
    expect(shown.text).toContain('Termin verbindlich buchen');
    expect(await calendarOf(ids.anna)).toEqual([]);
    expect((await get(link)).text).toContain('Termin verbindlich buchen');
    const confirmed = await post(link, { lang: 'de' });
    expect(confirmed).toMatchObject({ status: 200 });
    expect(confirmed.text).toContain('Ihr Termin ist gebucht');
    const again = await post(link, { lang: 'en' });
    expect(again.text).toContain('Your appointment is booked');
    expect((await get(link)).text).toContain('Ihr Termin ist gebucht');
    const [day] = await calendarOf(ids.anna);
    const found = JSON.stringify(day);
    const [aggregateId = ''] = /\{\\"moduleName.*?\}/.exec(found) ?? [];
    const details = await anna.query<AppointmentDetail>('appointment.details', {
      aggregateId: aggregateId.replaceAll('\\"', '"'),
    });
    expect(details).toMatchObject({ title: 'Beratung · Gerda Gast', location: 'Hafenstraße 3' });
    expect(details.startDate).toContain(`${DAY}T10:00`);
    expect(details.description).toContain('&lt;b&gt;Pläne');
    expect(details.participants).toContainEqual(
      expect.objectContaining({ address: 'gerda@kunde.example', name: 'Gerda Gast', userId: null }),
    );
    const cancel = await linkTo('gerda@kunde.example', /^Gebucht: Beratung$/);
    await expect.poll(() => mails.filter(({ to }) => to.includes('anna@nordwerk.example')).length).toBe(1);
    expect(cancel).toContain('/cancel/');
    expect((await get(cancel)).text).toContain('class="danger"');
    expect(await times(path, DAY)).toEqual(['09:00', '11:00']);
    expect((await post(cancel, {})).text).toContain('Der Termin ist abgesagt');
    expect((await post(cancel, {})).text).toContain('Der Termin ist abgesagt');
    expect((await post(link, {})).text).toContain('Der Termin ist abgesagt');
    expect(await times(path, DAY)).toEqual(ALL);
    await linkTo('gerda@kunde.example', /^Abgesagt/);
    const log = office.logged.join('');
    expect(log).toContain('/book/:instance/confirm/:token');
    for (const secret of [link, cancel].map((one) => one.split('/').at(-1) ?? '')) {
      expect(secret).toHaveLength(43);
      expect(log).not.toContain(secret);
    }
    const { rows } = await office.server.platform.database.ownerPool.query('select h::text as all from booking_hold h');
    expect(JSON.stringify(rows)).not.toContain(link.split('/').at(-1));
    await linkTo('anna@nordwerk.example', /^Abgesagt/);
  });

  test('of twenty who want a time at once one gets it', async () => {
    const { anna, makePage, book, server } = office;
    const path = await makePage(anna);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => book(path, DAY, '09:00', { address: `gast${number}@kunde.example` })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(409)]);
    const { rows } = await server.platform.database.ownerPool.query('select from booking_hold');
    expect(rows).toHaveLength(1);
  });

  test('is let go of where nobody confirms it in time, and nobody can confirm it then', async () => {
    const { anna, makePage, times, book, linkTo, post, get, server } = office;
    const path = await makePage(anna);
    await book(path, DAY, '09:00');
    const link = await linkTo('gerda@kunde.example', /^Bitte/);
    await server.platform.database.ownerPool.query("update booking_hold set releases_at = now() - interval '1 second'");
    expect(await times(path, DAY)).toEqual(ALL);
    expect((await get(link)).status).toBe(410);
    expect((await post(link, {})).status).toBe(410);
    expect((await book(path, DAY, '09:00', { address: 'andere@kunde.example' })).status).toBe(200);
  });

  test('is forgotten in time: what came to nothing after a day, what took place after a month', async () => {
    const { anna, makePage, book, linkTo, post, server, instance } = office;
    const path = await makePage(anna);
    await book(path, DAY, '09:00');
    await post(await linkTo('gerda@kunde.example', /^Bitte/), {});
    await book(path, DAY, '11:00', { address: 'andere@kunde.example' });
    const { database } = server.platform;
    const db = database.forInstance(instance.id);
    const left = async (now: number) => {
      await sweepInstance(db, instance.id, now);
      const { rows } = await database.ownerPool.query<{ guest_address: string; is_held: boolean }>(
        'select guest_address, is_held from booking_hold order by hold_id',
      );
      return rows.map((row) => `${row.guest_address.split('@')[0]} ${row.is_held}`);
    };
    const minute = 60_000;
    const since = (days: number) => Date.parse(`${DAY}T12:00:00Z`) + days * 1440 * minute;
    expect(await left(Date.now())).toEqual(['gerda false', 'andere true']);
    expect(await left(Date.now() + 11 * minute)).toEqual(['gerda false', 'andere false']);
    expect(await left(Date.now() + 1452 * minute)).toEqual(['gerda false']);
    expect(await left(since(29))).toEqual(['gerda false']);
    expect(await left(since(31))).toEqual([]);
  });

  test('of what the owner has taken meanwhile is none', async () => {
    const { anna, makePage, book, linkTo, post } = office;
    const path = await makePage(anna);
    await book(path, DAY, '09:00');
    const link = await linkTo('gerda@kunde.example', /^Bitte/);
    await create(anna, taking('09:30', '10:30'));
    const answer = await post(link, {});
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('nicht mehr frei');
  });

  test('has as many on a day as the page says', async () => {
    const { anna, makePage, book, times } = office;
    const path = await makePage(anna, { maxPerDay: 1 });
    expect((await book(path, DAY, '09:00')).status).toBe(200);
    expect(await times(path, DAY)).toEqual([]);
    expect((await book(path, DAY, '11:00')).status).toBe(409);
    expect(await times(path, ahead(8))).toEqual(ALL);
  });

  test.each([
    ['one record', 1, 1],
    ['nobody', 0, 0],
    ['two records, of which nobody knows which is meant', 2, 0],
  ])('by an address of %s', async (_name, count, links) => {
    const { anna, makePage, book, linkTo, post, server, instance } = office;
    const address = `kunde${count}@kunde.example`;
    for (let number = 0; number < count; number += 1)
      await seedRecord(server.change, instance, { values: { name: `Kunde ${number}`, email: address } });
    const path = await makePage(anna);
    await book(path, DAY, '09:00', { address });
    expect((await post(await linkTo(address, /^Bitte/), {})).status).toBe(200);
    const { rows } = await server.platform.database.ownerPool.query(
      'select a.ido_count from booking_hold h join activity a on a.instance_id = h.instance_id and a.activity_id = h.appointment_id',
    );
    expect(rows).toEqual([{ ido_count: links }]);
  });
});

describe('what is refused', () => {
  test('one and the same page for what is unknown, off, of another instance, or of somebody who is gone', async () => {
    const { anna, makePage, get, server, ids, ben } = office;
    const off = await makePage(anna, { isOn: false });
    const gone = await makePage(ben);
    await server.platform.database.ownerPool.query('update app_user set is_active = false where user_id = $1', [
      ids.ben,
    ]);
    const answers = await Promise.all(
      [
        off,
        gone,
        '/book/nordwerk/unbekannt',
        '/book/woanders/unbekannt',
        '/book/nordwerk/confirm/falsch',
        '/book/nordwerk/cancel/x',
      ].map((path) => get(path)),
    );
    await server.platform.database.ownerPool.query('update app_user set is_active = true where user_id = $1', [
      ids.ben,
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    const texts = new Set(answers.map(({ text }) => text.replace(/<div class="top">.*?<\/div>/s, '')));
    expect(texts.size).toBe(1);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no name', { name: ' ' }, 'Ihren Namen'],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'Ihren Namen'],
    ['no address', { address: 'gerda' }, 'gültige E-Mail-Adresse'],
    ['two addresses', { address: 'a@kunde.example, b@kunde.example' }, 'gültige E-Mail-Adresse'],
    ['a line of a header', { address: 'a@kunde.example\r\nBcc: b@kunde.example' }, 'gültige E-Mail-Adresse'],
    ['words without end', { words: 'x'.repeat(1001) }, 'zu lang'],
    ['no time', { slot: 'morgen' }, 'wählen Sie eine Uhrzeit'],
  ])('%s', async (_name, part, sentence) => {
    const { anna, makePage, book, server } = office;
    const answer = await book(await makePage(anna), DAY, '09:00', part);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(sentence);
    expect((await server.platform.database.ownerPool.query('select from booking_hold')).rows).toHaveLength(0);
  });

  test('times that are not offered', async () => {
    const { anna, makePage, book } = office;
    const path = await makePage(anna);
    for (const clock of ['09:10', '11:30', '20:00']) expect((await book(path, DAY, clock)).status).toBe(409);
    expect((await book(path, ahead(80), '09:00')).status).toBe(409);
  });

  test('a fourth hold of one address, more than a page may take, too long a form, and programs', async () => {
    const { anna, makePage, book, post, server } = office;
    const path = await makePage(anna);
    for (const day of [7, 8, 9]) expect((await book(path, ahead(day), '09:00')).status).toBe(200);
    const fourth = await book(path, ahead(10), '09:00', { address: 'GERDA@kunde.example' });
    expect(fourth.status).toBe(429);
    expect(fourth.text).toContain('drei Termine');
    const trapped = await book(path, ahead(11), '09:00', { address: 'bot@kunde.example', website: 'x' });
    expect(trapped.status).toBe(200);
    const { rows } = await server.platform.database.ownerPool.query('select from booking_hold');
    expect(rows).toHaveLength(3);
    expect((await post(path, { words: 'x'.repeat(17 * 1024) })).status).toBe(413);
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect((await fetch(server.base + path, json)).status).toBe(415);
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(path, {})));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('a page', () => {
  test('has no script, is not kept, found or told of, and speaks the language of who reads it', async () => {
    const { anna, makePage, get } = office;
    const path = await makePage(anna, { title: 'Rat & <script>', text: 'Zeile 1\nZeile "2"' });
    const { headers, text } = await get(path, { 'Accept-Language': 'fr, en;q=0.8, de;q=0.5' });
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    );
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('set-cookie')).toBeNull();
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('Rat &amp; &lt;script&gt;');
    expect(text).toContain('Zeile 1<br>Zeile &quot;2&quot;');
    expect(text).not.toMatch(/<script|javascript:| on\w+=/);
    expect((await get(`${path}?lang=de`, { 'Accept-Language': 'en' })).text).toContain('<html lang="de">');
    expect((await get(path)).text).toContain('<html lang="de">');
  });

  test('is saved, listed, named, renamed and removed by its own person', async () => {
    const { anna, ben } = office;
    const { id, slug } = await ben.command<{ id: number; slug: string }>('appointment.saveBookingPage', {
      slug: 'beratung',
      title: 'Beratung',
      hours: MORNINGS,
    });
    expect(slug).toBe('beratung');
    const list = (by: typeof ben) => by.query<{ pages: BookingPage[]; canMail: boolean }>('appointment.bookingPages');
    expect(await list(anna)).toEqual({ pages: [], canMail: true });
    const [page] = (await list(ben)).pages;
    expect(page).toMatchObject({ id, slug, durations: [30], noticeHours: 24, maxPerDay: null, isOn: true });
    expect(page?.url).toMatch(/\/book\/nordwerk\/beratung$/);
    const saving = (by: typeof ben, part: object) =>
      codeOf(by.tryCommand('appointment.saveBookingPage', { title: 'B', hours: [], ...part }));
    expect(await saving(anna, { slug })).toBe('409 BOOKING_NAME_TAKEN');
    expect(await saving(anna, { id, slug })).toBe('404 NOT_FOUND');
    expect(await saving(ben, { groupId: 1 })).toBe('403 RIGHT_MISSING');
    expect(await saving(anna, { groupId: 99_999 })).toBe('404 NOT_FOUND');
    expect(await saving(ben, { id, appointmentType: 99_999 })).toBe('409 TYPE_GONE');
    expect(await saving(ben, { slug: 'Groß' })).toMatch(/^4\d\d PARAMETERS_INVALID/);
    const twice = [MORNINGS[0], { weekday: 'monday', from: '11:00', to: '13:00' }];
    expect(await saving(ben, { hours: twice })).toMatch(/^4\d\d PARAMETERS_INVALID/);
    expect(await saving(ben, { id, title: 'Neu' })).toBe('200');
    expect((await list(ben)).pages[0]).toMatchObject({ slug, title: 'Neu', hours: [] });
    for (let number = 1; number < 20; number += 1) expect(await saving(ben, {})).toBe('200');
    expect(await saving(ben, {})).toBe('422 TOO_MANY_BOOKING_PAGES');
    expect(await codeOf(anna.tryCommand('appointment.removeBookingPage', { id }))).toBe('404 NOT_FOUND');
    expect(await codeOf(ben.tryCommand('appointment.removeBookingPage', { id }))).toBe('200');
    expect((await list(ben)).pages).toHaveLength(19);
  });
});
