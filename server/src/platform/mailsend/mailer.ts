import type { Transporter } from 'nodemailer';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailRelay } from './relay.ts';

/** A mail of the product's own, to one person. */
export type OwnMail = {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** For whom it is sent; left out where it is the product's own. */
  readonly fromName?: string;
  /** Whom an answer goes to; left out where nobody reads one. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** What programs with a calendar read of it. */
  readonly calendar?: { readonly method: string; readonly content: string };
} & ({ readonly text: string } | { readonly html: string });

/** Hands the product's own mails to the operator's mail server. */
export interface Mailer {
  /** Whether there is a mail server to hand them to. */
  readonly isOn: boolean;
  /** The address that mails are from; empty where there is no mail server. */
  readonly from: string;
  /** Resolves once the mail server has taken the mail. Rejects where it did not, or where there is none. */
  send(mail: OwnMail): Promise<void>;
}

/** Longest wait for the mail server's next word. */
const PATIENCE_MS = 20_000;

const BEYOND_ASCII = /[\u0080-\uffff]/;
/** What stands before the domain, which has a form in ASCII, as that has none. */
const localOf = (address: string): string => address.slice(0, address.lastIndexOf('@') + 1);

/** Whether a mail server says that it takes such addresses (RFC 6531). The library would send them to one that does not, as bytes that mean nothing there. */
async function takesInternational(server: SMTPConnection.Options): Promise<boolean> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  let isOffered = false;
  const nothing = (): void => undefined;
  const hear = (entry: unknown, text?: unknown): void => {
    const { tnx } = (entry ?? {}) as { tnx?: unknown };
    // What is said behind STARTTLS is what counts.
    if (tnx === 'server' && typeof text === 'string' && /^250[ -]/.test(text))
      isOffered = /^250[ -]SMTPUTF8\s*$/im.test(text);
  };
  const logger = { trace: nothing, debug: hear, info: nothing, warn: nothing, error: nothing, fatal: nothing };
  const connection = new Connection({ ...server, transactionLog: true, logger });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  connection.on('error', reject);
  connection.connect((error) => (error ? reject(error) : resolve()));
  try {
    await promise;
    return isOffered;
  } finally {
    connection.close();
  }
}

/** A mailer for a relay; without one, a mailer that is off. A connection is made for each mail: they are few. */
export function createMailer(relay: MailRelay | undefined): Mailer {
  if (relay === undefined) {
    return { isOn: false, from: '', send: () => Promise.reject(new Error('No mail server is set (KONTOR_MAIL_URL)')) };
  }
  const server = {
    host: relay.host,
    port: relay.port,
    secure: relay.isSecure,
    requireTLS: relay.requiresTls,
    tls: { rejectUnauthorized: !relay.isLocal },
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  };
  let transport: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...server,
      ...(relay.login === undefined ? {} : { auth: relay.login }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    isOn: true,
    from: relay.from,
    async send({ to, subject, fromName = 'Kontor', replyTo, calendar, ...body }) {
      const isInternational = [to.address, replyTo?.address ?? ''].some((address) =>
        BEYOND_ASCII.test(localOf(address)),
      );
      if (isInternational && !(await takesInternational(server)))
        throw new Error('The mail server takes no addresses with letters beyond ASCII (SMTPUTF8)');
      transport ??= open();
      await (
        await transport
      ).sendMail({
        from: { name: fromName, address: relay.from },
        to,
        subject,
        ...body,
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(calendar === undefined ? {} : { icalEvent: { ...calendar, filename: 'invite.ics' } }),
        // So that nobody's holiday notice answers.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
    },
  };
}
