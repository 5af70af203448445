/** Attachments of the demo's mails: real small documents, made when the mail's date is known. */
import { crc32, deflateRawSync } from 'node:zlib';
import { fillDates, later } from './calendar.ts';
import { drawJpeg, drawPng, type Picture } from './pictures.ts';

export interface DemoFile {
  name: string;
  type: string;
  inline: boolean;
  make(date: Date): Buffer;
}

function textFile(name: string, type: string, write: (date: Date) => string): DemoFile {
  return { name, type, inline: false, make: (date) => Buffer.from(write(date), 'utf8') };
}

/** A4 with a heading and lines; a line "---" draws a rule, "a ;; b" sets b into the right column. */
function drawPdf(title: string, lines: string[]): Buffer {
  const literal = (text: string): string =>
    text
      .replace(/[\\()]/g, '\\$&')
      .replaceAll('€', '\x80')
      .replaceAll('–', '\x96');
  const page: string[] = [`BT /F2 15 Tf 56 780 Td (${literal(title)}) Tj ET`];
  let y = 748;
  for (const line of lines) {
    if (line === '---') {
      page.push(`0.5 w 56 ${y + 4} m 540 ${y + 4} l S`);
    } else {
      const [left = '', right] = line.split(';;').map((part) => part.trim());
      page.push(`BT /F1 10 Tf 56 ${y} Td (${literal(left)}) Tj ET`);
      if (right) page.push(`BT /F1 10 Tf 400 ${y} Td (${literal(right)}) Tj ET`);
    }
    y -= 16;
  }
  const content = page.join('\n');
  const font = (name: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let document = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = document.length;
    document += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = document.length;
  document += `xref\n0 7\n0000000000 65535 f \n${table}trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(document, 'latin1');
}

export function pdf(name: string, title: string, ...lines: string[]): DemoFile {
  return {
    name,
    type: 'application/pdf',
    inline: false,
    make: (date) =>
      drawPdf(
        fillDates(title, date),
        lines.map((line) => fillDates(line, date)),
      ),
  };
}

function zip(entries: [string, string][]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of entries) {
    const data = Buffer.from(text, 'utf8');
    const packed = deflateRawSync(data);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x0800, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(0x5a210000, 6);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(path), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, Buffer.from(path)]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const schemas = 'http://schemas.openxmlformats.org';

function officePackage(main: string, mainType: string, extra: [string, string][], overrides: string): Buffer {
  return zip([
    [
      '[Content_Types].xml',
      `${prolog}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${mainType}.main+xml"/>${overrides}</Types>`,
    ],
    [
      '_rels/.rels',
      `${prolog}<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${schemas}/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    ],
    ...extra,
  ]);
}

export function docx(name: string, ...paragraphs: string[]): DemoFile {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  return {
    name,
    type,
    inline: false,
    make(date) {
      const body = paragraphs.map((text) => `<w:p><w:r><w:t>${xml(fillDates(text, date))}</w:t></w:r></w:p>`).join('');
      const document = `${prolog}<w:document xmlns:w="${schemas}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
      return officePackage('word/document.xml', 'wordprocessingml.document', [['word/document.xml', document]], '');
    },
  };
}

export function xlsx(name: string, sheet: string, ...rows: (string | number)[][]): DemoFile {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return {
    name,
    type,
    inline: false,
    make(date) {
      const data = rows.map((row) => {
        const cells = row.map((cell) =>
          typeof cell === 'number'
            ? `<c><v>${cell}</v></c>`
            : `<c t="inlineStr"><is><t>${xml(fillDates(cell, date))}</t></is></c>`,
        );
        return `<row>${cells.join('')}</row>`;
      });
      const relations = `${schemas}/officeDocument/2006/relationships`;
      return officePackage(
        'xl/workbook.xml',
        'spreadsheetml.sheet',
        [
          [
            'xl/workbook.xml',
            `${prolog}<workbook xmlns="${schemas}/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets><sheet name="${xml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
          ],
          [
            'xl/_rels/workbook.xml.rels',
            `${prolog}<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
          ],
          [
            'xl/worksheets/sheet1.xml',
            `${prolog}<worksheet xmlns="${schemas}/spreadsheetml/2006/main"><sheetData>${data.join('')}</sheetData></worksheet>`,
          ],
        ],
        '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>',
      );
    },
  };
}

/** Rows separated by line breaks, as German spreadsheets write them: semicolons and a BOM. */
function csv(name: string, rows: string): DemoFile {
  return textFile(name, 'text/csv', (date) => `\uFEFF${fillDates(rows.trim(), date).replaceAll('\n', '\r\n')}\r\n`);
}

interface Appointment {
  summary: string;
  location: string;
  organizer: string;
  attendees: string[];
  /** Working days after the mail. */
  inDays: number;
  start: string;
  end: string;
  notes?: string;
}

const icsTime = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');
const icsText = (text: string): string => text.replace(/[,;\\]/g, '\\$&').replaceAll('\n', '\\n');

function fold(line: string): string {
  return (line.match(/.{1,60}/gu) ?? []).join('\r\n ');
}

function invitation(name: string, event: Appointment): DemoFile {
  return textFile(name, 'text/calendar; charset=utf-8; method=REQUEST', (date) => {
    const start = later(date, event.inDays, event.start);
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Terminplaner//DE',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      `UID:${icsTime(start)}-${crc32(event.summary).toString(16)}@kalender.example`,
      `DTSTAMP:${icsTime(date)}`,
      `DTSTART:${icsTime(start)}`,
      `DTEND:${icsTime(later(date, event.inDays, event.end))}`,
      `SUMMARY:${icsText(fillDates(event.summary, date))}`,
      `LOCATION:${icsText(event.location)}`,
      ...(event.notes ? [`DESCRIPTION:${icsText(fillDates(event.notes, date))}`] : []),
      `ORGANIZER:mailto:${event.organizer}`,
      ...event.attendees.map(
        (attendee) => `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${attendee}`,
      ),
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    return `${lines.map(fold).join('\r\n')}\r\n`;
  });
}

function vcard(
  name: string,
  given: string,
  family: string,
  firm: string,
  role: string,
  phone: string,
  mail: string,
): DemoFile {
  return textFile(name, 'text/vcard; charset=utf-8', () =>
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      `N:${family};${given};;;`,
      `FN:${given} ${family}`,
      `ORG:${firm}`,
      `TITLE:${role}`,
      `TEL;TYPE=WORK,VOICE:${phone}`,
      `EMAIL;TYPE=INTERNET:${mail}`,
      'END:VCARD',
      '',
    ].join('\r\n'),
  );
}

export function plain(name: string, text: string): DemoFile {
  return textFile(
    name,
    'text/plain; charset=utf-8',
    (date) => `${fillDates(text.trim(), date).replaceAll('\n', '\r\n')}\r\n`,
  );
}

/** A picture as attachment; its name decides between photo (.jpg) and drawing (.png). */
export function picture(name: string, what: Picture): DemoFile {
  const photo = name.endsWith('.jpg');
  return {
    name,
    type: photo ? 'image/jpeg' : 'image/png',
    inline: false,
    make: () => (photo ? drawJpeg(what) : drawPng(what)),
  };
}

/** A picture shown within the HTML body. */
function inlinePicture(name: string, what: Picture): DemoFile {
  return { ...picture(name, what), inline: true };
}

/** A whole mail attached, as clients do with "forward as attachment". */
function attachedMail(name: string, headers: string, body: string): DemoFile {
  return {
    name,
    type: 'message/rfc822',
    inline: false,
    make(date) {
      const text = Buffer.from(fillDates(body.trim(), date)).toString('base64').replace(/.{76}/g, '$&\r\n');
      const head = fillDates(headers.trim(), date).replaceAll('\n', '\r\n');
      return Buffer.from(
        `${head}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${text}\r\n`,
      );
    },
  };
}

/** What a letter may name to have a file made. */
export const MAKERS = {
  pdf,
  docx,
  xlsx,
  csv,
  plain,
  picture,
  inlinePicture,
  vcard,
  invitation,
  attachedMail,
};
