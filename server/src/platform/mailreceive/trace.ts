import type { SMTPServerSession } from 'smtp-server';

/** Two digits of a number. */
const two = (value: number): string => String(value).padStart(2, '0');
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A date as header fields have it (RFC 5322, 3.3), in UTC. */
const headerDate = (date: Date): string =>
  `${DAYS[date.getUTCDay()]}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()} ` +
  `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;

/**
 * The fields that whoever delivers a mail puts before it (RFC 5321, 4.4): who it is returned to, and how it came here.
 * The recipient is named where there is one alone, so that nobody learns of another one's hidden copy.
 */
export function traceFields(
  session: SMTPServerSession,
  { name, date }: { readonly name: string; readonly date: Date },
): string {
  const { mailFrom, rcptTo } = session.envelope;
  const sender = mailFrom === false ? '' : mailFrom.address;
  const peer = session.remoteAddress.includes(':') ? `IPv6:${session.remoteAddress}` : session.remoteAddress;
  const [only, ...others] = rcptTo;
  const target = only !== undefined && others.length === 0 ? `\r\n\tfor <${only.address}>` : '';
  return (
    `Return-Path: <${sender}>\r\n` +
    `Received: from ${session.hostNameAppearsAs} ([${peer}])\r\n` +
    `\tby ${name} with ${session.transmissionType} id ${session.id}.${session.transaction}${target};\r\n` +
    `\t${headerDate(date)}\r\n`
  );
}
