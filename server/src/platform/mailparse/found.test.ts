import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCalendar } from './calendar.ts';
import { readContacts } from './contacts.ts';
import { MailParser } from './pool.ts';
import { signedPart } from './signed-part.ts';
import { packTnef } from './testing/tnef.ts';
import { readTnef } from './tnef.ts';
import { readUnsubscribe } from './unsubscribe.ts';

const parser = new MailParser({ processes: 2 });
afterAll(() => parser.close());

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));
const lines = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'));
async function parsed(raw: Uint8Array) {
  const outcome = await parser.parse(raw);
  if (!outcome.ok) throw new Error(`${outcome.reason} ${outcome.detail}`);
  return outcome.mail;
}

describe('what a header offers to be left alone', () => {
  it.each([
    [
      '<https://a.example/x>',
      'List-Unsubscribe=One-Click',
      { url: 'https://a.example/x', mailto: null, oneClick: true },
    ],
    ['<https://a.example/x>', undefined, { url: 'https://a.example/x', mailto: null, oneClick: false }],
    [
      '<http://a.example/x>',
      'List-Unsubscribe=One-Click',
      { url: 'http://a.example/x', mailto: null, oneClick: false },
    ],
    [
      '<mailto:ab@a.example?subject=weg%20damit&cc=x@b.example>, <https://a.example/\n x>',
      undefined,
      {
        url: 'https://a.example/x',
        mailto: { address: 'ab@a.example', subject: 'weg damit', body: '' },
        oneClick: false,
      },
    ],
    ['<mailto:a@x.example,b@x.example>', undefined, null],
    ['<mailto:a@x.example%0d%0aBcc:%20b@x.example>', undefined, null],
    ['<javascript:alert(1)>, <ftp://a.example/x>', undefined, null],
    ['<https://user:secret@a.example/>', undefined, null],
    [`<https://a.example/${'x'.repeat(5000)}>`, undefined, null],
    ['https://a.example/x', undefined, null],
    [undefined, undefined, null],
  ])('%s, %s', (field, post, offer) => {
    expect(readUnsubscribe(field, post)).toEqual(offer);
  });
});

const event = (more: string) =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:montage@werft\nDTSTAMP:20261101T000000Z\nSUMMARY:Montage\\, Werft 3\nSEQUENCE:2\nORGANIZER;CN="Neumann, Paul":mailto:paul@werft.example\nATTENDEE;PARTSTAT=ACCEPTED;ROLE=OPT-PARTICIPANT;CN=Ben:MAILTO:ben@nordwerk.example\nATTENDEE:mailto:info@nordwerk.example\n${more}\nEND:VEVENT\nEND:VCALENDAR\n`;

describe('an appointment', () => {
  it.each([
    [
      'in a zone that Windows knows',
      'DTSTART;TZID="W. Europe Standard Time":20261130T090000\nDTEND;TZID=America/New_York:20261130T050000\nRRULE:FREQ=WEEKLY;UNTIL=20261221T080000Z',
      {
        startDate: '2026-11-30T08:00:00.000Z',
        endDate: '2026-11-30T10:00:00.000Z',
        timeZone: 'Europe/Berlin',
        isZoneKnown: true,
        allDay: false,
        repeats: 'FREQ=WEEKLY;UNTIL=20261221T080000Z',
      },
    ],
    [
      'of days',
      'DTSTART;VALUE=DATE:20261130\nDURATION:P2D',
      { startDate: '2026-11-30', endDate: '2026-12-02', allDay: true, isZoneKnown: true, repeats: null },
    ],
    [
      'in universal time',
      'DTSTART:20261130T080000Z',
      { startDate: '2026-11-30T08:00:00.000Z', endDate: null, timeZone: 'UTC', isZoneKnown: true },
    ],
    [
      'in a zone that nobody knows',
      'DTSTART;TZID=Mars:20261130T090000\nRECURRENCE-ID;TZID=Mars:20261129T090000',
      { startDate: '2026-11-30T09:00:00', timeZone: 'Mars', isZoneKnown: false, recurrence: '20261129T090000' },
    ],
  ])('%s', (_what, more, expected) => {
    const { hasMethod, events } = readCalendar(event(more));
    expect(hasMethod).toBe(true);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      uid: 'montage@werft',
      method: 'REQUEST',
      title: 'Montage, Werft 3',
      sequence: 2,
      organiser: { address: 'paul@werft.example', name: 'Neumann, Paul' },
      participants: [
        { address: 'ben@nordwerk.example', name: 'Ben', state: 'accepted', isOptional: true },
        { address: 'info@nordwerk.example', state: 'needsAction', isOptional: false },
      ],
      ...expected,
    });
  });

  it('follows the zone that the calendar itself describes', () => {
    const zone =
      'BEGIN:VTIMEZONE\nTZID:Werk\nBEGIN:STANDARD\nDTSTART:16010101T030000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0300\nEND:STANDARD\nEND:VTIMEZONE\n';
    const text = event('DTSTART;TZID=Werk:20261130T090000').replace('BEGIN:VEVENT', `${zone}BEGIN:VEVENT`);
    expect(readCalendar(text).events[0]).toMatchObject({
      startDate: '2026-11-30T06:00:00.000Z',
      timeZone: 'Werk',
      isZoneKnown: true,
    });
  });

  it('that is broken takes no other with it, and none is shown beyond a hundred', () => {
    const good = event('DTSTART:20261130T080000Z').replace(/^[\s\S]*?(?=BEGIN:VEVENT)|END:VCALENDAR\n$/g, '');
    const all = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\nDTSTART:neun Uhr\nEND:VEVENT\n${good.repeat(150)}END:VCALENDAR\n`;
    expect(readCalendar(all).events).toHaveLength(99);
    expect(() => readCalendar('Guten Tag')).toThrow();
  });
});

it('reads the appointments of odd calendars, and ends with what is none', () => {
  const files = JSON.parse(fixture('ical-collective.json').toString()) as Record<string, string>;
  const missing: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const whole = text.replace(/\r?\n[ \t]/g, '');
    const events = whole.match(/^BEGIN:VEVENT\r?\n(?:(?!END:VEVENT)[\s\S])*?^DTSTART[^\n]*:\d{8}(?:T\d{6}Z?)?\r?$/gim);
    try {
      if (readCalendar(text).events.length < (events?.length ?? 0)) missing.push(name);
    } catch {
      if (/^(?:\ufeff)?\s*BEGIN:VCALENDAR/.test(text)) missing.push(name);
    }
  }
  expect(missing).toEqual([]);
});

it('reads people of all forms of contact files', () => {
  const cards = [
    'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=\n=C3=B6rg\nTEL;HOME:+49 40 1\nTEL;WORK:+49 40 2\nEND:VCARD',
    'BEGIN:VCARD\nVERSION:4.0\nFN:Anna Berger\nORG:Werft\\, Nord;Einkauf\nEMAIL;TYPE=work:anna@werft.example\nitem1.ADR:;;Am Kai 3;Hamburg;;20457;Deutschland\nBDAY:19800102\nNOTE:Eine\\nZeile\nEND:VCARD',
    'BEGIN:VCARD\nORG:Nur Firma\nEND:VCARD',
  ];
  expect(readContacts(cards.join('\n'))).toEqual([
    {
      name: 'Jörg Müller',
      organisation: '',
      emails: [],
      phones: ['+49 40 1', '+49 40 2'],
      addresses: [],
      birthday: '',
      note: '',
    },
    {
      name: 'Anna Berger',
      organisation: 'Werft, Nord, Einkauf',
      emails: ['anna@werft.example'],
      phones: [],
      addresses: ['Am Kai 3, Hamburg, 20457, Deutschland'],
      birthday: '19800102',
      note: 'Eine\nZeile',
    },
    { name: 'Nur Firma', organisation: 'Nur Firma', emails: [], phones: [], addresses: [], birthday: '', note: '' },
  ]);
  expect(() => readContacts('Guten Tag')).toThrow();
});

describe('what Outlook packs', () => {
  const packed = packTnef({
    html: '<p>Aus Outlook</p>',
    files: [
      { title: 'LIEFER~1.PDF', longName: 'Lieferschein Mai.pdf', bytes: Buffer.from('%PDF-1.4') },
      { title: 'b.txt', bytes: Buffer.from('B') },
    ],
  });

  it('comes out with its names', () => {
    expect(readTnef(packed)).toMatchObject({
      html: '<p>Aus Outlook</p>',
      files: [{ filename: 'Lieferschein Mai.pdf', bytes: Buffer.from('%PDF-1.4') }, { filename: 'b.txt' }],
    });
    expect(readTnef(Buffer.from('Guten Tag, dies ist kein TNEF.'))).toBeUndefined();
  });

  it('never breaks the reader, wherever it is cut or changed', () => {
    for (let end = 0; end < packed.length; end += 1) readTnef(packed.subarray(0, end));
    for (let at = 6; at < packed.length; at += 1) {
      const changed = Buffer.from(packed);
      changed[at] = 0xff;
      readTnef(changed);
    }
  });

  it('takes the place of the file, behind all others', async () => {
    const raw = lines(
      `From: a@b.example\nSubject: Gepackt\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n${packed.toString('base64')}\n--b\nContent-Type: text/x-log; name=z.log\nContent-Disposition: attachment\n\nz\n--b--\n`,
    );
    const { attachments, html } = await parsed(raw);
    expect(attachments.map(({ part, storageKey, filename }) => [part, storageKey, filename])).toEqual([
      [1, null, 'z.log'],
      [2, '0.0', 'Lieferschein Mai.pdf'],
      [3, '0.1', 'b.txt'],
    ]);
    expect(html).toContain('Aus Outlook');
  });
});

describe('a signed mail', () => {
  it('is found with the bytes that were signed, however its lines end', async () => {
    const raw = fixture('smime/signed.eml');
    const body =
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\nGuten Tag,\r\n\r\ndas ist unterschrieben.\r\n';
    const bare = Buffer.from(raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    for (const bytes of [raw, bare]) {
      const part = signedPart(bytes);
      expect(part?.kind).toBe('detached');
      expect(Buffer.from(part?.content ?? []).toString()).toBe(body);
      expect(part?.signature[0]).toBe(0x30);
    }
    expect((await parsed(raw)).signed).toBe('detached');
  });

  it('is read where its content lies in the signature', async () => {
    const mail = await parsed(fixture('smime/opaque.eml'));
    expect(mail).toMatchObject({ signed: 'opaque', subject: 'Eingepackt', attachments: [] });
    expect(mail.text).toContain('das ist unterschrieben');
  });

  it('is none where it is only like one', async () => {
    for (const text of [
      'Content-Type: multipart/signed; boundary=b\n\n--b\n\nx\n--b\n\ny\n--b--\n',
      'Content-Type: multipart/signed; protocol="application/pkcs7-signature"\n\nx',
      'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=b\n\n--b\n\nx',
      'Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nx',
    ])
      expect(signedPart(lines(text))).toBeUndefined();
  });
});

it('reads an invitation and a report of delivery, and leaves a calendar that asks for nothing alone', async () => {
  const calendar = (text: string) =>
    parsed(lines(`From: a@b.example\nContent-Type: text/calendar; method=REQUEST; charset=utf-8\n\n${text}`));
  expect((await calendar(event('DTSTART:20261130T080000Z'))).invitation).toMatchObject({ uid: 'montage@werft' });
  const plain = event('DTSTART:20261130T080000Z').replace('METHOD:REQUEST\n', '');
  expect((await calendar(plain)).invitation).toBeNull();
  const report = await parsed(
    lines(
      `From: mailer-daemon@x.example\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nNicht zugestellt.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\nOriginal-Envelope-Id: abc\n\nFinal-Recipient: rfc822; paul@werft.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n unknown\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <1@nordwerk.example>\nX-Kontor-Ref: ${'f0'.repeat(16)}\n\nHallo\n--b--\n`,
    ),
  );
  expect(report.report).toEqual({
    envelopeId: 'abc',
    messageId: '1@nordwerk.example',
    reference: 'f0'.repeat(16),
    receivers: [{ address: 'paul@werft.example', action: 'failed', answer: '5.1.1 550 5.1.1 unknown' }],
  });
});
