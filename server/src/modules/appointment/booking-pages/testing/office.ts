import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { APPOINTMENT_WEEKDAYS } from '@kontor/contract/appointment';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import { createLogger } from '../../../../platform/log/logger.ts';
import { noteLogged } from '../../../../testing/logged.ts';
import type { TestClient } from '../../../../testing/client.ts';
import { startTestServer } from '../../../../testing/server.ts';

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly replyTo: readonly string[];
  /** What programs with a calendar read of it; empty for none. */
  readonly calendar: string;
}

/** The zone of the instance. */
export const ZONE = 'Europe/Berlin';
/** Every day from nine to twelve. */
export const MORNINGS = APPOINTMENT_WEEKDAYS.map((weekday) => ({ weekday, from: '09:00', to: '12:00' }));
/** A day that lies so many days ahead. */
export const ahead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: ZONE });

/** A server whose mails arrive here, with an instance of three people who have pages. */
export async function openBookingOffice() {
  const mails: Mail[] = [];
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const receive = async () => {
        const parsed = await PostalMime.parse(await buffer(stream), { attachmentEncoding: 'utf8' });
        const { subject = '', attachments, replyTo = [] } = parsed;
        const calendar = attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content ?? '';
        mails.push({
          to: envelope.rcptTo.map(({ address }) => address),
          subject,
          text: parsed.text ?? parsed.html ?? '',
          replyTo: replyTo.flatMap(({ address }) => address ?? []),
          calendar: (typeof calendar === 'string' ? calendar : '').replaceAll(/\r?\n[ \t]/g, ''),
        });
      };
      callbackify(receive)(done);
    },
  });
  relay.listen(0, '127.0.0.1');
  await once(relay.server, 'listening');
  const { port } = relay.server.address() as AddressInfo;
  const logged: string[] = [];
  const log = createLogger('info', 'json', {
    write: (line) => {
      logged.push(line);
      noteLogged(line);
    },
  });
  const server = await startTestServer(
    { KONTOR_MAIL_URL: `smtp://127.0.0.1:${port}`, KONTOR_MAIL_FROM: 'kontor@nordwerk.example' },
    { log },
  );
  const instance = await server.instance('nordwerk');
  const ids = {
    anna: await server.person(instance, 'anna', { isAdministrator: true, email: 'anna@nordwerk.example' }),
    ben: await server.person(instance, 'ben'),
    chris: await server.person(instance, 'chris'),
  };
  const anna = await server.client(instance, 'anna');
  const ben = await server.client(instance, 'ben');

  /** Makes a page that can be booked every morning, for half an hour. Returns its path. */
  const makePage = async (by: TestClient, part: object = {}): Promise<string> => {
    const { slug } = await by.command<{ slug: string }>('appointment.saveBookingPage', {
      title: 'Beratung',
      hours: MORNINGS,
      durations: [60],
      ...part,
    });
    return `/book/nordwerk/${slug}`;
  };
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.base + path, { headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' } as const;
    const response = await fetch(server.base + path, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** The times that a page offers on a day, by its clock. */
  const times = async (path: string, day: string): Promise<readonly string[]> => {
    const { text } = await get(`${path}?day=${day}`);
    const found = [...text.matchAll(/name="slot"\s+value="([^"]+)"/g)].map(([, slot = '']) => slot);
    return found.map((slot) => new Date(slot).toLocaleTimeString('de-DE', { timeZone: ZONE, timeStyle: 'short' }));
  };
  /** The instant of a local time of a day. */
  const instant = (day: string, clock: string): string =>
    Temporal.ZonedDateTime.from(`${day}T${clock}[${ZONE}]`).toInstant().toString({ fractionalSecondDigits: 3 });
  const book = (path: string, day: string, clock: string, part: Record<string, string> = {}) =>
    post(path, {
      lang: 'de',
      day,
      minutes: '60',
      slot: instant(day, clock),
      name: 'Gerda Gast',
      address: 'gerda@kunde.example',
      words: '',
      ...part,
    });
  /** The path of the link in the newest mail to somebody. */
  const linkTo = async (to: string, subject: RegExp): Promise<string> => {
    const find = () => mails.findLast((mail) => mail.to.includes(to) && subject.test(mail.subject));
    await expect.poll(find).toBeDefined();
    return /https?:\/\/[^/]+(\/book\/nordwerk\/\w+\/\S+)/.exec(find()?.text ?? '')?.[1] ?? '';
  };
  return {
    server,
    instance,
    ids,
    anna,
    ben,
    mails,
    /** Lines of the log. */
    logged,
    makePage,
    get,
    post,
    times,
    instant,
    book,
    linkTo,
    /** Has everybody begin to count anew. */
    forgetTries: () => server.platform.database.ownerPool.query('delete from sign_in_try'),
    async close() {
      await server.close();
      await new Promise<void>((resolve) => relay.close(() => resolve()));
    },
  };
}
export type BookingOffice = Awaited<ReturnType<typeof openBookingOffice>>;
