import { randomUUID } from 'node:crypto';

/** A mail server's report of what became of a mail for one receiver. */
export const report = (
  action: string,
  about: { readonly envelopeId?: string; readonly header?: string; readonly receiver: string },
): string =>
  [
    'From: Mail Delivery System <mailer-daemon@werft.example>',
    'To: anna@nordwerk.example',
    `Subject: Report ${randomUUID()}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${randomUUID()}@werft.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=grenze',
    '',
    '--grenze',
    'Content-Type: text/plain',
    '',
    'It did not work.',
    '--grenze',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.werft.example',
    ...(about.envelopeId === undefined ? [] : [`Original-Envelope-Id: ${about.envelopeId}`]),
    '',
    `Final-Recipient: rfc822; ${about.receiver}`,
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 No such user here',
    '',
    '--grenze',
    'Content-Type: text/rfc822-headers',
    '',
    about.header ?? 'Subject: x',
    '',
    '--grenze--',
    '',
  ].join('\r\n');
