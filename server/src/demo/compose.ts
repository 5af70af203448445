/** Builds the raw messages of a story: identities, threads, headers, bodies, attachments. */
import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Calendar } from './calendar.ts';
import { fillDates, headerDate } from './calendar.ts';
import { ownMailboxes, person, type Person, type PersonKey } from './people.ts';
import { bodyHtml, bodyText, page, quote, type Quoted, type Rendered } from './render.ts';
import type { Mailbox, Status, Story, StoryMail } from './story.ts';

interface Written extends Quoted {
  messageId: string;
  references: string[];
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const isOwn = (key: PersonKey): key is Mailbox => ownMailboxes.some((own) => own === key);
const nameAndAddress = ({ name, address }: Person): string => `${name} <${address}>`;
const domainOf = ({ address }: Person): string => address.slice(address.indexOf('@') + 1);

/** A mail between two of us lies with its receiver, every other sent one with its sender. */
function locationOf(mail: StoryMail): { mailbox: Mailbox; folder: 'INBOX' | 'Sent' } {
  const receiver = [...mail.to, ...(mail.cc ?? [])].find(isOwn);
  const mailbox = mail.box ?? receiver ?? (isOwn(mail.from) ? mail.from : 'info');
  return { mailbox, folder: isOwn(mail.from) && mailbox === mail.from ? 'Sent' : 'INBOX' };
}

function identity(seed: string, sender: Person): string {
  const hash = digest(seed);
  const { client } = sender;
  const local =
    client === 'outlook'
      ? hash.slice(0, 32).toUpperCase()
      : client === 'auto'
        ? `${Number.parseInt(hash.slice(0, 10), 16)}.${hash.slice(10, 16)}`
        : hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return `<${local}@${domainOf(sender)}>`;
}

const replyPrefix = /^(Re|AW|WG|Fwd|SV): /;

function subjectOf(mail: StoryMail, sender: Person, story: Story, parent: Written | undefined, date: Date): string {
  if (mail.subject) return fillDates(mail.subject, date);
  if (!parent) return fillDates(story.subject, date);
  const outlook = sender.client === 'outlook' || sender.client === 'html';
  const german = sender.language === 'de' && outlook;
  const prefix = mail.forward ? (german ? 'WG' : 'Fwd') : german ? 'AW' : 'Re';
  return `${prefix}: ${parent.subject.replace(replyPrefix, '')}`;
}

const programs: Record<string, [string, string] | undefined> = {
  outlook: ['X-Mailer', 'Microsoft Outlook 16.0'],
  html: ['X-Mailer', 'Hanse Webmail 4.2'],
  apple: ['X-Mailer', 'Apple Mail (2.3826.300)'],
  text: ['User-Agent', 'Mozilla Thunderbird'],
};

function trace(
  sender: Person,
  mail: StoryMail,
  mailbox: Mailbox,
  date: Date,
  seed: string,
): { key: string; value: string }[] {
  const domain = domainOf(sender);
  const number = Number.parseInt(seed.slice(0, 4), 16);
  const stamp = (seconds: number): string => headerDate(new Date(date.getTime() + seconds * 1000));
  const host = `mail.${domain}`;
  const passed = mail.from === 'phisher' ? 'fail' : 'pass';
  const returnPath = mail.from === 'daemon' ? '<>' : `<${sender.address}>`;
  return [
    { key: 'Return-Path', value: returnPath },
    { key: 'Delivered-To', value: `${mailbox}@brookmann.example` },
    {
      key: 'Received',
      value: `from mx.brookmann.example (mx.brookmann.example [192.0.2.25]) by imap.brookmann.example with LMTP id ${seed.slice(0, 12)}; ${stamp(2)}`,
    },
    {
      key: 'Received',
      value: `from ${host} (${host} [198.51.100.${(number % 250) + 2}]) by mx.brookmann.example with ESMTPS id ${seed.slice(12, 22).toUpperCase()} for <${mailbox}@brookmann.example>; ${stamp(1)}`,
    },
    {
      key: 'Authentication-Results',
      value: `mx.brookmann.example; spf=${passed} smtp.mailfrom=${domain}; dkim=${passed === 'pass' ? 'pass' : 'none'} header.d=${domain}`,
    },
  ];
}

/** The bodies without the quote, for both forms. */
function write(mail: StoryMail, sender: Person, date: Date, cids: Map<string, string>): Rendered {
  const body = fillDates(mail.body, date);
  const signature = mail.unsigned ? [] : sender.signature;
  const dashes = sender.client === 'text' ? '-- \n' : '';
  const text = bodyText(body) + (signature.length ? `\n\n${dashes}${signature.join('\n')}` : '');
  const logo = mail.logo
    ? `<p><img src="cid:${cids.get(mail.logo.name) ?? ''}" alt="Logo" width="160" height="48"></p>`
    : '';
  const signed = signature.length
    ? `\n<p style="color:#555">${bodyHtml(signature.join('\n'), cids).slice(3, -4)}</p>`
    : '';
  return { text, html: bodyHtml(body, cids) + signed + logo };
}

function chooseBodies(mail: StoryMail, sender: Person, whole: Rendered, date: Date): { text?: string; html?: string } {
  if (mail.html !== undefined) {
    const html = fillDates(mail.html, date);
    return mail.body ? { text: `${whole.text}\n`, html } : { html };
  }
  const html = page(whole.html, sender.client);
  if (mail.htmlOnly || sender.client === 'html') return { html };
  const alternative = sender.client === 'outlook' || sender.client === 'apple';
  return alternative ? { text: `${whole.text}\n`, html } : { text: `${whole.text}\n` };
}

export interface Composed {
  mailbox: Mailbox;
  folder: 'INBOX' | 'Sent';
  status: Status;
  raw: Buffer;
  date: Date;
}

export async function composeStory(story: Story, calendar: Calendar): Promise<Composed[]> {
  const written: Written[] = [];
  const result: Composed[] = [];
  for (const [index, mail] of story.mails.entries()) {
    const sender = person(mail.from);
    const seed = digest(`${story.subject}#${index}#${mail.at}`);
    const date = calendar.at(mail.at, Number.parseInt(seed.slice(-4), 16) % 60);
    const parent = mail.answers === 'none' ? undefined : written[mail.answers ?? index - 1];
    const messageId = identity(seed, sender);
    const references = parent ? [...parent.references, parent.messageId] : [];
    const subject = subjectOf(mail, sender, story, parent, date);
    const location = locationOf(mail);
    const files = [...(mail.files ?? []), ...(mail.logo ? [mail.logo] : [])];
    const cids = new Map(
      files
        .filter(({ inline }) => inline)
        .map(({ name }, part) => [name, `bild${part + 1}.${seed.slice(0, 8)}@${domainOf(sender)}`]),
    );
    const own = write(mail, sender, date, cids);
    const quoted =
      parent && !mail.bare
        ? quote(parent, sender.client, sender.language, mail.forward ?? false)
        : { text: '', html: '' };
    const whole = { text: own.text + quoted.text, html: own.html + (quoted.html ? `\n${quoted.html}` : '') };
    const receivers = mail.to.map(person);
    const copies = (mail.cc ?? []).map(person);
    const program = programs[sender.client];
    const composer = new MailComposer({
      from: { name: sender.name, address: sender.address },
      to: receivers.map(({ name, address }) => ({ name, address })),
      cc: copies.map(({ name, address }) => ({ name, address })),
      subject,
      messageId,
      date: headerDate(date),
      ...(parent ? { inReplyTo: parent.messageId, references: references.join(' ') } : {}),
      headers: [
        ...(location.folder === 'INBOX' ? trace(sender, mail, location.mailbox, date, seed) : []),
        ...(program ? [{ key: program[0], value: program[1] }] : []),
        ...Object.entries(mail.headers ?? {}).map(([key, value]) => ({ key, value })),
      ],
      ...chooseBodies(mail, sender, whole, date),
      attachments: files.map((file) => {
        const cid = cids.get(file.name);
        return {
          filename: fillDates(file.name, date),
          contentType: file.type,
          content: file.make(date),
          ...(cid ? { cid } : {}),
          ...(file.type === 'message/rfc822' ? { contentDisposition: 'attachment' } : {}),
        };
      }),
      baseBoundary: seed.slice(0, 16),
      newline: 'win',
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const raw = await composer.compile().build();
    written.push({
      ...whole,
      from: nameAndAddress(sender),
      to: receivers.map(nameAndAddress).join('; '),
      subject,
      date,
      messageId,
      references,
    });
    const status = location.folder === 'Sent' ? 'ready' : (mail.status ?? 'ready');
    result.push({ ...location, status, raw, date });
  }
  return result;
}
