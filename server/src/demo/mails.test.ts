import PostalMime, { type Email } from 'postal-mime';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoMails, type DemoMail } from './mails.ts';

const day = 24 * 60 * 60 * 1000;
const now = new Date('2026-11-19T13:40:00Z');

interface Parsed {
  mail: DemoMail;
  email: Email;
}

let parsed: Parsed[] = [];

const count = (matches: (entry: Parsed) => boolean): number => parsed.filter(matches).length;
const header = (email: Email, name: string): string | undefined => email.headers.find(({ key }) => key === name)?.value;

/** Everything a reader or a link could show, attachments as they are stored. */
function contents({ email }: Parsed): string {
  const headers = email.headers.map(({ key, value }) => `${key}: ${value}`);
  const files = email.attachments.map(({ content }) =>
    typeof content === 'string' ? content : new TextDecoder('latin1').decode(content),
  );
  return [...headers, email.text ?? '', email.html ?? '', ...files].join('\n');
}

beforeAll(async () => {
  const mails = await demoMails(now);
  parsed = await Promise.all(mails.map(async (mail) => ({ mail, email: await PostalMime.parse(mail.raw) })));
});

describe('demo mails', () => {
  test('are as many as a busy month brings, in every mailbox and state', () => {
    expect(parsed.length).toBeGreaterThanOrEqual(300);
    expect(parsed.length).toBeLessThanOrEqual(400);
    for (const mailbox of ['anna', 'ben', 'chris', 'info', 'service']) {
      expect(count(({ mail }) => mail.mailbox === mailbox)).toBeGreaterThan(30);
    }
    expect(count(({ mail }) => mail.folder === 'Sent')).toBeGreaterThan(50);
    expect(count(({ mail }) => mail.status === 'unseen')).toBeGreaterThanOrEqual(50);
    expect(count(({ mail }) => mail.status === 'unseen')).toBeLessThanOrEqual(70);
    expect(count(({ mail }) => mail.status === 'seen')).toBeGreaterThanOrEqual(35);
    expect(count(({ mail }) => mail.status === 'seen')).toBeLessThanOrEqual(50);
  });

  test('are complete: parsed with sender, receiver, subject, body and their own date', () => {
    for (const { mail, email } of parsed) {
      expect(email.from?.address).toContain('@');
      expect(email.to?.length).toBeGreaterThan(0);
      expect(email.subject?.trim()).toBeTruthy();
      expect(`${email.text ?? ''}${email.html ?? ''}`.trim().length).toBeGreaterThan(20);
      expect(new Date(email.date ?? '').getTime()).toBe(Math.floor(mail.date.getTime() / 1000) * 1000);
      expect(`${email.subject} ${email.text ?? ''} ${email.html ?? ''}`).not.toMatch(
        /\{[a-zA-Z]+[+-]?\d*\}|undefined|NaN/,
      );
    }
  });

  test('have CRLF line ends only and lines that fit', () => {
    for (const { mail } of parsed) {
      const raw = mail.raw.toString('latin1');
      expect(raw).not.toMatch(/[^\r]\n|\r[^\n]/);
      expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    }
  });

  test('have unique Message-IDs, and replies point to earlier mails', () => {
    const dates = new Map(parsed.map(({ mail, email }) => [email.messageId, mail.date]));
    expect(dates.size).toBe(parsed.length);
    for (const { mail, email } of parsed) {
      const references = email.references?.split(/\s+/) ?? [];
      if (email.inReplyTo) expect(references.at(-1)).toBe(email.inReplyTo);
      for (const reference of references) {
        expect(dates.get(reference)?.getTime(), `${email.subject}: ${reference}`).toBeLessThan(mail.date.getTime());
      }
    }
  });

  test('form at least forty threads of two to seven mails', () => {
    const threads = new Map<string, number>();
    for (const { email } of parsed) {
      const root = email.references?.split(/\s+/)[0] ?? email.messageId;
      threads.set(root ?? '', (threads.get(root ?? '') ?? 0) + 1);
    }
    const sizes = [...threads.values()].filter((size) => size > 1);
    expect(sizes.length).toBeGreaterThanOrEqual(40);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(7);
  });

  test('bring attachments, inline pictures, newsletters and automatic mails', () => {
    const withFiles = count(({ email }) => email.attachments.some(({ disposition }) => disposition === 'attachment'));
    expect(withFiles).toBeGreaterThanOrEqual(40);
    expect(
      count(({ email }) => email.attachments.some(({ filename }) => /[äöüÄÖÜß]/.test(filename ?? ''))),
    ).toBeGreaterThan(20);
    expect(
      count(({ email }) =>
        email.attachments.some(({ contentId }) => contentId && email.html?.includes(`cid:${contentId.slice(1, -1)}`)),
      ),
    ).toBeGreaterThanOrEqual(4);
    expect(count(({ email }) => header(email, 'list-unsubscribe') !== undefined)).toBe(25);
    expect(count(({ email }) => header(email, 'auto-submitted') === 'auto-replied')).toBeGreaterThanOrEqual(6);
    const types = new Set(parsed.flatMap(({ email }) => email.attachments.map(({ mimeType }) => mimeType)));
    for (const type of [
      'application/pdf',
      'image/png',
      'image/jpeg',
      'text/csv',
      'text/calendar',
      'text/vcard',
      'message/rfc822',
    ]) {
      expect(types).toContain(type);
    }
  });

  test('name no domain outside .example and only numbers reserved for fiction', () => {
    for (const entry of parsed) {
      const text = contents(entry);
      for (const [, domain] of text.matchAll(/(?:https?:\/\/|[\w.+-]@)([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi)) {
        expect(domain).toMatch(/\.example$/);
      }
      for (const [phone] of (entry.email.text ?? '').matchAll(/\b0(?:30|40|171) \d{5}/g)) {
        expect(['030 23125', '040 66969', '0171 39200']).toContain(phone);
      }
    }
  });

  test('are the same for the same now', async () => {
    const again = await demoMails(new Date(now));
    expect(again.map(({ raw }) => raw.toString('latin1'))).toEqual(
      parsed.map(({ mail }) => mail.raw.toString('latin1')),
    );
  });
});

test.each([
  '2026-11-19T13:40:00Z',
  '2026-11-21T03:00:00Z',
  '2026-11-23T07:55:00Z',
  '2026-11-23T08:35:00Z',
  '2026-03-30T22:30:00Z',
  '2027-01-01T00:05:00Z',
])('dates and order fit when it is %s', async (instant) => {
  const at = new Date(instant);
  const mails = await demoMails(at);
  const seen = new Set<string>();
  for (const { date, raw } of mails) {
    expect(date.getTime()).toBeLessThanOrEqual(at.getTime());
    expect(date.getTime()).toBeGreaterThanOrEqual(at.getTime() - 28 * day);
    const head = raw.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
    const parent = /^In-Reply-To:\s*(<.*?>)/im.exec(head)?.[1];
    if (parent) expect(seen).toContain(parent);
    seen.add(/^Message-ID:\s*(<.*?>)/im.exec(head)?.[1] ?? '');
  }
  expect(at.getTime() - (mails.at(-1)?.date.getTime() ?? 0)).toBeLessThan(15 * 60 * 1000);
});
