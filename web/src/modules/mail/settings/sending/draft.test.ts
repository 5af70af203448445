import { expect, test } from 'vitest';
import { guessSending } from '../providers.ts';
import { sendingDraft, sendingFaults, sendingServer, type SendingDraft } from './draft.ts';

test.each<[string, string, string]>([
  ['anna@gmx.de', 'imap.gmx.net', 'mail.gmx.net:465 tls'],
  ['anna@icloud.com', 'imap.mail.me.com', 'smtp.mail.me.com:587 starttls'],
  ['anna@outlook.com', 'outlook.office365.com', 'smtp-mail.outlook.com:587 starttls'],
  ['info@nordwerk.example', 'imap.nordwerk.example', 'smtp.nordwerk.example:465 tls'],
  ['info@nordwerk.example', 'mail.nordwerk.example', 'mail.nordwerk.example:465 tls'],
  ['info@nordwerk.example', '', 'smtp.nordwerk.example:465 tls'],
  ['keine Adresse', '', ':465 tls'],
])('mail of %s, read from %j, probably leaves by %s', (email, host, expected) => {
  const { host: server, port, security } = guessSending(email, host);
  expect(`${server}:${port} ${security}`).toBe(expected);
});

const account = {
  email: 'info@nordwerk.example',
  host: 'imap.nordwerk.example',
  kind: 'imap',
  sending: null,
  sentCopy: 'auto',
} as const;

test('a form begins with what is there, else with a guess; what leaves by the operator does so until it is changed', () => {
  expect(sendingDraft(account, false)).toMatchObject({ way: 'own', host: 'smtp.nordwerk.example', port: '465' });
  expect(sendingDraft(account, true).way).toBe('operator');
  const sending = {
    host: 'a.example',
    port: 587,
    security: 'starttls',
    userName: 'x',
    trustedFingerprint: 'AB',
  } as const;
  expect(sendingDraft({ ...account, sending, sentCopy: 'server' }, true)).toEqual({
    way: 'own',
    host: 'a.example',
    port: '587',
    security: 'starttls',
    userName: 'x',
    password: '',
    trustedFingerprint: 'AB',
    sentCopy: 'server',
  });
});

const draft = (part: Partial<SendingDraft>): SendingDraft => ({ ...sendingDraft(account, false), ...part });
test.each<[string, SendingDraft, object]>([
  ['nothing', draft({}), {}],
  ['no server', draft({ host: ' ' }), { host: 'missing' }],
  ['no port', draft({ port: '' }), { port: 'missing' }],
  ['an odd port', draft({ port: '70000' }), { port: 'badPort' }],
  ['a port in words', draft({ port: 'tls' }), { port: 'badPort' }],
  ["none, where it is the operator's", draft({ way: 'operator', host: '', port: '' }), {}],
])('what is wrong: %s', (_name, given, expected) => expect(sendingFaults(given, true)).toEqual(expected));

test('a password needs a name, where none is known from reading', () => {
  expect(sendingFaults(draft({ password: 'geheim' }), true)).toEqual({});
  expect(sendingFaults(draft({ password: 'geheim' }), false)).toEqual({ userName: 'missing' });
});

test('what is sent is without blanks around', () => {
  expect(sendingServer(draft({ host: ' a.example ', userName: ' x ' }))).toMatchObject({
    host: 'a.example',
    port: 465,
    userName: 'x',
  });
});
