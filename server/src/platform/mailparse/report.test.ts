import { expect, test } from 'vitest';
import { parseMail } from './parse.ts';

const lines = (text: string): Buffer => Buffer.from(text.replaceAll('\n', '\r\n'));
const DAEMON = 'From: Mail Delivery System <MAILER-DAEMON@x.example>\nReturn-Path: <>\nSubject: Undelivered';
const ID = 'm1@nordwerk.example';
const COPY = `Return-Path: <a@nordwerk.example>\nMessage-ID: <${ID}>\nSubject: x\n\nHallo`;
const FAILED = { messageId: ID, receivers: [{ address: 'weg@firma.example', action: 'failed' }] };

test.each([
  ['what its header refers to', `X-Failed-Recipients: weg@firma.example\nReferences: <a@b> <${ID}>`, '550 5.1.1 weg'],
  ['another field', `X-Failed-Recipients: weg@firma.example\nX-Original-Message-ID: <${ID}>`, '550 5.1.1 weg'],
  [
    'a copy in its text',
    'X-Failed-Recipients: weg@firma.example',
    `550 5.1.1 weg\n------ This is a copy of the message. ------\n\n${COPY}`,
  ],
  [
    'a copy beside its text',
    'X-Failed-Recipients: <weg@firma.example>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b',
    `--b\nContent-Type: text/plain\n\n550 5.1.1 weg\n--b\nContent-Type: message/rfc822\n\n${COPY}\n--b--`,
  ],
  [
    'its words alone',
    'X-Nothing: x',
    `Hi. This is the program at x.\n\n<weg@firma.example>:\n550 5.1.1 weg\n\n--- Below this line is a copy of the message.\n\n${COPY}`,
  ],
])('a bounce as plain text is known by %s', async (_name, fields, body) => {
  expect((await parseMail(lines(`${DAEMON}\n${fields}\n\n${body}`))).report).toMatchObject(FAILED);
});

test('nobody but a mail server reports by words', async () => {
  const body = `Guten Tag,\n\n<weg@firma.example>:\n550 5.1.1 weg\n\n${COPY}`;
  for (const head of ['From: Udo <udo@firma.example>', DAEMON.replace('<>', '<udo@firma.example>')])
    expect((await parseMail(lines(`${head}\n\n${body}`))).report).toBeNull();
});

/** Heads of what real servers send. */
test.each([
  'From: Mail Delivery System <Mailer-Daemon@exim.example>\nReturn-path: <>\nAuto-Submitted: auto-replied',
  'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>\nAuto-Submitted: auto-replied\nReturn-Path: <>',
  'From: Mail Delivery System <MAILER-DAEMON@x.example>',
  'From: Microsoft Outlook <postmaster@firma.example>\nAuto-Submitted: auto-replied',
  'From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@firma.example>\nReturn-Path: <>',
  'From: MAILER-DAEMON@qmail.example\nReturn-Path: <>',
  'From: Postmaster <postmaster@firma.example>\nReturn-Path: <postmaster@firma.example>',
  'From: Zustellung <no-reply@firma.example>\nReturn-Path: < >',
  'From: Zustellung <no-reply@firma.example>\nAuto-Submitted: auto-generated (failure)\nReturn-Path: <b@firma.example>',
])('is one of a server: %s', async (head) => {
  const fields = `X-Failed-Recipients: weg@firma.example\nIn-Reply-To: <${ID}>`;
  expect((await parseMail(lines(`${head}\n${fields}\n\n550 5.1.1 weg`))).report).toMatchObject(FAILED);
});

test.each([
  'From: Udo <udo@firma.example>',
  'From: Udo <udo@firma.example>\nReturn-Path: <udo@firma.example>',
  'From: Mail Delivery System <udo@firma.example>\nReturn-Path: <udo@firma.example>',
  'From: Udo <udo@firma.example>\nAuto-Submitted: no',
  'Subject: ohne Absender',
])('is one that a person has made: %s', async (head) => {
  const fields = `X-Failed-Recipients: weg@firma.example\nIn-Reply-To: <${ID}>`;
  expect((await parseMail(lines(`${head}\n${fields}\n\n550 5.1.1 weg`))).report).toBeNull();
});

const report = (status: string, copy = `Content-Type: message/rfc822\n\n${COPY}`): Buffer =>
  lines(
    `${DAEMON}\nMIME-Version: 1.0\nContent-Type: multipart/report; boundary=b\n\n--b\n\nweg\n--b\nContent-Type: message/delivery-status\n\n${status}\n--b\n${copy}\n--b--`,
  );

test.each([
  ['no action', 'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; weg@firma.example\nStatus: 5.1.1'],
  [
    'words behind the action',
    'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; weg@firma.example\nAction: Failed (for good)\nStatus: 5.1.1',
  ],
  ['one group of fields', 'Reporting-MTA: dns; x\nFinal-Recipient: RFC822;<weg@firma.example>\nAction: failed'],
  ['nothing of the server', 'Final-Recipient: rfc822; weg@firma.example\nAction: failed\nStatus: 5.1.1'],
  [
    'an empty line within',
    'Reporting-MTA: dns; x\n\n\n\nFinal-Recipient: rfc822; weg@firma.example\n\nAction: failed\nStatus: 5.1.1',
  ],
])('a report with %s', async (_name, status) => {
  expect((await parseMail(report(status))).report).toMatchObject(FAILED);
  const header = `Content-Type: text/plain\n\nMessage-ID: <${ID}>\nSubject: x`;
  expect((await parseMail(report(status, header))).report).toMatchObject(FAILED);
});

test('a report may name addresses beyond ASCII, and of a delay it says that', async () => {
  const status = 'Reporting-MTA: dns; x\n\nFinal-Recipient: utf-8; müller@firma.example\nStatus: 4.4.7';
  expect((await parseMail(report(status))).report).toMatchObject({
    receivers: [{ address: 'müller@firma.example', action: 'delayed' }],
  });
});
