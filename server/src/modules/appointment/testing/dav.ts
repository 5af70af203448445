import { DAVClient } from 'tsdav';
import type { TestClient } from '../../../testing/client.ts';
import { openOffice, type Office } from './fixture.ts';

export type Who = 'anna' | 'ben' | 'chris';
interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** An office whose people have an app password each. */
export async function openDav(name: string) {
  const office = await openOffice(name);
  const passwords = new Map<Who, string>();
  for (const who of ['anna', 'ben', 'chris'] as const) {
    const made = await office[who].command<{ password: string }>('account.createAppPassword', { name: 'Telefon' });
    passwords.set(who, made.password);
  }
  return new DavOffice(office, passwords);
}

/** The same, as programs of others ask it. */
export class DavOffice {
  readonly office: Office;
  readonly #passwords: ReadonlyMap<Who, string>;

  constructor(office: Office, passwords: ReadonlyMap<Who, string>) {
    this.office = office;
    this.#passwords = passwords;
  }

  /** The app password of somebody. */
  passwordOf(who: Who): string {
    return this.#passwords.get(who) ?? '';
  }

  async clientOf(who: Who): Promise<DAVClient> {
    const client = new DAVClient({
      serverUrl: this.office.server.base,
      credentials: { username: who, password: this.passwordOf(who) },
      authMethod: 'Basic',
      defaultAccountType: 'caldav',
    });
    await client.login();
    return client;
  }

  async send(who: Who, method: string, path: string, { headers = {}, body }: Sent = {}) {
    const credentials = Buffer.from(`${who}:${this.#passwords.get(who)}`).toString('base64');
    const answer = await fetch(this.office.server.base + path, {
      method,
      headers: { Authorization: `Basic ${credentials}`, ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
  async statusOf(who: Who, method: string, path: string, sent: Sent = {}): Promise<number> {
    return (await this.send(who, method, path, sent)).status;
  }

  /** Address of something in a calendar, as its reader has it. */
  pathOf(reader: Who, owner: Who = reader, name = ''): string {
    return `/dav/calendars/${this.office.ids[reader]}/${this.office.ids[owner]}/${name}`;
  }

  put(who: Who, path: string, body: string, headers: Record<string, string> = {}) {
    return this.send(who, 'PUT', path, {
      headers: { 'Content-Type': 'text/calendar; charset=utf-8', ...headers },
      body,
    });
  }
  /** A file with its lines unfolded. */
  async get(who: Who, path: string): Promise<string> {
    return (await this.send(who, 'GET', path)).text.replaceAll('\r\n ', '');
  }
}

/** A request with a document. */
export const xml = (body: string, depth = '1'): Sent => ({
  headers: { 'Content-Type': 'application/xml', Depth: depth },
  body,
});

export const event = (uid: string, lines: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//Test//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20310101T000000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
/** One from nine to ten of a day. */
export const simple = (uid: string, title: string, date = '20310310', lines: readonly string[] = []): string =>
  event(uid, [
    `DTSTART;TZID=Europe/Berlin:${date}T090000`,
    `DTEND;TZID=Europe/Berlin:${date}T100000`,
    `SUMMARY:${title}`,
    ...lines,
  ]);

/** Names in a multistatus, with those that are not there any more. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(/<d:response><d:href>[^<]*\/([^</]+)<\/d:href>(<d:status>HTTP\/1\.1 404)?/g)]
    .map(([, name = '', gone]) => (gone === undefined ? name : `${name} gone`))
    .toSorted();

/** What a calendar has in March 2031. */
export const titles = async (by: TestClient, id: number): Promise<string[]> =>
  (
    await by.query<{ title: string }[]>('appointment.calendar', {
      calendar: [id],
      startingDate: '2031-03-01',
      endingDate: '2031-03-31',
    })
  ).map(({ title }) => title);
