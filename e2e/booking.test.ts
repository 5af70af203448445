// Covers: appointment
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import PostalMime from 'postal-mime';
import type { Appointment, AppointmentDetail } from '@kontor/contract/appointment';
import { hashToken } from '../server/src/modules/appointment/guest-tokens.ts';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD } from './src/begun.ts';
import { DESKTOP, PHONE, findBrowser, openBrowser, openSession, type BrowserSession } from './src/browser.ts';
import { openKontor, type Kontor } from './src/kontor.ts';
import { MailCatcher } from './src/mail-catcher.ts';
import { clean } from './src/records.ts';

const MAX_MS = 60_000;
/** A day on which the demo has nothing, within those that the page offers. */
const DAY = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 40 }).toString();
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

describe.skipIf(findBrowser() === undefined)('a booking page, without script', () => {
  let catcher: MailCatcher;
  let kontor: Kontor;
  let anna: TestClient;
  let address: string;
  let guest: BrowserSession;
  let looker: BrowserSession;

  beforeAll(async () => {
    catcher = await MailCatcher.start();
    kontor = await openKontor({ KONTOR_MAIL_URL: catcher.url, KONTOR_MAIL_FROM: 'kontor@nordwerk.example' });
    anna = await new TestClient(kontor.address, 'demo').signIn('anna', DEMO_PASSWORD);
    const { slug } = await anna.command<{ slug: string }>('appointment.saveBookingPage', {
      title: 'Beratung',
      text: 'Wir sprechen über Ihr Vorhaben.',
      location: 'Werft Neumann, Halle 2',
      hours: WEEKDAYS.map((weekday) => ({ weekday, from: '09:00', to: '12:00' })),
      durations: [30, 60],
      daysAhead: 60,
    });
    address = `${kontor.address}/book/demo/${slug}`;
    looker = await openSession(await openBrowser(), 'about:blank');
    guest = await openSession(await openBrowser(), `${address}?day=${DAY}`, { ...DESKTOP, javaScriptEnabled: false });
  });
  afterAll(async () => {
    await Promise.all([guest?.close(), looker?.close()]);
    await kontor?.close();
    await catcher?.close();
  });

  /** Looks at what somebody without script sees: what looks for barriers is a script itself. */
  async function look({ page }: BrowserSession, name: string): Promise<void> {
    const size = page.viewportSize();
    if (size !== null) await looker.page.setViewportSize(size);
    await looker.page.setContent(await page.content());
    await clean(looker.page, name);
  }
  const slots = ({ page }: BrowserSession) => page.getByRole('group', { name: /^(Uhrzeit|Time)/ }).getByRole('radio');
  /** The link of a page of ours in the last mail to somebody, once there are so many mails. */
  async function linkIn(to: string, mails: number): Promise<string> {
    await expect.poll(() => catcher.to(to).length, { timeout: MAX_MS }).toBe(mails);
    const { text } = await PostalMime.parse(catcher.to(to).at(-1) ?? Buffer.alloc(0));
    return (
      /https?:\/\/\S+\/book\/demo\/\w+\/\S+/.exec(text ?? '')?.[0].replace(/^https?:\/\/[^/]+/, kontor.address) ?? ''
    );
  }
  async function fill({ page }: BrowserSession, words: Record<string, string>): Promise<void> {
    for (const [label, text] of Object.entries(words)) await page.getByLabel(label).fill(text);
  }

  test('offers days, durations and times, and says beside each field what is wrong with it', async () => {
    const { page } = guest;
    await page.getByRole('heading', { name: 'Beratung' }).waitFor();
    expect(await slots(guest).count()).toBe(6);
    await look(guest, 'booking');
    await page.getByRole('link', { name: '60 Minuten' }).click();
    expect(await slots(guest).count()).toBe(5);
    // By keys alone, as with a screen reader.
    await slots(guest).first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await slots(guest).nth(1).isChecked()).toBe(true);
    await fill(guest, { 'Ihr Name': ' ', 'Ihre E-Mail-Adresse': 'gerda@kunde', 'Nachricht (freiwillig)': 'Bis dann' });
    await page.getByRole('button', { name: 'Termin anfragen' }).press('Enter');
    await page.getByText(/Bitte nennen Sie Ihren Namen/).waitFor();
    expect(await page.getByLabel('Nachricht (freiwillig)').inputValue()).toBe('Bis dann');
    expect(await slots(guest).nth(1).isChecked()).toBe(true);
    await look(guest, 'booking-wrong');
  });

  test('holds what somebody has chosen, and makes it an appointment by the link of a mail', async () => {
    const { page } = guest;
    await fill(guest, { 'Ihr Name': 'Gerda Gast', 'Ihre E-Mail-Adresse': 'gerda@kunde.example' });
    await page.getByRole('button', { name: 'Termin anfragen' }).click();
    await page.getByRole('heading', { name: 'Bitte bestätigen Sie Ihren Termin' }).waitFor();
    await look(guest, 'booking-sent');
    // Nobody else is offered it meanwhile.
    const options = { ...PHONE, locale: 'en-US', colorScheme: 'dark', javaScriptEnabled: false } as const;
    const other = await openSession(await openBrowser(), `${address}?day=${DAY}&minutes=60`, options);
    await other.page.getByRole('heading', { name: 'Beratung' }).waitFor();
    expect(await slots(other).count()).toBe(2);
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await look(other, 'booking-phone');
    await other.close();

    await page.goto(await linkIn('gerda@kunde.example', 1));
    await look(guest, 'booking-confirm');
    await page.getByRole('button', { name: 'Termin verbindlich buchen' }).click();
    await page.getByRole('heading', { name: 'Ihr Termin ist gebucht' }).waitFor();
    await look(guest, 'booking-booked');
    const made = () =>
      anna.query<Appointment[]>('appointment.calendar', { calendar: 1, startingDate: DAY, endingDate: DAY });
    expect((await made()).map(({ startDate }) => startDate)).toEqual([`${DAY}T09:30:00`]);

    await page.goto(await linkIn('gerda@kunde.example', 2));
    await look(guest, 'booking-cancel');
    await page.getByRole('button', { name: /absagen/i }).click();
    await look(guest, 'booking-cancelled');
    expect(await made()).toEqual([]);
  });

  test('takes three of one address until they are confirmed, and what is gone meanwhile is said', async () => {
    const { page } = guest;
    const take = async (index: number): Promise<void> => {
      await page.goto(`${address}?day=${DAY}&minutes=30`);
      await slots(guest).nth(index).check();
      await fill(guest, { 'Ihr Name': 'Otto', 'Ihre E-Mail-Adresse': 'otto@kunde.example' });
      await page.getByRole('button', { name: 'Termin anfragen' }).click();
    };
    for (let held = 0; held < 3; held += 1) {
      await take(0);
      await page.getByRole('heading', { name: 'Bitte bestätigen Sie Ihren Termin' }).waitFor();
    }
    await take(0);
    await page
      .getByRole('alert')
      .getByText(/schon drei Termine/)
      .waitFor();
    await look(guest, 'booking-many');

    await page.goto(`${address}?day=${DAY}&minutes=30`);
    const left = await slots(guest).count();
    await slots(guest).first().check();
    await fill(guest, { 'Ihr Name': 'Ute', 'Ihre E-Mail-Adresse': 'ute@kunde.example' });
    await anna.command('appointment.create', {
      title: 'Dazwischen',
      startDate: `${DAY}T10:00:00`,
      endDate: `${DAY}T12:00:00`,
      accepted: true,
    });
    await page.getByRole('button', { name: 'Termin anfragen' }).click();
    await page
      .getByText(/An diesem Tag ist nichts mehr frei|Diese Zeit ist nicht mehr frei/)
      .first()
      .waitFor();
    expect(left).toBeGreaterThan(0);
    await look(guest, 'booking-gone');
  });

  test('an invitation is answered by its link', async () => {
    const { page } = guest;
    const { aggregateId } = await anna.command<{ aggregateId: string }>('appointment.create', {
      title: 'Wartung mit Gast',
      location: 'Halle 2',
      startDate: `${DAY}T14:00:00`,
      endDate: `${DAY}T15:00:00`,
      participants: [{ address: 'gast@kunde.example', name: 'Gerda Gast' }],
    });
    const details = () => anna.query<AppointmentDetail>('appointment.details', { aggregateId });
    const guestIn = ({ participants }: AppointmentDetail) => participants.find(({ address: to }) => to !== '');
    const { entryId } = JSON.parse(aggregateId) as { entryId: number };
    // As its mail would have brought it, which is gathered for half a minute first.
    await kontor.platform.database.ownerPool.query(
      `insert into appointment_guest_link (instance_id, appointment_id, member_id, token_hash)
        select instance_id, appointment_id, $2, $3 from appointment where appointment_id = $1`,
      [entryId, guestIn(await details())?.memberId, hashToken('t'.repeat(43))],
    );
    await page.goto(`${kontor.address}/book/demo/answer/${'t'.repeat(43)}`);
    await page.getByRole('heading', { name: 'Wartung mit Gast' }).waitFor();
    await look(guest, 'answer');
    await page.getByRole('radio').first().check();
    await page.getByRole('textbox').fill('Gern');
    await page.getByRole('button').click();
    await page.getByRole('link', { name: /./ }).first().waitFor();
    await look(guest, 'answered');
    expect(guestIn(await details())).toMatchObject({ state: 'accepted', comment: 'Gern' });
  });

  test('an address that is none says so', async () => {
    const { page } = guest;
    await page.goto(`${kontor.address}/book/demo/nichtda`);
    await page.getByRole('heading', { name: 'Diese Seite gibt es nicht' }).waitFor();
    await look(guest, 'booking-none');
  });
});
