import type { Transporter } from 'nodemailer';
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

/** A mailer for a relay; without one, a mailer that is off. A connection is made for each mail: they are few. */
export function createMailer(relay: MailRelay | undefined): Mailer {
  if (relay === undefined) {
    return { isOn: false, from: '', send: () => Promise.reject(new Error('No mail server is set (KONTOR_MAIL_URL)')) };
  }
  let transport: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      host: relay.host,
      port: relay.port,
      secure: relay.isSecure,
      requireTLS: relay.requiresTls,
      tls: { rejectUnauthorized: !relay.isLocal },
      ...(relay.login === undefined ? {} : { auth: relay.login }),
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    isOn: true,
    from: relay.from,
    async send({ to, subject, fromName = 'Kontor', replyTo, calendar, ...body }) {
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
