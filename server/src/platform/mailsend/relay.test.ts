import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createMailer } from './mailer.ts';
import { relayOf } from './relay.ts';

const of = (mailUrl: string, more: { mailFrom?: string; publicUrl?: string } = {}) =>
  relayOf({ mailUrl, mailFrom: more.mailFrom, publicUrl: more.publicUrl });

test.each([
  [
    'smtps://bote:p%40ss@mail.example',
    { port: 465, isSecure: true, requiresTls: false, login: { user: 'bote', pass: 'p@ss' } },
  ],
  ['smtp://bote:x@mail.example', { port: 587, isSecure: false, requiresTls: true }],
  ['smtp://bote:x@127.0.0.1:2525', { host: '127.0.0.1', port: 2525, requiresTls: false }],
  ['smtp://mail.example', { port: 25, requiresTls: false, login: undefined, from: 'kontor@mail.example' }],
  ['smtp://[::1]:25', { host: '::1', from: 'kontor@localhost' }],
])('%s', (url, relay) => expect(of(url)).toMatchObject(relay));

test('mails come from the chosen address, else from the public host', () => {
  expect(of('smtp://mail.example', { publicUrl: 'https://kontor.firma.example:444' })?.from).toBe(
    'kontor@kontor.firma.example',
  );
  expect(of('smtp://mail.example', { mailFrom: 'buero@firma.example' })?.from).toBe('buero@firma.example');
});

test('a mail server of this machine is taken at its word, whatever its certificate, and no other one is', async () => {
  const ways: string[] = [];
  // Shows a certificate that nobody vouches for, as the usual mail servers do when they were just installed.
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream, { secure }, done) => {
      ways.push(secure ? 'encrypted' : 'open');
      stream.on('end', () => done()).resume();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const relay = of(`smtp://127.0.0.1:${port}`);
  const mail = { to: { name: '', address: 'a@b.example' }, subject: 'x', text: 'x' };
  await createMailer(relay).send(mail);
  await expect(createMailer(relay && { ...relay, isLocal: false }).send(mail)).rejects.toThrow('certificate');
  expect(ways).toEqual(['encrypted']);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

test.each(['smtp://bote:x@127.evil.example', 'smtp://bote:x@localhost.example'])(
  '%s gets no password in the open',
  (url) => expect(of(url)).toMatchObject({ requiresTls: true, isLocal: false }),
);

test('an address that a mail server cannot take is not sent to it as bytes without a meaning', async () => {
  for (const hideSMTPUTF8 of [true, false]) {
    const taken: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      hideSMTPUTF8,
      onRcptTo: ({ address }, _session, done) => {
        taken.push(address);
        done();
      },
      onData: (stream, _session, done) => void stream.on('end', () => done()).resume(),
    });
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const mailer = createMailer(of(`smtp://127.0.0.1:${port}`));
    const to = (address: string) => ({ to: { name: '', address }, subject: 'x', text: 'x' });
    await mailer.send(to('udo@xn--mller-kva.example'));
    if (hideSMTPUTF8) await expect(mailer.send(to('jörg@werft.example'))).rejects.toThrow('SMTPUTF8');
    else await mailer.send(to('jörg@werft.example'));
    expect(taken).toHaveLength(hideSMTPUTF8 ? 1 : 2);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

test('without a relay nothing is sent, and it says so', async () => {
  const mailer = createMailer(relayOf({ mailUrl: undefined, mailFrom: undefined, publicUrl: undefined }));
  expect(mailer.isOn).toBe(false);
  await expect(mailer.send({ to: { name: '', address: 'a@b.example' }, subject: '', text: '' })).rejects.toThrow(
    'KONTOR_MAIL_URL',
  );
});
