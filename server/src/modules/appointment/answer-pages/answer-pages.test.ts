import { createHash } from 'node:crypto';
import type { AppointmentDetail } from '@kontor/contract/appointment';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hastenJobs } from '../../../platform/jobs/enqueue.ts';
import { openBookingOffice, type BookingOffice } from '../booking-pages/testing/office.ts';
import { create, list, numberOf } from '../testing/fixture.ts';

let office: BookingOffice;
beforeAll(async () => {
  office = await openBookingOffice();
});
afterAll(() => office?.close());
beforeEach(() => office.forgetTries());

const SOON = { interval: 50 };
const TIMES = { startDate: '2031-03-03T09:00:00', endDate: '2031-03-03T10:00:00' };
let count = 0;
const detailsOf = (aggregateId: string) => office.anna.query<AppointmentDetail>('appointment.details', { aggregateId });
const guestIn = async (aggregateId: string, address: string) => {
  const { participants } = await detailsOf(aggregateId);
  const found = participants.find((one) => one.address === address);
  return found && { state: found.state, comment: found.comment, mailState: found.mailState };
};
async function gathered(aggregateId: string): Promise<void> {
  const { ownerPool } = office.server.platform.database;
  const { rows } = await ownerPool.query('select uid from appointment where appointment_id = $1', [
    numberOf(aggregateId),
  ]);
  const key = `appointment.invite:${office.instance.id}:${(rows[0] as { uid: string }).uid}`;
  await hastenJobs(office.server.platform.database, [key]);
}
/** Anna, who has no mailbox, invites somebody outside. Returns the appointment, their address, and the path of their link. */
async function invited(part: object = {}) {
  const address = `paul${(count += 1)}@werft.example`;
  const id = await create(office.anna, {
    title: 'Wartung <b>Halle</b>',
    location: 'Halle 2',
    ...TIMES,
    participants: [{ address, name: 'Paul Neumann' }],
    ...part,
  });
  await gathered(id);
  return { id, address, link: await linkTo(address) };
}
const mailsTo = (address: string) => office.mails.filter(({ to }) => to.includes(address));
async function linkTo(address: string, mails = 1): Promise<string> {
  await expect.poll(() => mailsTo(address).length, SOON).toBe(mails);
  return /https?:\/\/[^/]+(\/book\/nordwerk\/answer\/[\w-]+)/.exec(mailsTo(address).at(-1)?.text ?? '')?.[1] ?? '';
}
const sequenceIn = (text: string): string => /name="sequence"\s+value="(\d+)"/.exec(text)?.[1] ?? '';
async function answer(link: string, form: Record<string, string>) {
  const { text } = await office.get(link);
  return office.post(link, { lang: 'de', sequence: sequenceIn(text), ...form });
}

describe('who has no mailbox', () => {
  test('invites from the address of the instance, with answers to their own address', async () => {
    const { id, address } = await invited();
    const [mail] = mailsTo(address);
    expect(mail).toMatchObject({ subject: 'Einladung: Wartung <b>Halle</b>', replyTo: ['anna@nordwerk.example'] });
    expect(mail?.calendar).toContain('METHOD:REQUEST');
    expect(mail?.calendar).toContain('mailto:anna@nordwerk.example');
    await expect.poll(async () => (await guestIn(id, address))?.mailState, SOON).toBe('sent');
  });

  test('tells those outside of changes and of the end in the same way', async () => {
    const { id, address } = await invited();
    await office.anna.command('appointment.changeTimes', {
      aggregateId: id,
      startDate: '2031-03-03T11:00:00',
      endDate: '2031-03-03T12:00:00',
    });
    await gathered(id);
    await linkTo(address, 2);
    await office.anna.command('appointment.delete', { aggregateId: id });
    await gathered(id);
    await expect.poll(() => mailsTo(address).length, SOON).toBe(3);
    expect(mailsTo(address).map(({ calendar }) => /METHOD:(\w+)/.exec(calendar)?.[1])).toEqual([
      'REQUEST',
      'REQUEST',
      'CANCEL',
    ]);
    expect(mailsTo(address).at(-1)?.text).not.toContain('/answer/');
  });
});

describe('the page of a link', () => {
  test('says what it is about in both languages, runs no script, and changes nothing by being read', async () => {
    const { id, address, link } = await invited();
    const german = await office.get(link);
    expect(german.status).toBe(200);
    for (const words of ['Wartung &lt;b&gt;Halle&lt;/b&gt;', 'Halle 2', '09:00', 'Ich komme nicht'])
      expect(german.text).toContain(words);
    expect(german.text).not.toMatch(/<script/i);
    expect(german.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await office.get(`${link}?lang=en`)).text).toContain('I do not come');
    expect(await guestIn(id, address)).toMatchObject({ state: 'none' });
  });

  test('takes an answer, and another one after it, as by mail: the organiser has it New', async () => {
    const { id, address, link } = await invited();
    const given = await answer(link, { answer: 'accepted', comment: 'Ich bringe\r\ndie Pläne mit' });
    expect(given).toMatchObject({ status: 200 });
    expect(given.text).toContain('Sie haben zugesagt.');
    expect(await guestIn(id, address)).toMatchObject({ state: 'accepted', comment: 'Ich bringe\ndie Pläne mit' });
    const entry = (await list(office.anna)).find((one) => numberOf(one.aggregateId) === numberOf(id));
    expect(entry?.status).toBe(1);
    expect((await office.get(link)).text).toContain('Sie haben zugesagt.');
    await answer(link, { answer: 'declined', comment: '' });
    expect(await guestIn(id, address)).toMatchObject({ state: 'declined', comment: '' });
  });

  test.each<[string, number, Record<string, string>, string]>([
    ['without an answer', 422, {}, 'Bitte wählen Sie eine Antwort.'],
    ['of another kind', 422, { answer: 'none' }, 'Bitte wählen Sie eine Antwort.'],
    ['with too long a message', 422, { answer: 'accepted', comment: 'x'.repeat(2001) }, 'Die Nachricht ist zu lang'],
    ['to what it was before', 409, { answer: 'accepted', sequence: '7', comment: 'Gern' }, 'inzwischen geändert'],
    ['to nothing', 409, { answer: 'accepted', sequence: '' }, 'inzwischen geändert'],
  ])('refuses a form %s, and keeps what was typed', async (_what, status, form, words) => {
    const { id, address, link } = await invited();
    const refused = await answer(link, form);
    expect(refused.status).toBe(status);
    expect(refused.text).toContain(words);
    if (form['comment'] !== undefined) expect(refused.text).toContain(form['comment']);
    expect(await guestIn(id, address)).toMatchObject({ state: 'none' });
  });

  test('is of the last mail alone, and ends with the appointment', async () => {
    const { id, address, link } = await invited();
    await office.anna.command('appointment.changeTimes', {
      aggregateId: id,
      startDate: '2031-03-04T11:00:00',
      endDate: '2031-03-04T12:00:00',
    });
    // Until they hear of it they answer to what the page says.
    expect((await office.get(link)).text).toContain('11:00');
    await gathered(id);
    const newer = await linkTo(address, 2);
    expect((await office.get(link)).status).toBe(404);
    expect((await office.get(newer)).status).toBe(200);
    const { ownerPool } = office.server.platform.database;
    await ownerPool.query(
      "update appointment set starts_local = '2021-03-04T11:00:00', ends_local = '2021-03-04T12:00:00' where appointment_id = $1",
      [numberOf(id)],
    );
    const over = await office.get(newer);
    expect(over.status).toBe(404);
    expect(over.text).not.toContain('Wartung');
    expect((await office.post(newer, { answer: 'accepted', sequence: '1' })).status).toBe(404);
    const nobody = await office.get(`/book/nordwerk/answer/${'x'.repeat(43)}`);
    expect([nobody.status, nobody.text]).toEqual([404, over.text]);
  });

  test('is nothing any more for who was taken out', async () => {
    const { id, link } = await invited();
    await office.anna.command('appointment.editSingle', { aggregateId: id, participants: [] });
    expect((await office.get(link)).status).toBe(404);
  });

  test('is kept by its hash alone, also while its mail waits', async () => {
    const { link } = await invited();
    const token = link.split('/').at(-1) ?? '';
    const { ownerPool } = office.server.platform.database;
    const { rows } = await ownerPool.query('select token_hash from appointment_guest_link');
    const hash = createHash('sha256').update(token).digest('hex');
    expect(rows.map((row: { token_hash: Buffer | null }) => row.token_hash?.toString('hex'))).toContain(hash);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(office.logged.join('')).not.toContain(token);
  });
});
