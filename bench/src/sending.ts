import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MailAccount } from '@kontor/contract/mail';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import type { KontorProcess } from '../../e2e/src/kontor-process.ts';
import { findDovecot, TestDovecot } from '../../server/src/platform/mailwire/testing/dovecot.ts';
import { TestClient } from '../../server/src/testing/client.ts';
import type { Line } from './table.ts';

const PASSWORD = 'messen und vergleichen';
const USER = 'versand';
const ADDRESS = `${USER}@nordwerk.example`;
const MAILS = 300;
const AT_ONCE = 8;
const MAX_MS = 600_000;
const CONTENT = '<p>Guten Tag,</p><p>anbei unser Angebot.</p>';

/** Mails of one mailbox from the command to the server that takes them, beside the library alone, which keeps no record of any. */
export async function benchSending(kontor: KontorProcess, say: (text: string) => void): Promise<Line[]> {
  if (findDovecot() === undefined) {
    say('Dovecot is not installed: sending is left out.');
    return [];
  }
  say(`${MAILS} mails of one mailbox …`);
  const dovecot = await TestDovecot.start();
  const sink = await startSink();
  try {
    const client = await openMailbox(kontor, USER, dovecot, sink.port);
    const anchor = await byLibrary(sink, MAILS, (n) => ({
      from: ADDRESS,
      to: `p${n}@firma.example`,
      subject: `Angebot ${n}`,
      html: CONTENT,
    }));
    const ours = await byKontor(client, sink, MAILS);
    return [
      {
        name: `sending ${MAILS} mails, each kept with its answer`,
        unit: 'a second',
        ours,
        against: 'nodemailer alone, as many at once',
        anchor,
      },
    ];
  } finally {
    await sink.close();
    await dovecot.close();
  }
}

/** A mail server that takes whatever comes, and counts it. */
export interface Sink {
  readonly port: number;
  readonly taken: () => number;
  readonly close: () => Promise<void>;
}

export async function startSink(): Promise<Sink> {
  let taken = 0;
  const server = new SMTPServer({
    allowInsecureAuth: true,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: USER }),
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => {
        taken += 1;
        done();
      });
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    taken: () => taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Makes an instance with one person, both of this name, whose mailbox lies with a mail server and sends to `port`. */
export async function openMailbox(
  kontor: KontorProcess,
  name: string,
  dovecot: TestDovecot,
  port: number,
): Promise<TestClient> {
  kontor.cli(['instance', 'create', name]);
  kontor.cli(['person', 'add', name, name, '--password-file', '-'], PASSWORD);
  const client = await new TestClient(`http://127.0.0.1:${kontor.port}`, name).signIn(name, PASSWORD);
  await client.command('mail.addAccount', {
    name,
    email: `${name}@nordwerk.example`,
    host: '127.0.0.1',
    port: dovecot.plainPort,
    security: 'none',
    userName: name,
    password: 'geheim',
    sending: { host: '127.0.0.1', port, security: 'none', userName: name, password: 'geheim' },
  });
  for (const end = performance.now() + MAX_MS; performance.now() < end; await sleep(100)) {
    const [account] = await client.query<MailAccount[]>('mail.accountSettings');
    if (account?.state.phase === 'watching') return client;
  }
  throw new Error('The mailbox was not read');
}

/** So many mails a second come to the sink while this is done. */
export async function rate(sink: Sink, mails: number, work: () => Promise<unknown>): Promise<number> {
  const before = sink.taken();
  const began = performance.now();
  const working = work();
  while (sink.taken() < before + mails) {
    if (performance.now() - began > MAX_MS) throw new Error(`${sink.taken() - before} of ${mails} mails came`);
    await sleep(5);
  }
  const seconds = (performance.now() - began) / 1000;
  await working;
  return mails / seconds;
}

const inLanes = (mails: number, work: (n: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let n = lane; n < mails; n += AT_ONCE) await work(n);
    }),
  );

/** Mails a second that the library alone hands over. */
export async function byLibrary(sink: Sink, mails: number, mail: (n: number) => SendMailOptions): Promise<number> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: sink.port,
    secure: false,
    ignoreTLS: true,
    pool: true,
    maxConnections: AT_ONCE,
  });
  const send = (n: number) => transport.sendMail(mail(n));
  await send(0);
  const found = await rate(sink, mails, () => inLanes(mails, send));
  transport.close();
  return found;
}

/** Mails a second that one person sends out of one mailbox. */
export const byKontor = (client: TestClient, sink: Sink, mails: number): Promise<number> =>
  rate(sink, mails, () =>
    inLanes(mails, (n) =>
      client.command('mail.send', {
        draftKey: randomUUID(),
        subject: `Angebot ${n}`,
        content: CONTENT,
        receiversTo: [{ receiver: `p${n}@firma.example` }],
        undoSeconds: 0,
      }),
    ),
  );
