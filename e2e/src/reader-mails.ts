import { drawPng } from '../../server/src/demo/pictures.ts';
import { pdf } from '../../server/src/demo/files.ts';
import { rawMail } from '../../server/src/modules/mail/testing/factory.ts';

/** The mailbox that the mails of the reader's journeys come to. */
export const ADDRESS = 'werkstatt@nordwerk.example';

interface File {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** A mail with files of any kind. */
function withFiles(subject: string, files: readonly File[]): string {
  const boundary = 'zwischen-den-teilen';
  const parts = files.map(
    ({ name, type, bytes }) =>
      `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`,
  );
  return [
    'From: Paul Neumann <paul.neumann@werft.example>',
    `To: ${ADDRESS}`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${subject.replaceAll(' ', '')}@werft.example>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary=${boundary}`,
    '',
    `--${boundary}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nAnbei die Unterlagen.`,
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--\r\n`,
  ].join('\r\n');
}

const calendar = (): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Werft//DE',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:montage-3@werft.example',
    'DTSTAMP:20261120T080000Z',
    'DTSTART:20261130T080000Z',
    'DTEND:20261130T100000Z',
    'SUMMARY:Montage Werft 3',
    'LOCATION:Halle 2',
    'RRULE:FREQ=WEEKLY;UNTIL=20261221T080000Z',
    'ORGANIZER;CN=Paul Neumann:mailto:paul.neumann@werft.example',
    `ATTENDEE;CN=Werkstatt;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${ADDRESS}`,
    'ATTENDEE;CN=Jan Petersen;PARTSTAT=ACCEPTED:mailto:jan@werft.example',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const invitation = (): string =>
  [
    'From: Paul Neumann <paul.neumann@werft.example>',
    `To: ${ADDRESS}`,
    'Subject: Einladung zur Montage',
    `Date: ${new Date().toUTCString()}`,
    'Message-ID: <einladung@werft.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=teil',
    '',
    '--teil\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nWir bitten um Zusage.',
    `--teil\r\nContent-Type: text/calendar; charset=utf-8; method=REQUEST\r\n\r\n${calendar()}`,
    '--teil--\r\n',
  ].join('\r\n');

const CARD = Buffer.from(
  'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Paul Neumann\r\nORG:Werft\r\nTEL:+49 40 555 0101\r\nEMAIL:paul.neumann@werft.example\r\nEND:VCARD\r\n',
);

/** A thread of ten, a mail with a file of each kind, an invitation, and one of a mailing list. */
export function readerMails(): readonly string[] {
  /** The newest of all that is listed, at any time of day: what is further down is not drawn. */
  const before = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
  const names = ['Paul Neumann', 'Jan Petersen'];
  const replies = Array.from({ length: 10 }, (_, n) =>
    rawMail({
      to: ADDRESS,
      from: `${names[n % 2]} <person${n % 2}@werft.example>`,
      subject: n === 0 ? 'Ventil für Halle 2' : 'AW: Ventil für Halle 2',
      messageId: `ventil-${n}@werft.example`,
      date: before(30 - n),
      ...(n === 0
        ? {}
        : { headers: `In-Reply-To: <ventil-${n - 1}@werft.example>\nReferences: <ventil-0@werft.example>` }),
      html: `<p>Nachricht ${n} zum Ventil.</p>`,
    }),
  );
  const inner = rawMail({ subject: 'Innere E-Mail', html: '<p>Im Inneren.</p>' });
  const files: File[] = [
    { name: 'Foto.png', type: 'image/png', bytes: drawPng('trend') },
    {
      name: 'Plan.pdf',
      type: 'application/pdf',
      bytes: Buffer.from(pdf('Plan.pdf', 'Plan der Halle', 'Erste Zeile', 'Ventil steht links').make(new Date())),
    },
    { name: 'Liste.txt', type: 'text/plain', bytes: Buffer.from('Schraube;12\nMutter;24\n') },
    { name: 'Weiter.eml', type: 'message/rfc822', bytes: Buffer.from(inner) },
    { name: 'Termin.ics', type: 'text/calendar', bytes: Buffer.from(calendar()) },
    { name: 'Paul.vcf', type: 'text/vcard', bytes: CARD },
    { name: 'Ton.mp3', type: 'audio/mpeg', bytes: Buffer.from('ID3') },
  ];
  const letter = rawMail({
    to: ADDRESS,
    subject: 'Neues vom Händler',
    from: 'Händler <neues@liste.example>',
    headers: 'List-Unsubscribe: <https://liste.example/raus?wer=7>',
    html: '<p>Sonderangebot.</p>',
  });
  return [...replies, withFiles('Unterlagen zur Halle', files), invitation(), letter];
}
