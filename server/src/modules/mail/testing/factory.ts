import type { TestClient } from '../../../testing/client.ts';
import type { TestDovecot } from '../../../platform/mailwire/testing/dovecot.ts';

export interface MailSeed {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly date?: Date;
  readonly messageId?: string;
  readonly headers?: string;
  readonly html?: string;
  readonly text?: string;
  /** Attached files by name; a name that ends in `.png` gets a content id of the same text. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
}

let count = 0;

/** A mail as it arrives, byte for byte. Everything that is not given is plausible and its own. */
export function rawMail(seed: MailSeed = {}): string {
  count += 1;
  const {
    from = 'Paul Neumann <paul.neumann@werft.example>',
    to = 'info@nordwerk.example',
    subject = `Lieferung ${count}`,
  } = seed;
  const boundary = `grenze${count}`;
  const body = seed.html ?? seed.text ?? `Guten Tag,\n\nLieferung ${count} fehlt.\n`;
  const type = seed.html === undefined ? 'text/plain' : 'text/html';
  const parts = [
    `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${body}`,
    ...Object.entries(seed.files ?? {}).map(([name, bytes]) => {
      const isImage = name.endsWith('.png');
      const where = isImage ? `Content-ID: <${name}>\nContent-Disposition: inline` : 'Content-Disposition: attachment';
      const media = isImage ? 'image/png' : name.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream';
      return `Content-Type: ${media}; name="${name}"\n${where}; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(bytes).toString('base64')}`;
    }),
  ];
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${(seed.date ?? new Date(Date.now() - count * 60_000)).toUTCString()}`,
    `Message-ID: <${seed.messageId ?? `${count}.${process.pid}@werft.example`}>`,
    ...(seed.headers === undefined ? [] : [seed.headers]),
    'MIME-Version: 1.0',
    `Content-Type: multipart/related; boundary=${boundary}`,
  ];
  return `${head.join('\n')}\n\n--${boundary}\n${parts.join(`\n--${boundary}\n`)}\n--${boundary}--\n`.replace(
    /\n/g,
    '\r\n',
  );
}

/** Adds a mailbox of a test's Dovecot as the signed-in person would. */
export const addMailbox = (
  client: TestClient,
  dovecot: TestDovecot,
  userName: string,
  more: Record<string, unknown> = {},
): Promise<{ accountId: number; boxId: number }> =>
  client.command('mail.addAccount', {
    name: userName,
    email: `${userName}@nordwerk.example`,
    host: '127.0.0.1',
    port: dovecot.plainPort,
    security: 'none',
    userName,
    password: 'geheim',
    ...more,
  });
