interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** All that a mail is made of. The same gives the same bytes. */
export interface MailParts {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  /** Named in the mail where they are given: in the sender's own copy. */
  readonly bcc: readonly Mailbox[];
  readonly subject: string;
  /** With angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  /** Without angle brackets. */
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string | null;
  readonly files: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly disposition: 'inline' | 'attachment';
    readonly contentId: string | null;
    readonly bytes: Buffer;
  }[];
  /** What calendars take from it, beside the text (RFC 6047); `filename`: as a file, too, for programs that look among those alone. */
  readonly calendar: { readonly method: string; readonly content: string; readonly filename?: string } | null;
  /** What the boundaries of its parts are made of. */
  readonly boundary: string;
}

/** The bytes of a mail. Nothing is fetched or read for it. */
export async function composeMail(parts: MailParts): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { from, to, cc, bcc, inReplyTo, references, html, files, calendar } = parts;
  const composer = new MailComposer({
    from: { ...from },
    to: to.map((it) => ({ ...it })),
    cc: cc.map((it) => ({ ...it })),
    bcc: bcc.map((it) => ({ ...it })),
    subject: parts.subject,
    messageId: parts.messageId,
    date: parts.date,
    ...(inReplyTo === null ? {} : { inReplyTo: `<${inReplyTo}>` }),
    ...(references.length === 0 ? {} : { references: references.map((id) => `<${id}>`) }),
    headers: { ...parts.headers },
    // A mail without any text is still one with a text part.
    text: parts.text || '\n',
    ...(html === null ? {} : { html }),
    attachments: [
      ...files.map(({ bytes, disposition, contentId, ...file }) => ({
        ...file,
        content: bytes,
        contentDisposition: disposition,
        ...(contentId === null ? {} : { cid: contentId }),
      })),
      ...(calendar?.filename === undefined
        ? []
        : [
            {
              filename: calendar.filename,
              contentType: `application/ics; charset=utf-8; method=${calendar.method}`,
              content: calendar.content,
              contentDisposition: 'attachment' as const,
            },
          ]),
    ],
    ...(calendar === null
      ? {}
      : {
          alternatives: [
            { contentType: `text/calendar; charset=utf-8; method=${calendar.method}`, content: calendar.content },
          ],
        }),
    baseBoundary: parts.boundary,
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const node = composer.compile();
  node.keepBcc = bcc.length > 0;
  return node.build();
}

export interface SigningKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** A mail with the signature of its domain in front (DKIM). */
export async function signMail(raw: Buffer, key: SigningKey): Promise<Buffer> {
  const { default: DKIM } = await import('nodemailer/lib/dkim');
  const signer = new DKIM({ domainName: key.domain, keySelector: key.selector, privateKey: key.privateKey });
  const chunks: Buffer[] = [];
  for await (const chunk of signer.sign(raw)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
